/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import static io.docproc.camel.testkit.CallbackServer.assertResponse;
import static io.docproc.camel.testkit.CallbackServer.completed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.model.ParseCompletion;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.Survives;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Responses to callbacks, and their delivery to the route. */
class WebhookConsumerTest {
    private static final String ACCEPTED = "{\"status\":\"accepted\"}";
    private static final String FAILED = "{\"status\":\"processing failed, send again later\"}";
    private static final String UNAVAILABLE = "{\"status\":\"not accepted at present, send again later\"}";

    @RegisterExtension
    final CallbackServer server = new CallbackServer();

    private final CopyOnWriteArrayList<Exchange> deliveries = new CopyOnWriteArrayList<>();

    private void run(String options) throws Exception {
        server.run("docproc:webhook" + options, deliveries::add);
    }

    private static ParseCompletion completion(Exchange exchange) {
        return exchange.getMessage().getBody(ParseCompletion.class);
    }

    @Test
    @Survives(37)
    void aDuplicateCallbackIsAcceptedWithoutRunningTheRoute() throws Exception {
        run("");

        assertResponse(server.post(server.signed("a"), completed("job-1")), 200, ACCEPTED);
        assertResponse(server.post(server.signed("a"), completed("job-1")), 200, ACCEPTED);
        assertResponse(server.post(server.signed("a"), completed("job-2")), 200, ACCEPTED);

        assertThat(deliveries)
                .extracting(exchange -> completion(exchange).jobId())
                .containsExactly("job-1", "job-2");
    }

    @Test
    @Survives(37)
    void aDuplicateDuringTheRouteGets503Immediately() throws Exception {
        CountDownLatch inRoute = new CountDownLatch(1);
        CountDownLatch resume = new CountDownLatch(1);
        server.run("docproc:webhook", exchange -> {
            deliveries.add(exchange);
            inRoute.countDown();
            resume.await();
        });

        CompletableFuture<HttpResponse<String>> first = server.postAsync(server.signed("a"), completed("job-1"));
        inRoute.await();
        assertResponse(server.post(server.signed("a"), completed("job-1")), 503, UNAVAILABLE);
        assertThat(first).isNotDone();
        resume.countDown();

        assertResponse(first.get(), 200, ACCEPTED);
        assertResponse(server.post(server.signed("a"), completed("job-1")), 200, ACCEPTED);
        assertThat(deliveries).hasSize(1);
    }

    @Test
    @Survives(38)
    void aDuplicateIsAcceptedAfterTheRouteHasFailed() throws Exception {
        CountDownLatch inRoute = new CountDownLatch(1);
        CountDownLatch resume = new CountDownLatch(1);
        server.run("docproc:webhook", exchange -> {
            deliveries.add(exchange);
            if (deliveries.size() == 1) {
                inRoute.countDown();
                resume.await();
                throw new IllegalStateException("the archive is full");
            }
        });

        CompletableFuture<HttpResponse<String>> first = server.postAsync(server.signed("a"), completed("job-1"));
        inRoute.await();
        assertResponse(server.post(server.signed("a"), completed("job-1")), 503, UNAVAILABLE);
        resume.countDown();

        assertResponse(first.get(), 500, FAILED);
        assertResponse(server.post(server.signed("a"), completed("job-1")), 200, ACCEPTED);
        assertThat(deliveries).hasSize(2);
    }

    @Test
    @Survives(38)
    void afterAFailureTheNextCallbackRunsTheRouteAgain() throws Exception {
        server.run("docproc:webhook", exchange -> {
            deliveries.add(exchange);
            if (deliveries.size() < 3) {
                exchange.getMessage().setHeader("X-Internal", "10.1.2.3");
                throw new IllegalStateException("the archive is full");
            }
        });

        assertResponse(server.post(server.signed("a"), completed("job-1")), 500, FAILED);
        assertResponse(server.post(server.signed("a"), completed("job-1")), 500, FAILED);
        assertResponse(server.post(server.signed("a"), completed("job-1")), 200, ACCEPTED);
        assertResponse(server.post(server.signed("a"), completed("job-1")), 200, ACCEPTED);
        assertThat(deliveries).hasSize(3);
    }

    @Test
    @Survives(43)
    void aStopWaitsForTheRouteAndTheSenderGetsItsResponse() throws Exception {
        CountDownLatch inRoute = new CountDownLatch(1);
        CountDownLatch resume = new CountDownLatch(1);
        server.run("docproc:webhook", exchange -> {
            inRoute.countDown();
            resume.await();
            deliveries.add(exchange);
        });
        CompletableFuture<HttpResponse<String>> response = server.postAsync(server.signed("a"), completed("job-1"));
        inRoute.await();

        CompletableFuture<Void> shutdown = CompletableFuture.runAsync(server.context()::stop);
        await().until(() -> server.context().isStopping());
        assertThat(response).isNotDone();
        resume.countDown();

        assertResponse(response.get(), 200, ACCEPTED);
        shutdown.get();
        assertThat(deliveries).hasSize(1);
    }

    @Test
    void aStoppedRouteGets404AndARestartedOneAccepts() throws Exception {
        run("");
        server.context().getRouteController().stopRoute("completions");
        assertThat(server.post(server.signed("a"), completed("job-1")).statusCode())
                .isEqualTo(404);

        server.context().getRouteController().startRoute("completions");

        assertResponse(server.post(server.signed("a"), completed("job-1")), 200, ACCEPTED);
        assertThat(deliveries).hasSize(1);
    }

    @Test
    void aSuspendedRouteGets503AndAResumedOneAccepts() throws Exception {
        run("");
        server.context().getRouteController().suspendRoute("completions");
        assertResponse(server.post(server.signed("a"), completed("job-1")), 503, UNAVAILABLE);

        server.context().getRouteController().resumeRoute("completions");

        assertResponse(server.post(server.signed("a"), completed("job-1")), 200, ACCEPTED);
        assertThat(deliveries).hasSize(1);
    }

    @Test
    @Survives(45)
    void aThousandConcurrentCallbacksAreEachDeliveredOnce() throws Exception {
        Semaphore inFlight = new Semaphore(100);
        run("");

        List<CompletableFuture<HttpResponse<String>>> responses = new CopyOnWriteArrayList<>();
        for (int number = 0; number < 1_000; number++) {
            inFlight.acquire();
            responses.add(server.postAsync(server.signed("doc-" + number), completed("job-" + number))
                    .whenComplete((response, failure) -> inFlight.release()));
        }

        assertThat(responses)
                .allSatisfy(response -> assertThat(response.get().statusCode()).isEqualTo(200));
        assertThat(deliveries).hasSize(1_000);
        assertThat(deliveries)
                .extracting(exchange -> completion(exchange).jobId())
                .doesNotHaveDuplicates();
        assertThat(deliveries)
                .allSatisfy(exchange -> assertThat(exchange.getMessage().getHeader("CamelDocprocCorrelationId"))
                        .isEqualTo(completion(exchange).jobId().replace("job-", "doc-")));
    }
}
