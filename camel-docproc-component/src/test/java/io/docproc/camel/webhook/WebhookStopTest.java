/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import static io.docproc.camel.testkit.ContextStops.stop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.HeldServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Survives;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Stop of a context with a webhook consumer: routes of callbacks complete within the shutdown timeout. */
@Timeout(60)
class WebhookStopTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @RegisterExtension
    final CallbackServer callbacks = new CallbackServer();

    private final List<Exchange> exchanges = new CopyOnWriteArrayList<>();

    private CompletableFuture<HttpResponse<String>> complete(String resultUrl) {
        return callbacks.postAsync(
                callbacks.signed("a.pdf"),
                "{\"job_id\":\"job-1\",\"status\":\"completed\",\"result_url\":\"" + resultUrl + "\"}");
    }

    @Test
    @Survives(43)
    void theRouteOfACallbackCompletesItsCall() throws Exception {
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            callbacks.context().addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from("docproc:webhook")
                            .setBody(constant(Replies.DOCUMENT))
                            .to("docproc:crop?baseUrl=" + server.url())
                            .process(exchanges::add);
                }
            });
            callbacks.context().start();
            CompletableFuture<HttpResponse<String>> response = complete("https://results.example.com/1");
            await().until(() -> server.inFlight() == 1);

            CompletableFuture<Void> shutdown = stop(callbacks.context());
            server.release(1);

            assertThat(response.get().statusCode()).isEqualTo(200);
            shutdown.get();
            assertThat(exchanges).hasSize(1);
        }
    }

    @Test
    @Survives(43)
    void aDownloadInFlightCompletesAndTheSenderGets200() throws Exception {
        try (HeldServer server = new HeldServer("{\"markdown\":\"# A\"}")) {
            callbacks.component().getConfiguration().setBaseUrl(server.url());
            callbacks.run("docproc:webhook?fetchResult=true", exchanges::add);
            CompletableFuture<HttpResponse<String>> response = complete(server.url() + "/1");
            await().until(() -> server.inFlight() == 1);

            CompletableFuture<Void> shutdown = stop(callbacks.context());
            server.release(1);

            assertThat(response.get().statusCode()).isEqualTo(200);
            shutdown.get();
            assertThat(exchanges).singleElement().satisfies(exchange -> assertThat(
                            exchange.getMessage().getBody(String.class))
                    .isEqualTo("{\"markdown\":\"# A\"}"));
        }
    }

    @Test
    @Survives(43)
    void aDownloadThatExceedsTheTimeoutFailsItsCallback() throws Exception {
        callbacks.context().getShutdownStrategy().setTimeout(1);
        try (HeldServer server = new HeldServer("{}")) {
            callbacks.component().getConfiguration().setBaseUrl(server.url());
            callbacks.run("docproc:webhook?fetchResult=true", exchanges::add);
            CompletableFuture<HttpResponse<String>> response = complete(server.url() + "/1");
            await().until(() -> server.inFlight() == 1);

            stop(callbacks.context()).get();

            await().until(response::isDone);
            assertThat(response.isCompletedExceptionally() || response.get().statusCode() >= 500)
                    .isTrue();
            assertThat(exchanges).isEmpty();
        }
    }

    @Test
    void aPollInFlightIsAbortedAndItsJobStaysStored() throws Exception {
        MemoryJobRepository jobRepository = new MemoryJobRepository();
        jobRepository.submitted(new SubmittedJob("job-1", "a.pdf", CallbackServer.PATH, Instant.EPOCH, 0));
        try (HeldServer server = new HeldServer("{\"code\":200,\"data\":{\"status\":\"completed\"}}")) {
            callbacks.component().getConfiguration().setBaseUrl(server.url());
            callbacks.component().setJobRepository(jobRepository);
            callbacks.run("docproc:webhook?pollAfter=1s", exchanges::add);
            await().until(() -> server.inFlight() == 1);

            stop(callbacks.context()).get();

            assertThat(exchanges).isEmpty();
            assertThat(jobRepository.size()).isEqualTo(1);
        }
    }

    @Test
    void theRouteOfAPolledJobCompletesUninterrupted() throws Exception {
        CountDownLatch resume = new CountDownLatch(1);
        MemoryJobRepository jobRepository = new MemoryJobRepository();
        jobRepository.submitted(new SubmittedJob("job-1", "a.pdf", CallbackServer.PATH, Instant.EPOCH, 0));
        service.respondWith("{\"code\":200,\"data\":{\"status\":\"completed\"}}");
        callbacks.component().getConfiguration().setBaseUrl(service.server().baseUrl());
        callbacks.component().setJobRepository(jobRepository);
        AtomicInteger inRoute = new AtomicInteger();
        callbacks.run("docproc:webhook?pollAfter=200ms", exchange -> {
            inRoute.incrementAndGet();
            resume.await();
            exchanges.add(exchange);
        });
        await().until(() -> inRoute.get() == 1);

        CompletableFuture<Void> shutdown = stop(callbacks.context());
        resume.countDown();
        shutdown.get();

        assertThat(exchanges).hasSize(1);
        assertThat(jobRepository.size()).isZero();
    }
}
