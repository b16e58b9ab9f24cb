/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.completion;

import static io.docproc.camel.testkit.CallbackServer.completed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.FreePort;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.TestContexts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.apache.camel.CamelContext;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.spi.RestConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The webhook consumer on HTTP servers other than the default one. */
class WebhookServersTest {
    private static final String SPECIAL_ID = "scans/März & Co. 100%+?=#.pdf";

    @RegisterExtension
    final CallbackServer server = new CallbackServer();

    private final CopyOnWriteArrayList<Object> correlationIds = new CopyOnWriteArrayList<>();

    @Test
    void withoutAnHttpServerTheStartFailsWithWhatToAdd() throws Exception {
        try (CamelContext context = TestContexts.create()) {
            ServiceDouble.configure(
                    context.getComponent("docproc", DocprocComponent.class).getConfiguration(), "http://127.0.0.1:1");
            RouteBuilder.addRoutes(context, routes -> routes.from("docproc:webhook?requireSignature=false&path=/parsed")
                    .to("log:completed"));
            assertThatThrownBy(context::start)
                    .hasStackTraceContaining("/parsed")
                    .hasStackTraceContaining("camel.server.enabled=true")
                    .hasStackTraceContaining("camel-platform-http-starter")
                    .hasStackTraceContaining("camel-quarkus-platform-http")
                    .hasStackTraceContaining("webhookComponentName");
        }
    }

    /** Runs the route on a server, and returns the signed address of its callbacks. */
    private URI run(String name, Processor route) throws Exception {
        RestConfiguration configuration = new RestConfiguration();
        configuration.setComponent(name);
        configuration.setHost("localhost");
        configuration.setPort(FreePort.next());
        configuration.setContextPath("/api");
        if (name.equals("jetty")) {
            // Otherwise it reads each body before the consumer sees the request.
            configuration.setEndpointProperties(Map.of("disableStreamCache", "true"));
        }
        server.context().setRestConfiguration(configuration);
        server.run("docproc:webhook?maxCallbackSize=200&webhookComponentName=" + name, route);

        assertThat(configuration.getContextPath()).isEqualTo("/api");
        URI address = name.equals("platform-http")
                ? server.address()
                : URI.create("http://localhost:" + configuration.getPort() + CallbackServer.PATH);
        return CallbackServer.signed(address, SPECIAL_ID);
    }

    /** The context path of the REST configuration does not change the path of callbacks. */
    @ParameterizedTest
    @ValueSource(strings = {"platform-http", "undertow", "jetty", "netty-http"})
    void callbacksAreAcceptedOnTheConfiguredServer(String name) throws Exception {
        URI signed =
                run(name, exchange -> correlationIds.add(exchange.getMessage().getHeader("CamelDocprocCorrelationId")));

        HttpResponse<String> response = server.post(signed, completed("job-1"));
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("{\"status\":\"accepted\"}");
        assertThat(correlationIds).containsExactly(SPECIAL_ID);

        assertStatus(200, signed, completed("job-1"));
        assertStatus(401, URI.create(signed.toString().replaceAll("\\?.*", "")), completed("job-2"));
        assertStatus(401, URI.create(signed.toString().replace("scans", "scanz")), completed("job-2"));
        assertStatus(413, signed, " ".repeat(200) + completed("job-2"));
        assertStatus(400, signed, "[]");
        assertThat(server.send(CallbackServer.json(signed).GET()).statusCode()).isEqualTo(405);
        assertThat(server.send(CallbackServer.json(signed)
                                .setHeader("Content-Type", "text/plain")
                                .POST(BodyPublishers.ofString(completed("job-2"))))
                        .statusCode())
                .isEqualTo(415);
        assertThat(correlationIds).hasSize(1);
    }

    private void assertStatus(int status, URI url, String body) throws Exception {
        assertThat(server.post(url, body).statusCode()).isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"platform-http", "undertow", "jetty", "netty-http"})
    @CoversFault(43)
    void aStopDuringTheRouteStillSendsTheResponse(String name) throws Exception {
        CountDownLatch inRoute = new CountDownLatch(1);
        CountDownLatch resume = new CountDownLatch(1);
        URI signed = run(name, exchange -> {
            boolean isFirst = inRoute.getCount() > 0;
            inRoute.countDown();
            // A callback that arrives before the stop is accepted like the first.
            if (isFirst) {
                resume.await();
            }
        });
        CompletableFuture<HttpResponse<String>> first = server.postAsync(signed, completed("job-1"));
        inRoute.await();

        CompletableFuture<Void> shutdown = CompletableFuture.runAsync(server.context()::stop);
        await().until(() -> server.post(signed, completed("job-2")).statusCode() == 503);
        assertThat(first).isNotDone();

        resume.countDown();
        assertThat(first.get().statusCode()).isEqualTo(200);
        shutdown.get();
    }

    /** Sends a request whose body never ends, and returns the status line of the response. */
    private static String statusOf(URI url, String body) throws IOException {
        try (Socket socket = new Socket(url.getHost(), url.getPort())) {
            socket.setSoTimeout(20_000);
            String head = "POST " + url.getRawPath() + "?" + url.getRawQuery() + " HTTP/1.1\r\nHost: localhost\r\n"
                    + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + Integer.toHexString(10_000) + "\r\n";
            socket.getOutputStream().write((head + body).getBytes(StandardCharsets.US_ASCII));
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                    .readLine();
        }
    }

    @Test
    @CoversFault({31, 36})
    void theBodyOfARefusedCallbackIsNotReadAndALargeOneOnlyUpToTheLimit() throws Exception {
        URI signed = run("jetty", exchange -> {});

        assertThat(statusOf(URI.create(signed.toString().replace("scans", "scanz")), "{"))
                .startsWith("HTTP/1.1 401 ");
        assertThat(statusOf(signed, "{" + " ".repeat(200))).startsWith("HTTP/1.1 413 ");
        server.context().getRouteController().suspendRoute("completions");
        assertThat(statusOf(signed, "{")).startsWith("HTTP/1.1 503 ");
    }
}
