/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.http.Request;
import java.util.HashMap;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A real HTTP server in the service's place, and a Camel context whose docproc component calls it. New for each test. */
public final class ServiceDouble implements BeforeEachCallback, AfterEachCallback {
    public static final String APP_ID = "app-4711";
    public static final String SECRET_CODE = "s3cr3t-c0de-9f8e7d";

    private WireMockServer server;
    private CamelContext context;

    @Override
    public void beforeEach(ExtensionContext test) {
        server =
                new WireMockServer(WireMockConfiguration.options().dynamicPort().gzipDisabled(true));
        server.start();
        context = new DefaultCamelContext();
        DocprocConfiguration configuration = component().getConfiguration();
        configuration.setBaseUrl(server.baseUrl());
        configuration.setAppId(APP_ID);
        configuration.setSecretCode(SECRET_CODE);
        context.start();
    }

    @Override
    public void afterEach(ExtensionContext test) {
        context.stop();
        server.stop();
    }

    /** The server, to be told its answers. */
    public WireMockServer server() {
        return server;
    }

    /** The context, started. */
    public CamelContext context() {
        return context;
    }

    /** The component, to be configured before its first endpoint. */
    public DocprocComponent component() {
        return context.getComponent("docproc", DocprocComponent.class);
    }

    /** Sends a body to an endpoint and gives the exchange back, failed or not. */
    public Exchange send(String uri, Object body) {
        return send(uri, body, Map.of());
    }

    /** Sends a body with headers to an endpoint and gives the exchange back, failed or not. */
    public Exchange send(String uri, Object body, Map<String, Object> headers) {
        return context.createProducerTemplate().request(uri, exchange -> {
            exchange.getMessage().setBody(body);
            exchange.getMessage().setHeaders(new HashMap<>(headers));
        });
    }

    /** The only request that has arrived. */
    public Request onlyRequest() {
        if (server.getAllServeEvents().size() != 1) {
            throw new AssertionError(server.getAllServeEvents().size() + " requests have arrived, 1 is expected");
        }
        return server.getAllServeEvents().get(0).getRequest();
    }
}
