/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.download;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.FreePort;
import io.docproc.camel.testkit.HeldServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.spi.RestConfiguration;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Callbacks whose result cannot be downloaded yet because no permit is available. */
@Timeout(120)
class CallbacksWithoutPermitTest {
    private static final int CALLBACKS = 30;
    private static final int PERMITS = 6;
    /** Callbacks that download or run their route at the same time. */
    private static final int ACCEPTED = PERMITS / 2;

    @RegisterExtension
    final ServiceDouble results = new ServiceDouble();

    @RegisterExtension
    final CallbackServer server = new CallbackServer();

    private final List<String> deliveries = new CopyOnWriteArrayList<>();
    private URI origin;

    private void start(String completions, String http, HeldServer slow, Processor route) throws Exception {
        results.respondWith("{\"markdown\":\"# A\"}");
        server.component().getConfiguration().setBaseUrl(results.server().baseUrl());
        server.component().getConfiguration().setMaxConcurrentRequests(PERMITS);
        RestConfiguration configuration = new RestConfiguration();
        configuration.setComponent(http);
        configuration.setHost("localhost");
        configuration.setPort(http.equals("platform-http") ? server.address().getPort() : FreePort.next());
        server.context().setRestConfiguration(configuration);
        origin = URI.create("http://localhost:" + configuration.getPort());
        server.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(noErrorHandler());
                rest("/ping").get().to("direct:ping");
                from("direct:ping").setBody(constant("pong"));
                from("direct:documents").to("docproc:crop?baseUrl=" + slow.url());
                from(completions).routeId("completions").process(route);
            }
        });
        server.context().start();
    }

    private void acquireAllPermits(HeldServer slow) {
        for (int call = 0; call < PERMITS; call++) {
            server.context().createProducerTemplate().asyncSendBody("direct:documents", Replies.DOCUMENT);
        }
        await().until(() -> slow.inFlight() == PERMITS);
    }

    private void record(Exchange exchange) {
        deliveries.add(exchange.getMessage().getHeader(DocprocConstants.JOB_ID, String.class));
    }

    private CompletableFuture<HttpResponse<String>> deliver(String path, int number) {
        String event = "{\"job_id\":\"job-" + number + "\",\"status\":\"completed\",\"result_url\":\""
                + results.server().baseUrl() + "/results/" + number + "\"}";
        return server.postAsync(CallbackServer.signed(origin.resolve(path), "a.pdf"), event);
    }

    private List<CompletableFuture<HttpResponse<String>>> deliver(String path) {
        return IntStream.range(0, CALLBACKS)
                .mapToObj(number -> deliver(path, number))
                .toList();
    }

    private void assertTheServerResponds() throws Exception {
        HttpRequest.Builder ping =
                HttpRequest.newBuilder(origin.resolve("/ping")).timeout(Duration.ofSeconds(20));
        assertThat(server.send(ping).body()).isEqualTo("pong");
    }

    @ParameterizedTest
    @CsvSource({
        "docproc:webhook?fetchResult=true&webhookComponentName=netty-http,netty-http",
        "docproc:webhook?fetchResult=true&webhookComponentName=jetty,jetty",
        "docproc:webhook?fetchResult=true,platform-http",
        "webhook:docproc:webhook?fetchResult=true&webhookComponentName=platform-http&webhookBasePath=/docproc"
                + "&webhookPath=/completions&webhookExternalUrl=http://localhost,platform-http"
    })
    @CoversFault(65)
    void callbacksAreProcessedWhileAllPermitsAreTakenAndTheServerResponds(String completions, String http)
            throws Exception {
        CountDownLatch resume = new CountDownLatch(1);
        try (HeldServer slow = new HeldServer(Replies.CROP)) {
            start(completions, http, slow, exchange -> {
                resume.await();
                record(exchange);
            });
            acquireAllPermits(slow);

            List<CompletableFuture<HttpResponse<String>>> responses = deliver(CallbackServer.PATH);
            await().until(() ->
                    responses.stream().filter(CompletableFuture::isDone).count() == CALLBACKS - ACCEPTED);
            assertTheServerResponds();
            assertThat(responses).filteredOn(CompletableFuture::isDone).allSatisfy(response -> {
                assertThat(response.get().statusCode()).isEqualTo(503);
                assertThat(response.get().headers().firstValue("Retry-After")).contains("30");
            });
            assertThat(deliveries).isEmpty();
            resume.countDown();

            await().until(() -> responses.stream().allMatch(CompletableFuture::isDone));
            for (int number = 0; number < CALLBACKS; number++) {
                assertThat(deliver(CallbackServer.PATH, number).get().statusCode())
                        .as("delivered again")
                        .isEqualTo(200);
            }
            assertThat(deliveries).hasSize(CALLBACKS).doesNotHaveDuplicates();
            slow.release(PERMITS);
        }
    }
}
