/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.DocprocConfiguration;
import io.docproc.camel.job.CallbackSigner;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.CamelContext;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** JUnit extension: a Camel application with an HTTP server for callbacks, and a client that sends them. */
public final class CallbackServer implements BeforeEachCallback, AfterEachCallback {
    public static final String SECRET = "correct-horse-battery-staple";
    public static final String PATH = "/docproc/completions";
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final HttpClient client = client();
    private CamelContext context;
    private int port;

    private static HttpClient client() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(TIMEOUT)
                .build();
    }

    @Override
    public void beforeEach(ExtensionContext test) throws Exception {
        context = TestContexts.create();
        port = TestContexts.startHttpServer(context);
        ServiceDouble.configure(configuration(), "http://localhost:9");
        configuration().setCallbackSecret(SECRET);
        configuration().setPublicUrl("http://localhost:" + port);
    }

    @Override
    public void afterEach(ExtensionContext test) {
        context.stop();
    }

    /** Returns the context; {@link #run} starts it. */
    public CamelContext context() {
        return context;
    }

    /** Returns the component, to be configured before {@link #run}. */
    public DocprocComponent component() {
        return context.getComponent("docproc", true, false) instanceof DocprocComponent component ? component : null;
    }

    /** Returns the configuration of the component, to be changed before {@link #run}. */
    public DocprocConfiguration configuration() {
        return component().getConfiguration();
    }

    /** Adds a route without error handler and starts the context. */
    public void run(String from, Processor route) throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(noErrorHandler());
                from(from).routeId("completions").process(route);
            }
        });
        context.start();
    }

    /** Returns the callback address of the consumer. */
    public URI address() {
        return URI.create("http://localhost:" + port + PATH);
    }

    /** Returns a callback address with correlation id and signature. */
    public static URI signed(URI address, String correlationId) {
        return new CallbackSigner(SECRET, Clock.systemUTC()).sign(address, correlationId, Duration.ofHours(1));
    }

    /** Returns the address of this consumer with correlation id and signature. */
    public URI signed(String correlationId) {
        return signed(address(), correlationId);
    }

    /** Returns the JSON of a callback for a completed job. */
    public static String completed(String jobId) {
        return "{\"job_id\":\"" + jobId + "\",\"status\":\"completed\",\"result_url\":\"https://results.example.com/"
                + jobId + "\"}";
    }

    /** Asserts status and body of a response of the component, and that it has no other headers. */
    public static void assertResponse(HttpResponse<String> response, int status, String body) {
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.body()).isEqualTo(body);
        assertThat(response.headers().firstValue("content-type")).contains("application/json");
        assertThat(response.headers().firstValue("retry-after").isPresent()).isEqualTo(status == 503);
        assertThat(response.headers().map().keySet())
                .isSubsetOf("content-type", "content-length", "transfer-encoding", "retry-after");
    }

    /** Sends a callback as the service does. */
    public HttpResponse<String> post(URI url, String body) throws Exception {
        return send(json(url).POST(BodyPublishers.ofString(body)));
    }

    /** Sends a callback without waiting for the response. */
    public CompletableFuture<HttpResponse<String>> postAsync(URI url, String body) {
        HttpRequest request = json(url).POST(BodyPublishers.ofString(body)).build();
        return client.sendAsync(request, BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    /** Returns a request with content type {@code application/json}. */
    public static HttpRequest.Builder json(URI url) {
        return HttpRequest.newBuilder(url).timeout(TIMEOUT).header("Content-Type", "application/json");
    }

    /** Sends a request on a new connection, because a server may close one after an error response. */
    public HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client().send(request.build(), BodyHandlers.ofString(StandardCharsets.UTF_8));
    }
}
