/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.http.Request;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
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

    /** Answers every request with this JSON and status 200. */
    public void answers(String json) {
        server.stubFor(WireMock.any(WireMock.anyUrl()).willReturn(WireMock.okJson(json)));
    }

    /** Sends a body with headers and gives the message back after the call has succeeded. */
    public Message call(String uri, Object body, Map<String, Object> headers) {
        Exchange exchange = send(uri, body, headers);
        assertThat(exchange.getException()).isNull();
        return exchange.getMessage();
    }

    /** Sends a body and gives the message back after the call has succeeded. */
    public Message call(String uri, Object body) {
        return call(uri, body, Map.of());
    }

    /** Sends a body with headers and gives the exception with which that failed. */
    public <T extends Throwable> T failure(Class<T> type, String uri, Object body, Map<String, Object> headers) {
        Exchange exchange = send(uri, body, headers);
        assertThat(exchange.getException()).isExactlyInstanceOf(type);
        return type.cast(exchange.getException());
    }

    /** Sends a body and gives the exception with which that failed. */
    public <T extends Throwable> T failure(Class<T> type, String uri, Object body) {
        return failure(type, uri, body, Map.of());
    }

    /** Requires that no request has arrived. */
    public void assertNothingSent() {
        assertThat(server.getAllServeEvents()).isEmpty();
    }

    /** The HTTP headers of the only request, names in lower case, without those by which any HTTP client speaks of itself. */
    public Map<String, String> onlyHeaders() {
        Map<String, String> headers = new TreeMap<>();
        onlyRequest()
                .getHeaders()
                .all()
                .forEach(header ->
                        headers.put(header.key().toLowerCase(Locale.ROOT), String.join("|", header.values())));
        assertThat(headers.remove("host")).isEqualTo("localhost:" + server.port());
        assertThat(headers.remove("connection")).isEqualTo("keep-alive");
        assertThat(headers.remove("user-agent")).startsWith("Apache-HttpClient/");
        assertThat(headers.remove("accept-encoding")).isNotBlank();
        return headers;
    }

    /** The headers of a request with the account's credentials and these others, and no more. */
    public static Map<String, String> withCredentials(String... namesAndValues) {
        Map<String, String> headers = new TreeMap<>(Map.of("x-ti-app-id", APP_ID, "x-ti-secret-code", SECRET_CODE));
        for (int index = 0; index < namesAndValues.length; index += 2) {
            headers.put(namesAndValues[index], namesAndValues[index + 1]);
        }
        return headers;
    }

    /** The only request that has arrived. */
    public Request onlyRequest() {
        if (server.getAllServeEvents().size() != 1) {
            throw new AssertionError(server.getAllServeEvents().size() + " requests have arrived, 1 is expected");
        }
        return server.getAllServeEvents().get(0).getRequest();
    }
}
