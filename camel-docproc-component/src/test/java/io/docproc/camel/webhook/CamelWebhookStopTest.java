/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import static io.docproc.camel.testkit.CallbackServer.completed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.DocprocWebhookEndpoint;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.HeldServer;
import io.docproc.camel.testkit.RawServer;
import io.docproc.camel.testkit.Survives;
import java.io.IOException;
import java.io.InterruptedIOException;
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
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.service.ServiceHelper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Stop of routes that start with {@code webhook:docproc:webhook}. */
@Timeout(60)
class CamelWebhookStopTest extends CamelWebhookFixture {
    @Test
    @Survives(43)
    void aStopWaitsForADownloadInFlight() throws Exception {
        try (HeldServer results = new HeldServer("{\"markdown\":\"# A\"}")) {
            server.component().getConfiguration().setBaseUrl(results.url());
            run("&fetchResult=true");
            CompletableFuture<HttpResponse<String>> response =
                    server.postAsync(signed(), completedAt(results.url() + "/1"));
            await().until(() -> results.inFlight() == 1);

            CompletableFuture<Void> shutdown = CompletableFuture.runAsync(server.context()::stop);
            URI unsigned = server.address().resolve("/hooks/parsed");
            await().until(() -> server.post(unsigned, "{}").statusCode() != 401);
            results.release(1);

            assertThat(response.get().statusCode()).isEqualTo(200);
            shutdown.get();
            assertThat(deliveries).containsExactly("job-1 a.pdf");
        }
    }

    private boolean isStopped(String route) {
        return !((StatefulService) server.context().getRoute(route).getConsumer()).isStarted();
    }

    @Test
    void otherRoutesStopConsumingWhileADownloadIsInFlight() throws Exception {
        server.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("timer:poll").routeId("poller").startupOrder(1).to("log:polled");
            }
        });
        try (HeldServer results = new HeldServer("{\"markdown\":\"# A\"}")) {
            server.component().getConfiguration().setBaseUrl(results.url());
            run("&fetchResult=true");
            CompletableFuture<HttpResponse<String>> response =
                    server.postAsync(signed(), completedAt(results.url() + "/1"));
            await().until(() -> results.inFlight() == 1);

            CompletableFuture<Void> shutdown = CompletableFuture.runAsync(server.context()::stop);
            await().until(() -> isStopped("completions") && isStopped("poller"));
            assertThat(results.inFlight()).isEqualTo(1);
            results.release(1);

            shutdown.get();
            assertThat(response.get().statusCode()).isEqualTo(200);
        }
    }

    private static void awaitLatch(CountDownLatch gate) throws IOException {
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }

    /** Starts a service whose job is completed and whose result is sent when the gate opens. */
    private static RawServer completedWithDelayedResult(CountDownLatch resultRequested, CountDownLatch gate) {
        AtomicReference<RawServer> service = new AtomicReference<>();
        service.set(new RawServer(connection -> {
            while (true) {
                if (connection.readRequest().startsWith("GET /results")) {
                    resultRequested.countDown();
                    awaitLatch(gate);
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
    @Survives(43)
    void aStopWaitsForTheDownloadOfAPolledJob() throws Exception {
        MemoryJobRepository jobRepository = new MemoryJobRepository();
        jobRepository.submitted(new SubmittedJob("job-1", "a.pdf", CallbackServer.PATH, Instant.now(), 0));
        server.component().setJobRepository(jobRepository);
        CountDownLatch resultRequested = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        try (RawServer all = completedWithDelayedResult(resultRequested, gate)) {
            server.component().getConfiguration().setBaseUrl(all.url());
            run("&fetchResult=true&pollAfter=10");
            resultRequested.await();

            StatefulService consumer =
                    (StatefulService) server.context().getRoute("completions").getConsumer();
            CompletableFuture<Void> shutdown = CompletableFuture.runAsync(server.context()::stop);
            await().until(consumer::isStopped);
            gate.countDown();

            shutdown.get();
            assertThat(deliveries).containsExactly("job-1 a.pdf");
            assertThat(jobRepository.size()).isZero();
        }
    }

    @Test
    @Survives(43)
    void aDownloadThatHangsDelaysTheStopUpToTheTimeout() throws Exception {
        server.context().getShutdownStrategy().setTimeout(1);
        try (HeldServer results = new HeldServer("{}")) {
            server.component().getConfiguration().setBaseUrl(results.url());
            run("&fetchResult=true");
            CompletableFuture<HttpResponse<String>> response =
                    server.postAsync(signed(), completedAt(results.url() + "/1"));
            await().until(() -> results.inFlight() == 1);

            server.context().stop();

            await().until(response::isDone);
            assertThat(response.isCompletedExceptionally() || response.get().statusCode() >= 500)
                    .isTrue();
            assertThat(deliveries).isEmpty();
        }
    }

    @Test
    void aCallbackAfterTheStopGets503WithRetryAfter() throws Exception {
        DocprocWebhookEndpoint endpoint = server.context().getEndpoint("docproc:webhook", DocprocWebhookEndpoint.class);
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
                        name.contains("(" + server.context().getName() + ")") && name.contains("docproc-webhook")));
    }
}
