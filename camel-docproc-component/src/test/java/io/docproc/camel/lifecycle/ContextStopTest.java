/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.lifecycle;

import static io.docproc.camel.testkit.ContextStops.stop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.HeldServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheckHelper;
import org.apache.camel.impl.engine.DefaultAsyncProcessorAwaitManager;
import org.apache.camel.spi.AsyncProcessorAwaitManager;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.SynchronizationAdapter;
import org.apache.camel.support.service.ServiceHelper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stop of a context: calls in flight complete within the shutdown timeout, later ones are aborted. */
@Timeout(60)
class ContextStopTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private final List<Exchange> exchanges = new CopyOnWriteArrayList<>();

    private void route(String from, String to) throws Exception {
        service.route(routes -> routes.from(from)
                .process(exchange -> exchange.getExchangeExtension().addOnCompletion(recordWhenDone()))
                .to(to)
                .process(exchange -> exchange.setProperty("reached", true)));
    }

    private SynchronizationAdapter recordWhenDone() {
        return new SynchronizationAdapter() {
            @Override
            public void onDone(Exchange exchange) {
                exchanges.add(exchange);
            }
        };
    }

    private void send(int documents) {
        for (int i = 0; i < documents; i++) {
            service.context().createProducerTemplate().sendBody("seda:in", Replies.DOCUMENT);
        }
    }

    private static void assertRetryable(Exchange exchange, String message) {
        DocprocException failure = Replies.failure(exchange);
        assertThat((Throwable) failure)
                .isInstanceOf(DocprocTransportException.class)
                .hasMessageContaining(message);
        assertThat(failure.isRetryable()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"0, false", "9, false", "0, true"})
    @CoversFault(27)
    void callsInFlightCompleteAndWaitingCallsFailAsUnsent(int maxWaitingRequests, boolean synchronous)
            throws Exception {
        service.component().getConfiguration().setMaxWaitingRequests(maxWaitingRequests);
        service.component().getConfiguration().setSynchronous(synchronous);
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            route("seda:in?concurrentConsumers=3", "docproc:crop?maxConcurrentRequests=1&baseUrl=" + server.url());
            send(3);
            await().until(() -> server.inFlight() == 1);
            await().until(() -> service.component().status().calls().waiting() == 2);

            CompletableFuture<Void> shutdown = stop(service.context());
            await().until(() -> exchanges.size() == 2);
            assertThat(exchanges).allSatisfy(exchange -> {
                assertRetryable(exchange, "the application stops, and no permit was available");
                assertThat(((DocprocTransportException) Replies.failure(exchange)).isUnsent())
                        .isTrue();
            });
            server.release(1);
            shutdown.get();

            assertThat(exchanges).hasSize(3);
            assertThat(exchanges.get(2).getMessage().getBody(byte[].class)).isEqualTo(Replies.JPEG);
            assertThat(server.requests()).isEqualTo(1);
        }
    }

    @Test
    @CoversFault(27)
    void callsWithoutResponseWithinTheTimeoutAreAborted() throws Exception {
        service.context().getShutdownStrategy().setTimeout(1);
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            route("seda:in?concurrentConsumers=2", "docproc:crop?maxConcurrentRequests=1&baseUrl=" + server.url());
            send(2);
            await().until(() -> server.inFlight() == 1);
            await().until(() -> service.component().status().calls().waiting() == 1);

            stop(service.context()).get();

            await().until(() -> exchanges.size() == 2);
            assertThat(server.maxInFlight()).isEqualTo(1);
            assertThat(exchanges).allSatisfy(exchange -> assertThat((Throwable) Replies.failure(exchange))
                    .isInstanceOf(DocprocTransportException.class));
            assertThat(exchanges.stream().map(Replies::failure).map(DocprocException::isRetryable))
                    .containsExactlyInAnyOrder(true, false);
        }
    }

    @Test
    @CoversFault(27)
    void aCallThatWaitsForTheRateLimitIsAbortedAsRetryable() throws Exception {
        service.context().getShutdownStrategy().setTimeout(1);
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        Replies.configure(service, component -> component.setRequestsPerSecond(0.001));
        route("seda:in?concurrentConsumers=2", "docproc:crop");
        send(2);
        await().until(() ->
                exchanges.size() == 1 && service.component().status().callsWaitingForRateLimit() == 1);

        stop(service.context()).get();

        await().until(() -> exchanges.size() == 2);
        assertRetryable(exchanges.get(1), "before the rate limit grants a permit");
        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    @Test
    @CoversFault(27)
    void aTemplateCallInFlightCompletesAndANewOneIsRejected() throws Exception {
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            String uri = "docproc:crop?baseUrl=" + server.url();
            service.respondWith(Replies.BALANCE);
            CompletableFuture<Exchange> first =
                    CompletableFuture.supplyAsync(() -> service.send(uri, Replies.DOCUMENT));
            await().until(() -> server.inFlight() == 1);

            CompletableFuture<Void> shutdown = CompletableFuture.runAsync(service.context()::stop);
            await().until(() -> service.send("docproc:balance", null).getException() != null);
            assertRetryable(service.send(uri, Replies.DOCUMENT), "the application stops");
            server.release(1);

            assertThat(first.get().getMessage().getBody(byte[].class)).isEqualTo(Replies.JPEG);
            shutdown.get();
            assertThat(server.maxInFlight()).isEqualTo(1);
        }
    }

    /** Camel fails the exchange of a thread that waits for a callback, also if the callback was called before. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @CoversFault(27)
    void aTemplateWhoseThreadResumesLateHasItsResult(boolean isIntercepted) throws Exception {
        if (isIntercepted) {
            service.route(routes -> {
                routes.interceptSendToEndpoint("docproc:*").log("called");
                routes.from("direct:other").to("log:other");
            });
        }
        CompletableFuture<Void> completed = new CompletableFuture<>();
        ServiceHelper.stopService(PluginHelper.getAsyncProcessorAwaitManager(service.context()));
        service.context()
                .getCamelContextExtension()
                .addContextPlugin(AsyncProcessorAwaitManager.class, new DefaultAsyncProcessorAwaitManager() {
                    @Override
                    public void countDown(Exchange exchange, CountDownLatch latch) {
                        completed.complete(null);
                        CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS)
                                .execute(() -> super.countDown(exchange, latch));
                    }
                });
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            CompletableFuture<Exchange> call = CompletableFuture.supplyAsync(
                    () -> service.send("docproc:crop?baseUrl=" + server.url(), Replies.DOCUMENT));
            await().until(() -> server.inFlight() == 1);
            server.release(1);
            completed.get();

            service.context().stop();

            assertThat(call.get().getException()).isNull();
        }
    }

    @Test
    @CoversFault(27)
    void routesKeepRunningWhileAStopWaitsForATemplateCall() throws Exception {
        service.context().getShutdownStrategy().setTimeout(16);
        try (HeldServer templates = new HeldServer(Replies.CROP);
                HeldServer routes = new HeldServer(Replies.CROP)) {
            route("seda:in?concurrentConsumers=2", "docproc:crop?maxConcurrentRequests=1&baseUrl=" + routes.url());
            send(2);
            CompletableFuture<Exchange> call = CompletableFuture.supplyAsync(
                    () -> service.send("docproc:crop?baseUrl=" + templates.url(), Replies.DOCUMENT));
            await().until(() -> templates.inFlight() == 1 && routes.inFlight() == 1);
            await().until(() -> service.component().status().calls().waiting() == 1);

            CompletableFuture<Void> shutdown = CompletableFuture.runAsync(service.context()::stop);
            await().pollDelay(Duration.ofSeconds(2)).until(() -> exchanges.isEmpty());
            routes.release(2);
            await().until(() -> exchanges.size() == 2);
            templates.release(1);
            shutdown.get();

            assertThat(call.get().getException()).isNull();
            assertThat(exchanges).hasSize(2).allSatisfy(exchange -> assertThat(exchange.getException())
                    .isNull());
        }
    }

    /** Camel does not start a producer that is first used during a shutdown until the shutdown has completed. */
    @Test
    @CoversFault(27)
    void aRouteInFlightMakesItsFirstCallDuringTheStop() throws Exception {
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        CountDownLatch inRoute = new CountDownLatch(1);
        CountDownLatch resume = new CountDownLatch(1);
        route("seda:in", "direct:call");
        service.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:call").process(this::await).toD("docproc:crop?jpegQuality=${random(1,100)}");
            }

            private void await(Exchange exchange) throws InterruptedException {
                inRoute.countDown();
                resume.await();
            }
        });
        send(1);
        inRoute.await();
        CompletableFuture<Void> shutdown = stop(service.context());
        resume.countDown();
        shutdown.get();

        assertThat(exchanges).hasSize(1);
        assertThat(exchanges.get(0).getException()).isNull();
        assertThat(exchanges.get(0).getMessage().getBody(byte[].class)).isEqualTo(Replies.JPEG);
    }

    @Test
    @CoversFault(27)
    void aTemplateCallWithoutResponseIsAbortedAtTheTimeout() throws Exception {
        service.context().getShutdownStrategy().setTimeout(1);
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            String uri = "docproc:crop?baseUrl=" + server.url();
            CompletableFuture<Exchange> call = CompletableFuture.supplyAsync(() -> service.send(uri, Replies.DOCUMENT));
            await().until(() -> server.inFlight() == 1);

            stop(service.context()).get();

            assertThat(call.get().getException()).isNotNull();
        }
    }

    @Test
    void aHealthProbeInFlightCompletes() throws Exception {
        try (HeldServer server = new HeldServer(Replies.BALANCE)) {
            service.component().getConfiguration().setHealthCheckTimeout(3_600_000);
            route("seda:in", "docproc:crop?baseUrl=" + server.url());
            HealthCheckHelper.getHealthCheckRepository(service.context(), "producers")
                    .setEnabled(true);
            CompletableFuture<Collection<HealthCheck.Result>> probe =
                    CompletableFuture.supplyAsync(() -> HealthCheckHelper.invokeReadiness(service.context()));
            await().until(() -> server.inFlight() == 1);

            stop(service.context()).get();

            assertThat(probe.get()).isNotNull();
        }
    }
}
