/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import static io.docproc.camel.testkit.CallbackServer.completed;
import static io.docproc.camel.testkit.ContextStops.stop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.HeldServer;
import io.docproc.camel.testkit.RawServer;
import io.docproc.camel.testkit.Replies;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.StatefulService;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.webhook.WebhookCapableEndpoint;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.service.ServiceHelper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stop of a context with a webhook consumer: routes of callbacks complete within the shutdown timeout. */
@Timeout(60)
class WebhookStopTest extends CamelWebhookFixture {
    private boolean isStopped(String route) {
        return !((StatefulService) server.context().getRoute(route).getConsumer()).isStarted();
    }

    /** Runs a route of the component's own consumer or of camel-webhook, and returns the signed address of callbacks. */
    private URI run(boolean camelWebhook, String options) throws Exception {
        server.run((camelWebhook ? camelWebhook() + "&" : "docproc:webhook?") + options, this::record);
        return camelWebhook ? signed() : server.signed("a.pdf");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @CoversFault(43)
    void aStopWaitsForADownloadInFlightWhileOtherRoutesStopConsuming(boolean camelWebhook) throws Exception {
        server.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("timer:poll").routeId("poller").startupOrder(1).to("log:polled");
            }
        });
        try (HeldServer results = new HeldServer("{\"markdown\":\"# A\"}")) {
            server.component().getConfiguration().setBaseUrl(results.url());
            URI signed = run(camelWebhook, "fetchResult=true");
            CompletableFuture<HttpResponse<String>> response =
                    server.postAsync(signed, completedAt(results.url() + "/1"));
            await().until(() -> results.inFlight() == 1);
            CompletableFuture<Void> shutdown = stop(server.context());
            await().until(() -> isStopped("poller") && (!camelWebhook || isStopped("completions")));
            assertThat(results.inFlight()).isEqualTo(1);

            results.release(1);
            assertThat(response.get().statusCode()).isEqualTo(200);
            shutdown.get();
            assertThat(deliveries).containsExactly("job-1 a.pdf");
        }
    }

    /** Starts a service whose job is completed and whose result is sent when the gate opens. */
    private static RawServer completedWithDelayedResult(CountDownLatch resultRequested, CompletableFuture<?> gate) {
        AtomicReference<RawServer> service = new AtomicReference<>();
        service.set(new RawServer(connection -> {
            while (true) {
                if (connection.readRequest().startsWith("GET /results")) {
                    resultRequested.countDown();
                    gate.join();
                    connection.respond(200, "application/json", "{\"markdown\":\"# A\"}");
                } else {
                    String event = completedAt(service.get().url() + "/results/1");
                    connection.respond(200, "application/json", "{\"code\":200,\"data\":" + event + "}");
                }
            }
        }));
        return service.get();
    }

    @Test
    @CoversFault(43)
    void aStopWaitsForTheDownloadOfAPolledJob() throws Exception {
        MemoryJobRepository jobRepository = submittedJob();
        CountDownLatch resultRequested = new CountDownLatch(1);
        CompletableFuture<Void> gate = new CompletableFuture<>();
        try (RawServer all = completedWithDelayedResult(resultRequested, gate)) {
            server.component().getConfiguration().setBaseUrl(all.url());
            run("&fetchResult=true&pollAfter=10");
            resultRequested.await();

            StatefulService consumer =
                    (StatefulService) server.context().getRoute("completions").getConsumer();
            CompletableFuture<Void> shutdown = CompletableFuture.runAsync(server.context()::stop);
            await().until(consumer::isStopped);
            gate.complete(null);

            shutdown.get();
            assertThat(deliveries).containsExactly("job-1 a.pdf");
            assertThat(jobRepository.size()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @CoversFault(43)
    void aDownloadThatExceedsTheTimeoutFailsItsCallback(boolean camelWebhook) throws Exception {
        server.context().getShutdownStrategy().setTimeout(1);
        try (HeldServer results = new HeldServer("{}")) {
            server.component().getConfiguration().setBaseUrl(results.url());
            URI signed = run(camelWebhook, "fetchResult=true");
            CompletableFuture<HttpResponse<String>> response =
                    server.postAsync(signed, completedAt(results.url() + "/1"));
            await().until(() -> results.inFlight() == 1);
            stop(server.context()).get();

            await().until(response::isDone);
            assertThat(response.isCompletedExceptionally() || response.get().statusCode() >= 500)
                    .isTrue();
            assertThat(deliveries).isEmpty();
        }
    }

    @Test
    @CoversFault(43)
    void theRouteOfACallbackCompletesItsCall() throws Exception {
        try (HeldServer calls = new HeldServer(Replies.CROP)) {
            server.context().addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from("docproc:webhook")
                            .setBody(constant(Replies.DOCUMENT))
                            .to("docproc:crop?baseUrl=" + calls.url())
                            .process(exchange -> record(exchange));
                }
            });
            server.context().start();
            CompletableFuture<HttpResponse<String>> response =
                    server.postAsync(server.signed("a.pdf"), completed("job-1"));
            await().until(() -> calls.inFlight() == 1);
            CompletableFuture<Void> shutdown = stop(server.context());
            calls.release(1);

            assertThat(response.get().statusCode()).isEqualTo(200);
            shutdown.get();
            assertThat(deliveries).hasSize(1);
        }
    }

    private MemoryJobRepository submittedJob() {
        MemoryJobRepository jobRepository = new MemoryJobRepository();
        jobRepository.submitted(new SubmittedJob("job-1", "a.pdf", CallbackServer.PATH, Instant.EPOCH, 0));
        server.component().setJobRepository(jobRepository);
        return jobRepository;
    }

    @Test
    void aPollInFlightIsAbortedAndItsJobStaysStored() throws Exception {
        MemoryJobRepository jobRepository = submittedJob();
        try (HeldServer statuses = new HeldServer("{\"code\":200,\"data\":{\"status\":\"completed\"}}")) {
            server.component().getConfiguration().setBaseUrl(statuses.url());
            server.run("docproc:webhook?pollAfter=1s", this::record);
            await().until(() -> statuses.inFlight() == 1);
            stop(server.context()).get();

            assertThat(deliveries).isEmpty();
            assertThat(jobRepository.size()).isEqualTo(1);
        }
    }

    @Test
    void theRouteOfAPolledJobCompletesUninterrupted() throws Exception {
        CountDownLatch inRoute = new CountDownLatch(1);
        CountDownLatch resume = new CountDownLatch(1);
        MemoryJobRepository jobRepository = submittedJob();
        service.respondWith("{\"code\":200,\"data\":{\"status\":\"completed\"}}");
        server.run("docproc:webhook?pollAfter=200ms", exchange -> {
            inRoute.countDown();
            resume.await();
            record(exchange);
        });
        inRoute.await();
        CompletableFuture<Void> shutdown = stop(server.context());
        resume.countDown();
        shutdown.get();

        assertThat(deliveries).hasSize(1);
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void aCallbackAfterTheStopGets503WithRetryAfter() throws Exception {
        WebhookCapableEndpoint endpoint = server.context().getEndpoint("docproc:webhook", WebhookCapableEndpoint.class);
        Processor handler = endpoint.createWebhookHandler(this::record);
        ServiceHelper.startService(handler);
        ServiceHelper.stopService(handler);
        Exchange callback = new DefaultExchange(server.context());
        callback.getMessage().setHeader("x-any", "of the request");
        callback.getMessage().setBody(completed("job-1"));
        handler.process(callback);

        assertThat(callback.getMessage().getHeaders())
                .isEqualTo(Map.of(
                        Exchange.HTTP_RESPONSE_CODE,
                        503,
                        Exchange.CONTENT_TYPE,
                        "application/json",
                        "Retry-After",
                        30));
        assertThat(deliveries).isEmpty();
    }

    @Test
    void aStoppedRouteDoesNotPoll() throws Exception {
        MemoryJobRepository jobRepository = new MemoryJobRepository();
        server.component().setJobRepository(jobRepository);
        run("&pollAfter=10");
        server.context().getRouteController().stopRoute("completions");

        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .noneMatch(name ->
                        name.contains("(" + server.context().getName() + ")") && name.contains("docproc://webhook")));
    }
}
