/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.completion;

import static io.docproc.camel.testkit.CallbackServer.assertResponse;
import static io.docproc.camel.testkit.CallbackServer.completed;
import static io.docproc.camel.testkit.TestContexts.stop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.model.ParseCompletion;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.HeldServer;
import io.docproc.camel.testkit.MemoryDatabase;
import io.docproc.camel.testkit.RegisteredCallback;
import io.docproc.camel.testkit.Replies;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheckAware;
import org.apache.camel.model.OnExceptionDefinition;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.spi.RouteController;
import org.apache.camel.spring.spi.SpringTransactionPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

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
    void aCallbackBeforeTheResponseOfTheSubmissionHasTheFileName() throws Exception {
        HttpServer service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext("/", exchange -> {
            String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            try (exchange) {
                server.post(RegisteredCallback.in(form), completed("job-1"));
                byte[] response = "{\"code\":200,\"data\":{\"job_id\":\"job-1\"}}".getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, response.length);
                exchange.getResponseBody().write(response);
            } catch (Exception e) {
                throw new IOException(e);
            }
        });
        service.start();
        try {
            server.component()
                    .getConfiguration()
                    .setBaseUrl("http://localhost:" + service.getAddress().getPort());
            run("");

            server.context()
                    .createProducerTemplate()
                    .sendBodyAndHeader(
                            "docproc:parseAsync?correlationId=order-1",
                            Replies.DOCUMENT,
                            Exchange.FILE_NAME,
                            "invoice.pdf");

            assertThat(deliveries)
                    .extracting(exchange -> exchange.getMessage().getHeader(Exchange.FILE_NAME))
                    .containsExactly("invoice.pdf");
        } finally {
            service.stop(0);
        }
    }

    @Test
    void aConsumerThatDoesNotPollIsReady() throws Exception {
        run("");

        HealthCheckAware consumer =
                (HealthCheckAware) server.context().getRoute("completions").getConsumer();
        assertThat(consumer.getHealthCheck().call().getState()).isEqualTo(HealthCheck.State.UP);
    }

    @Test
    @CoversFault({37, 38})
    void duringTheRouteADuplicateGets503AndAfterAFailureItRunsTheRouteAgain() throws Exception {
        CountDownLatch inRoute = new CountDownLatch(1);
        CountDownLatch resume = new CountDownLatch(1);
        server.run("docproc:webhook", exchange -> {
            deliveries.add(exchange);
            inRoute.countDown();
            resume.await();
            if (deliveries.size() < 3) {
                exchange.getMessage().setHeader("X-Internal", "10.1.2.3");
                throw new IllegalStateException("the archive is full");
            }
        });
        CompletableFuture<HttpResponse<String>> first = server.postAsync(server.signed("a"), completed("job-1"));
        inRoute.await();

        assertResponse(server.post(server.signed("a"), completed("job-1")), 503, UNAVAILABLE);
        assertThat(first).isNotDone();

        resume.countDown();
        assertResponse(first.get(), 500, FAILED);
        assertResponse(server.post(server.signed("a"), completed("job-1")), 500, FAILED);
        assertResponse(server.post(server.signed("a"), completed("job-1")), 200, ACCEPTED);
        assertResponse(server.post(server.signed("a"), completed("job-1")), 200, ACCEPTED);
        assertThat(deliveries).hasSize(3);
    }

    @Test
    void theCallbackOfAStoredJobHasTheIdentityOfItsDocument() throws Exception {
        MemoryJobRepository jobs = new MemoryJobRepository();
        jobs.submitted(new SubmittedJob("job-1", "batch.txt-2", "batch.txt", CallbackServer.PATH, Instant.now()));
        server.component().setJobRepository(jobs);
        run("");

        assertResponse(server.post(server.signed("batch.txt-2"), completed("job-1")), 200, ACCEPTED);

        assertThat(deliveries.get(0).getMessage().getHeaders())
                .containsEntry("CamelDocprocJobId", "job-1")
                .containsEntry("CamelDocprocCorrelationId", "batch.txt-2")
                .containsEntry(Exchange.FILE_NAME, "batch.txt");
    }

    @Test
    @CoversFault(65)
    void callbacksNeedNoPermit() throws Exception {
        server.configuration().setMaxConcurrentRequests(2);
        try (HeldServer slow = new HeldServer(Replies.CROP)) {
            RouteBuilder.addRoutes(server.context(), routes -> {
                routes.from("direct:documents").to("docproc:crop?baseUrl=" + slow.url());
                routes.from("docproc:webhook").process(deliveries::add);
            });
            server.context().start();
            for (int call = 0; call < 2; call++) {
                server.context().createProducerTemplate().asyncSendBody("direct:documents", Replies.DOCUMENT);
            }
            await().until(() -> slow.inFlight() == 2);

            for (int number = 0; number < 30; number++) {
                assertThat(server.post(server.signed("a"), completed("job-" + number))
                                .statusCode())
                        .isEqualTo(200);
            }
            assertThat(deliveries).hasSize(30);
            slow.release(2);
        }
    }

    @Test
    void aStoppedRouteGets404AndASuspendedOne503UntilTheyAreStartedAgain() throws Exception {
        run("");
        RouteController routes = server.context().getRouteController();

        routes.stopRoute("completions");
        assertThat(server.post(server.signed("a"), completed("job-1")).statusCode())
                .isEqualTo(404);
        routes.startRoute("completions");
        routes.suspendRoute("completions");
        assertResponse(server.post(server.signed("a"), completed("job-1")), 503, UNAVAILABLE);
        routes.resumeRoute("completions");
        assertResponse(server.post(server.signed("a"), completed("job-1")), 200, ACCEPTED);
        assertThat(deliveries).hasSize(1);
    }

    @Test
    @CoversFault(45)
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

    private enum Outcome {
        ROLLBACK(500, RouteDefinition::rollback),
        MARKED_ROLLBACK_ONLY(500, RouteDefinition::markRollbackOnly),
        SET_ROLLBACK_ONLY(500, route -> route.process(exchange -> exchange.setRollbackOnly(true))),
        HANDLED_AND_MARKED(
                500,
                route -> onFailure(route).handled(true).markRollbackOnly().end().process(WebhookConsumerTest::fail)),
        TRANSACTED_AND_MARKED(500, route -> route.transacted("required").markRollbackOnly()),
        FAILED(500, route -> route.process(WebhookConsumerTest::fail)),
        HANDLED(200, route -> onFailure(route).handled(true).end().process(WebhookConsumerTest::fail)),
        CAUGHT(200, route -> route.doTry()
                .process(WebhookConsumerTest::fail)
                .doCatch(IllegalStateException.class)
                .to("log:caught")
                .end()),
        TRANSACTED(200, route -> route.transacted("required").to("log:committed"));

        private final int status;
        private final Consumer<RouteDefinition> route;

        Outcome(int status, Consumer<RouteDefinition> route) {
            this.status = status;
            this.route = route;
        }

        private static OnExceptionDefinition onFailure(RouteDefinition route) {
            return route.onException(IllegalStateException.class);
        }
    }

    private static void fail(Exchange exchange) {
        throw new IllegalStateException("the archive is full");
    }

    @ParameterizedTest
    @EnumSource(Outcome.class)
    void aRouteThatFailsOrIsRolledBackGets500(Outcome outcome) throws Exception {
        MemoryJobRepository jobRepository = new MemoryJobRepository();
        server.component().setJobRepository(jobRepository);
        server.context()
                .getRegistry()
                .bind(
                        "required",
                        new SpringTransactionPolicy(new DataSourceTransactionManager(MemoryDatabase.create())));
        RouteBuilder.addRoutes(server.context(), routes -> {
            routes.interceptFrom("docproc:webhook").process(deliveries::add);
            outcome.route.accept(routes.from("docproc:webhook"));
        });
        server.context().start();

        assertThat(server.post(server.signed("a"), completed("job-1")).statusCode())
                .isEqualTo(outcome.status);
        assertThat(server.post(server.signed("a"), completed("job-1")).statusCode())
                .isEqualTo(outcome.status);

        boolean succeeded = outcome.status == 200;
        assertThat(deliveries).hasSize(succeeded ? 1 : 2);
        assertThat(jobRepository.size()).isEqualTo(succeeded ? 0 : 1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @CoversFault(43)
    void aStopWaitsForADownloadUpToTheShutdownTimeout(boolean responds) throws Exception {
        try (HeldServer results = new HeldServer("{\"markdown\":\"# A\"}")) {
            server.configuration().setBaseUrl(results.url());
            server.context().getShutdownStrategy().setTimeout(responds ? 60 : 1);
            RouteBuilder.addRoutes(server.context(), routes -> routes.from("docproc:webhook")
                    .to("docproc:parseResult")
                    .process(deliveries::add));
            server.context().start();
            String event = completed("job-1").replaceFirst("https://[^\"]*", results.url() + "/1");
            CompletableFuture<HttpResponse<String>> response = server.postAsync(server.signed("a"), event);
            await().until(() -> results.inFlight() == 1);

            CompletableFuture<Void> shutdown = stop(server.context());
            results.release(responds ? 1 : 0);
            shutdown.get();

            await().until(response::isDone);
            if (responds) {
                assertThat(response.get().statusCode()).isEqualTo(200);
            } else {
                assertThat(response.isCompletedExceptionally() || response.get().statusCode() >= 500)
                        .isTrue();
            }
            assertThat(deliveries).hasSize(responds ? 1 : 0);
        }
    }
}
