/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.apache.camel.component.platform.http.main.MainHttpServer;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** An application with an HTTP server that takes callbacks, and the one who calls it. New for each test. */
public final class CallbackServer implements BeforeEachCallback, AfterEachCallback {
    public static final String SECRET = "correct-horse-battery-staple";
    public static final String PATH = "/docproc/completions";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final HttpClient service = client();
    private CamelContext context;
    private MainHttpServer server;

    private static HttpClient client() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(PATIENCE)
                .build();
    }

    @Override
    public void beforeEach(ExtensionContext test) throws Exception {
        context = new DefaultCamelContext();
        server = new MainHttpServer();
        server.setHost("localhost");
        server.setPort(FreePort.next());
        context.addService(server);
        DocprocComponent component = component();
        component.getConfiguration().setBaseUrl("http://localhost:9");
        component.getConfiguration().setAppId(ServiceDouble.APP_ID);
        component.getConfiguration().setSecretCode(ServiceDouble.SECRET_CODE);
        component.getCallbackOptions().setCallbackSecret(SECRET);
        component.getCallbackOptions().setPublicUrl("http://localhost:" + server.getPort());
    }

    @Override
    public void afterEach(ExtensionContext test) {
        context.stop();
    }

    /** The context, not started before a route runs. */
    public CamelContext context() {
        return context;
    }

    /** The component, to be configured before a route runs. */
    public DocprocComponent component() {
        return context.getComponent("docproc", true, false) instanceof DocprocComponent component ? component : null;
    }

    /** Starts the application with a route from an endpoint. */
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

    /** Where the consumer listens. */
    public URI address() {
        return URI.create("http://localhost:" + server.getPort() + PATH);
    }

    /** A signed address of a consumer that listens elsewhere. */
    public static URI signed(URI address, String correlationId) {
        return new CallbackSigner(SECRET, Clock.systemUTC()).sign(address, correlationId, Duration.ofHours(1));
    }

    /** A signed address. */
    public URI signed(String correlationId) {
        return signed(address(), correlationId);
    }

    /** A completed job's event. */
    public static String completed(String jobId) {
        return "{\"job_id\":\"" + jobId + "\",\"status\":\"completed\",\"result_url\":\"https://results.example.com/"
                + jobId + "\"}";
    }

    /** Requires an answer of the component, which says nothing but that. */
    public static void assertAnswer(HttpResponse<String> answer, int status, String body) {
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).isEqualTo(body);
        assertThat(answer.headers().firstValue("content-type")).contains("application/json");
        assertThat(answer.headers().firstValue("retry-after").isPresent()).isEqualTo(status == 503);
        assertThat(answer.headers().map().keySet())
                .isSubsetOf("content-type", "content-length", "transfer-encoding", "retry-after");
    }

    /** Calls back as the service does. */
    public HttpResponse<String> post(URI url, String body) throws Exception {
        return send(json(url).POST(BodyPublishers.ofString(body)));
    }

    /** Calls back as the service does, without waiting for the answer. */
    public CompletableFuture<HttpResponse<String>> postAsync(URI url, String body) {
        HttpRequest request = json(url).POST(BodyPublishers.ofString(body)).build();
        return service.sendAsync(request, BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    /** A request with the service's content type. */
    public static HttpRequest.Builder json(URI url) {
        return HttpRequest.newBuilder(url).timeout(PATIENCE).header("Content-Type", "application/json");
    }

    /** Sends any request, on a connection of its own: a server may close one after a refusal. */
    public HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client().send(request.build(), BodyHandlers.ofString(StandardCharsets.UTF_8));
    }
}
