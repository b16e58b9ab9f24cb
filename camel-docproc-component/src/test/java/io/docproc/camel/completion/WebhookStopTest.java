/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.completion;

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
import io.docproc.camel.testkit.ServiceDouble;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.camel.Exchange;
import org.apache.camel.StatefulService;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Stop of a context with a webhook consumer: routes of callbacks complete within the shutdown timeout. */
@Timeout(60)
class WebhookStopTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @RegisterExtension
    final CallbackServer server = new CallbackServer();

    private final List<String> deliveries = new CopyOnWriteArrayList<>();

    @BeforeEach
    void useTheService() {
        server.component().getConfiguration().setBaseUrl(service.server().baseUrl());
    }

    private void record(Exchange exchange) {
        deliveries.add(exchange.getMessage().getHeader("CamelDocprocJobId") + " "
                + exchange.getMessage().getHeader("CamelDocprocCorrelationId"));
    }

    private static String completedAt(String resultUrl) {
        return "{\"job_id\":\"job-1\",\"status\":\"completed\",\"result_url\":\"" + resultUrl + "\"}";
    }

    private boolean isStopped(String route) {
        return !((StatefulService) server.context().getRoute(route).getConsumer()).isStarted();
    }

    /** Runs a route that downloads the result. */
    private void runDownload(String options) throws Exception {
        RouteBuilder.addRoutes(server.context(), routes -> routes.from("docproc:webhook" + options)
                .routeId("completions")
                .to("docproc:parseResult")
                .process(this::record));
        server.context().start();
    }

    @Test
    @CoversFault(43)
    void aStopWaitsForADownloadInFlightWhileOtherRoutesStopConsuming() throws Exception {
        server.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("timer:poll").routeId("poller").startupOrder(1).to("log:polled");
            }
        });
        try (HeldServer results = new HeldServer("{\"markdown\":\"# A\"}")) {
            server.component().getConfiguration().setBaseUrl(results.url());
            runDownload("");
            CompletableFuture<HttpResponse<String>> response =
                    server.postAsync(server.signed("a.pdf"), completedAt(results.url() + "/1"));
            await().until(() -> results.inFlight() == 1);
            CompletableFuture<Void> shutdown = stop(server.context());
            await().until(() -> isStopped("poller"));
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
            runDownload("?pollAfter=10");
            resultRequested.await();

            StatefulService consumer =
                    (StatefulService) server.context().getRoute("completions").getConsumer();
            CompletableFuture<Void> shutdown = CompletableFuture.runAsync(server.context()::stop);
            await().until(consumer::isSuspended);
            gate.complete(null);

            shutdown.get();
            assertThat(deliveries).containsExactly("job-1 a.pdf");
            assertThat(jobRepository.size()).isZero();
        }
    }

    @Test
    @CoversFault(43)
    void aDownloadThatExceedsTheTimeoutFailsItsCallback() throws Exception {
        server.context().getShutdownStrategy().setTimeout(1);
        try (HeldServer results = new HeldServer("{}")) {
            server.component().getConfiguration().setBaseUrl(results.url());
            runDownload("");
            CompletableFuture<HttpResponse<String>> response =
                    server.postAsync(server.signed("a.pdf"), completedAt(results.url() + "/1"));
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
    void aStoppedRouteDoesNotPoll() throws Exception {
        MemoryJobRepository jobRepository = new MemoryJobRepository();
        server.component().setJobRepository(jobRepository);
        server.run("docproc:webhook?pollAfter=10", this::record);
        server.context().getRouteController().stopRoute("completions");

        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .noneMatch(name ->
                        name.contains("(" + server.context().getName() + ")") && name.contains("docproc://webhook")));
    }
}
