/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.http.Request;
import io.docproc.camel.DocprocComponent;
import io.docproc.camel.DocprocConfiguration;
import io.docproc.camel.error.DocprocInvalidRequestException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.builder.LambdaRouteBuilder;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** JUnit extension: an HTTP server that replaces the service, and a Camel context whose component calls it. */
public final class ServiceDouble implements BeforeEachCallback, AfterEachCallback {
    public static final String APP_ID = "app-4711";
    public static final String SECRET_CODE = "s3cr3t-c0de-9f8e7d";

    private final Supplier<CamelContext> contexts;
    private WireMockServer server;
    private CamelContext context;

    public ServiceDouble() {
        this(TestContexts::create);
    }

    /** @param contexts creates the context of each test */
    public ServiceDouble(Supplier<CamelContext> contexts) {
        this.contexts = contexts;
    }

    @Override
    public void beforeEach(ExtensionContext test) {
        server = ServerPool.acquire();
        context = contexts.get();
        Meters.bind(context);
        configure(component().getConfiguration(), server.baseUrl());
        context.start();
    }

    @Override
    public void afterEach(ExtensionContext test) {
        context.stop();
        ServerPool.release(server);
    }

    /** Sets a base URL and the credentials of the tests. */
    public static void configure(DocprocConfiguration configuration, String baseUrl) {
        configuration.setBaseUrl(baseUrl);
        configuration.setAppId(APP_ID);
        configuration.setSecretCode(SECRET_CODE);
    }

    /** Returns the server, on which tests stub responses. */
    public WireMockServer server() {
        return server;
    }

    /** Returns the started context. */
    public CamelContext context() {
        return context;
    }

    /** Returns the meters of the context. */
    public Meters meters() {
        return Meters.of(context);
    }

    /** Starts the cooldown of the component's account by a refused call, and forgets its request. */
    public void startCooldown() {
        respondWith("{\"code\":40306,\"message\":\"QPS limit exceeded\"}");
        send("docproc:balance", null);
        server.resetRequests();
    }

    /** Returns the component, to be configured before its first endpoint is created. */
    public DocprocComponent component() {
        return context.getComponent("docproc", DocprocComponent.class);
    }

    /** Sends a body to an endpoint and returns the exchange, failed or not. */
    public Exchange send(String uri, Object body) {
        return send(uri, body, Map.of());
    }

    /** Returns the configuration of the component. */
    public DocprocConfiguration configuration() {
        return component().getConfiguration();
    }

    /** Returns the address of the server. */
    public String address() {
        return server.baseUrl();
    }

    /** Sends the document of the tests, asserts success and returns the message. */
    public Message call(String uri) {
        return call(uri, Replies.DOCUMENT);
    }

    /** Sends the document of the tests, asserts the type of the failure and returns it. */
    public <T extends Throwable> T failure(Class<T> type, String uri) {
        return failure(type, uri, Replies.DOCUMENT);
    }

    /** Sends the document of the tests to an endpoint and returns the exchange, failed or not. */
    public Exchange send(String uri) {
        return send(uri, Replies.DOCUMENT);
    }

    /** Sends a body with headers to an endpoint and returns the exchange, failed or not. */
    public Exchange send(String uri, Object body, Map<String, Object> headers) {
        return context.createProducerTemplate().request(uri, exchange -> {
            exchange.getMessage().setBody(body);
            exchange.getMessage().setHeaders(new HashMap<>(headers));
        });
    }

    /** Responds to every request with JSON and status 200. */
    public void respondWith(String json) {
        server.stubFor(WireMock.any(WireMock.anyUrl()).willReturn(WireMock.okJson(json)));
    }

    /** Responds to every request of a path with JSON and status 200. */
    public void respondWith(String path, String json) {
        server.stubFor(Stubs.ok(path, json));
    }

    /** Responds to every request of a path. */
    public void respondWith(String path, ResponseDefinitionBuilder response) {
        server.stubFor(WireMock.any(WireMock.urlPathEqualTo(path)).willReturn(response));
    }

    /** Responds to every request. */
    public void respondWith(ResponseDefinitionBuilder response) {
        server.stubFor(WireMock.any(WireMock.anyUrl()).willReturn(response));
    }

    /** Sends a body with headers, asserts success and returns the message. */
    public Message call(String uri, Object body, Map<String, Object> headers) {
        Exchange exchange = send(uri, body, headers);
        assertThat(exchange.getException()).isNull();
        return exchange.getMessage();
    }

    /** Sends a body, asserts success and returns the message. */
    public Message call(String uri, Object body) {
        return call(uri, body, Map.of());
    }

    /** Sends a body with headers, asserts the type of the failure and returns it. */
    public <T extends Throwable> T failure(Class<T> type, String uri, Object body, Map<String, Object> headers) {
        Exchange exchange = send(uri, body, headers);
        assertThat(exchange.getException()).isExactlyInstanceOf(type);
        return type.cast(exchange.getException());
    }

    /** Sends a body, asserts the type of the failure and returns it. */
    public <T extends Throwable> T failure(Class<T> type, String uri, Object body) {
        return failure(type, uri, body, Map.of());
    }

    /** Adds routes to the context. */
    public void route(LambdaRouteBuilder routes) throws Exception {
        RouteBuilder.addRoutes(context, routes);
    }

    /** Sends a body with headers, asserts that the component refuses it as an invalid request, and returns the failure. */
    public DocprocInvalidRequestException refused(String uri, Object body, Map<String, Object> headers) {
        DocprocInvalidRequestException failure = failure(DocprocInvalidRequestException.class, uri, body, headers);
        assertNothingSent();
        return failure;
    }

    /** Sends a body, asserts that the component refuses it as an invalid request, and returns the failure. */
    public DocprocInvalidRequestException refused(String uri, Object body) {
        return refused(uri, body, Map.of());
    }

    /** Asserts method, path and query of the only request. */
    public void assertRequest(String method, String url) {
        assertThat(onlyRequest().getMethod().getName()).isEqualTo(method);
        assertThat(url()).isEqualTo(url);
    }

    /** Returns path and query of the only request. */
    public String url() {
        return onlyRequest().getUrl();
    }

    /** Returns the body of the only request as text. */
    public String requestBody() {
        return onlyRequest().getBodyAsString();
    }

    /** Asserts that no request was received. */
    public void assertNothingSent() {
        assertThat(server.getAllServeEvents()).isEmpty();
    }

    /** Returns the headers of the only request, names in lower case, without those that every HTTP client sends. */
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

    /** Returns the expected headers of a request: the account's credentials and the given ones. */
    public static Map<String, String> withCredentials(String... namesAndValues) {
        Map<String, String> headers = new TreeMap<>(Map.of("x-ti-app-id", APP_ID, "x-ti-secret-code", SECRET_CODE));
        for (int index = 0; index < namesAndValues.length; index += 2) {
            headers.put(namesAndValues[index], namesAndValues[index + 1]);
        }
        return headers;
    }

    /** Returns the only request; fails if there are none or several. */
    public Request onlyRequest() {
        if (server.getAllServeEvents().size() != 1) {
            throw new AssertionError(server.getAllServeEvents().size() + " requests were received; expected 1");
        }
        return server.getAllServeEvents().get(0).getRequest();
    }
}
