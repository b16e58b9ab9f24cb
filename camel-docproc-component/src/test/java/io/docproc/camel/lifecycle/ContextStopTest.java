/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.lifecycle;

import static io.docproc.camel.testkit.ContextStops.stop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.error.DocprocBalanceException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.HeldServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.support.SynchronizationAdapter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

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

    @Test
    @CoversFault(27)
    void callsWithoutResponseWithinTheTimeoutAreAborted() throws Exception {
        service.context().getShutdownStrategy().setTimeout(1);
        Replies.configure(service, component -> component.getConfiguration().setMaxConcurrentRequests(1));
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            route("seda:in?concurrentConsumers=2", "docproc:crop?baseUrl=" + server.url());
            send(2);
            await().until(() -> server.inFlight() == 1);
            await().until(() -> service.meters().waiting() == 1);

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
        await().until(() -> exchanges.size() == 1 && service.meters().waiting() == 1);

        stop(service.context()).get();

        await().until(() -> exchanges.size() == 2);
        assertRetryable(exchanges.get(1), "the application stops");
        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    @Test
    @CoversFault(95)
    void callsThatWaitForTheRateAreSent() throws Exception {
        int documents = 30;
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        Replies.configure(service, component -> component.setRequestsPerSecond(5));
        route("seda:in?concurrentConsumers=" + documents, "docproc:crop");
        send(documents);
        await().until(() -> service.meters().waiting() >= documents - 2);

        stop(service.context()).get();

        assertThat(exchanges).hasSize(documents).allSatisfy(exchange -> assertThat(exchange.getException())
                .isNull());
        assertThat(service.server().getAllServeEvents()).hasSize(documents);
    }

    @Test
    @CoversFault(95)
    void waitsForTheEndOfAnOutageEndAtOnce() throws Exception {
        service.respondWith("{\"code\":40003,\"message\":\"no money\"}");
        Replies.configure(service, component -> component.setOutageTimeout(3_600_000));
        route("seda:in?concurrentConsumers=3", "docproc:crop");
        send(3);
        await().until(() -> service.meters().gauge("docproc.calls.waiting", "reason", "outage") == 3);

        stop(service.context()).get(20, TimeUnit.SECONDS);

        assertThat(exchanges).hasSize(3).allSatisfy(exchange -> assertThat((Throwable) Replies.failure(exchange))
                .isInstanceOfAny(DocprocBalanceException.class, DocprocTransportException.class));
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
    void aTemplateCallInFlightCompletes() throws Exception {
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            String uri = "docproc:crop?baseUrl=" + server.url();
            CompletableFuture<Exchange> call = CompletableFuture.supplyAsync(() -> service.send(uri, Replies.DOCUMENT));
            await().until(() -> server.inFlight() == 1);

            CompletableFuture<Void> shutdown = stop(service.context());
            await().until(() -> service.component().isStopping());
            assertThat(shutdown).isNotDone();
            server.release(1);
            shutdown.get();

            assertThat(call.get().getException()).isNull();
            assertThat(call.get().getMessage().getBody(byte[].class)).isEqualTo(Replies.JPEG);
        }
    }
}
