/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import io.docproc.camel.DocprocComponent;
import java.util.HashMap;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.builder.ExchangeBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Camel context for each test, whose component calls a test service. */
final class CamelClient implements BeforeEachCallback, AfterEachCallback {
    private final DefaultCamelContext context = new DefaultCamelContext();
    private final DocprocTestService service;

    CamelClient(DocprocTestService service) {
        this.service = service;
    }

    @Override
    public void beforeEach(ExtensionContext test) {
        DocprocComponent component = context.getComponent("docproc", DocprocComponent.class);
        component.getConfiguration().setBaseUrl(service.baseUrl());
        component.getConfiguration().setWorkflowUrl(service.baseUrl());
        component.getConfiguration().setAppId(service.appId());
        component.getConfiguration().setSecretCode(service.secretCode());
        component.setRateLimitCooldown(1);
        context.start();
    }

    DefaultCamelContext context() {
        return context;
    }

    /** Sends a body and returns the exchange, also a failed one. */
    Exchange send(String uri, Object body) {
        return send(uri, body, Map.of());
    }

    Exchange send(String uri, Object body, Map<String, Object> headers) {
        Exchange exchange = ExchangeBuilder.anExchange(context).withBody(body).build();
        exchange.getMessage().setHeaders(new HashMap<>(headers));
        return context.createProducerTemplate().send(uri, exchange);
    }

    /** Returns the body of a successful call. */
    <T> T request(String uri, Object body, Class<T> type) {
        Exchange exchange = send(uri, body);
        if (exchange.getException() != null) {
            throw new AssertionError(uri + " failed", exchange.getException());
        }
        return exchange.getMessage().getBody(type);
    }

    @Override
    public void afterEach(ExtensionContext test) {
        context.stop();
    }
}
