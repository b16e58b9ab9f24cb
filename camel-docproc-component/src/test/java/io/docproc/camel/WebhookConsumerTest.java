/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import static io.docproc.camel.CallbackServer.assertAnswer;
import static io.docproc.camel.CallbackServer.completed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.model.ParseCompletion;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the service gets back for its callbacks, and what the route sees of them. */
class WebhookConsumerTest {
    private static final String ACCEPTED = "{\"status\":\"accepted\"}";
    private static final String FAILED = "{\"status\":\"processing failed, send again later\"}";
    private static final String UNAVAILABLE = "{\"status\":\"not accepted at present, send again later\"}";

    @RegisterExtension
    final CallbackServer server = new CallbackServer();

    private final CopyOnWriteArrayList<Exchange> routed = new CopyOnWriteArrayList<>();

    private void run(String options) throws Exception {
        server.run("docproc:webhook" + options, routed::add);
    }

    private static ParseCompletion event(Exchange exchange) {
        return exchange.getMessage().getBody(ParseCompletion.class);
    }

    @Test
    @Survives(37)
    void aRepeatedCallbackIsAcceptedAndDoesNotRunTheRouteAgain() throws Exception {
        run("");

        assertAnswer(server.post(server.signed("a"), completed("job-1")), 200, ACCEPTED);
        assertAnswer(server.post(server.signed("a"), completed("job-1")), 200, ACCEPTED);
        assertAnswer(server.post(server.signed("a"), completed("job-2")), 200, ACCEPTED);

        assertThat(routed).extracting(exchange -> event(exchange).jobId()).containsExactly("job-1", "job-2");
    }

    @Test
    @Survives(37)
    void aDuplicateDuringTheRouteGets503AndOccupiesNoThreadOfTheServer() throws Exception {
        CountDownLatch inRoute = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        server.run("docproc:webhook", exchange -> {
            routed.add(exchange);
            inRoute.countDown();
            goOn.await();
        });

        CompletableFuture<HttpResponse<String>> first = server.postAsync(server.signed("a"), completed("job-1"));
        inRoute.await();
        assertAnswer(server.post(server.signed("a"), completed("job-1")), 503, UNAVAILABLE);
        assertThat(first).isNotDone();
        goOn.countDown();

        assertAnswer(first.get(), 200, ACCEPTED);
        assertAnswer(server.post(server.signed("a"), completed("job-1")), 200, ACCEPTED);
        assertThat(routed).hasSize(1);
    }

    @Test
    @Survives(38)
    void aDuplicateDuringARouteThatFailsIsDeliveredAgainLater() throws Exception {
        CountDownLatch inRoute = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        server.run("docproc:webhook", exchange -> {
            routed.add(exchange);
            if (routed.size() == 1) {
                inRoute.countDown();
                goOn.await();
                throw new IllegalStateException("the archive is full");
            }
        });

        CompletableFuture<HttpResponse<String>> first = server.postAsync(server.signed("a"), completed("job-1"));
        inRoute.await();
        assertAnswer(server.post(server.signed("a"), completed("job-1")), 503, UNAVAILABLE);
        goOn.countDown();

        assertAnswer(first.get(), 500, FAILED);
        assertAnswer(server.post(server.signed("a"), completed("job-1")), 200, ACCEPTED);
        assertThat(routed).hasSize(2);
    }

    @Test
    @Survives(38)
    void aFailedRouteIsNotShownToTheCallerAndRunsAgainWhenTheCallbackIsRepeated() throws Exception {
        server.run("docproc:webhook", exchange -> {
            routed.add(exchange);
            if (routed.size() < 3) {
                exchange.getMessage().setHeader("X-Internal", "10.1.2.3");
                throw new IllegalStateException("the archive is full");
            }
        });

        assertAnswer(server.post(server.signed("a"), completed("job-1")), 500, FAILED);
        assertAnswer(server.post(server.signed("a"), completed("job-1")), 500, FAILED);
        assertAnswer(server.post(server.signed("a"), completed("job-1")), 200, ACCEPTED);
        assertAnswer(server.post(server.signed("a"), completed("job-1")), 200, ACCEPTED);
        assertThat(routed).hasSize(3);
    }

    @Test
    @Survives(43)
    void stoppingLetsARunningRouteFinishAndItsSenderGetsTheAnswer() throws Exception {
        CountDownLatch inRoute = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        server.run("docproc:webhook", exchange -> {
            inRoute.countDown();
            goOn.await();
            routed.add(exchange);
        });
        CompletableFuture<HttpResponse<String>> answer = server.postAsync(server.signed("a"), completed("job-1"));
        inRoute.await();

        CompletableFuture<Void> stopped = CompletableFuture.runAsync(server.context()::stop);
        await().until(() -> server.context().isStopping());
        assertThat(answer).isNotDone();
        goOn.countDown();

        assertAnswer(answer.get(), 200, ACCEPTED);
        stopped.get();
        assertThat(routed).hasSize(1);
    }

    @Test
    void aStoppedRouteTakesNothingAndAStartedOneTakesItAgain() throws Exception {
        run("");
        server.context().getRouteController().stopRoute("completions");
        assertThat(server.post(server.signed("a"), completed("job-1")).statusCode())
                .isEqualTo(404);

        server.context().getRouteController().startRoute("completions");

        assertAnswer(server.post(server.signed("a"), completed("job-1")), 200, ACCEPTED);
        assertThat(routed).hasSize(1);
    }

    @Test
    @Survives(45)
    void aThousandEventsAtOnceAreEachAnsweredAndRoutedOnce() throws Exception {
        Semaphore inFlight = new Semaphore(100);
        run("");

        List<CompletableFuture<HttpResponse<String>>> answers = new CopyOnWriteArrayList<>();
        for (int number = 0; number < 1_000; number++) {
            inFlight.acquire();
            answers.add(server.postAsync(server.signed("doc-" + number), completed("job-" + number))
                    .whenComplete((answer, failure) -> inFlight.release()));
        }

        assertThat(answers)
                .allSatisfy(answer -> assertThat(answer.get().statusCode()).isEqualTo(200));
        assertThat(routed).hasSize(1_000);
        assertThat(routed).extracting(exchange -> event(exchange).jobId()).doesNotHaveDuplicates();
        assertThat(routed)
                .allSatisfy(exchange -> assertThat(exchange.getMessage().getHeader("CamelDocprocCorrelationId"))
                        .isEqualTo(event(exchange).jobId().replace("job-", "doc-")));
    }
}
