/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.testkit.Calls;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.HeldServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The thread on which a call runs, the number of concurrent calls, and that each exchange completes exactly once. */
@Timeout(60)
class AsynchronousCallTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @Test
    void callsInFlightAreLimitedAndFurtherCallersWait() throws Exception {
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            Calls calls = new Calls(service.context(), "docproc:crop?maxConcurrentRequests=4&baseUrl=" + server.url());
            Thread caller = calls.offerInBackground(50);
            await().until(() -> server.inFlight() == 4 && Calls.isWaiting(caller));
            assertThat(calls.offered()).as("the fifth call is not accepted").isEqualTo(4);
            server.release(50);
            calls.awaitDone(50);
            assertThat(server.maxInFlight()).isEqualTo(4);
            assertThat(calls.done())
                    .allSatisfy(exchange -> assertThat(exchange.getException()).isNull());
        }
    }

    @Test
    void endpointsShareTheComponentsPermits() throws Exception {
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            Replies.configure(service, component -> {
                component.getConfiguration().setMaxConcurrentRequests(2);
                component.getConfiguration().setBaseUrl(server.url());
            });
            Calls some = new Calls(service.context(), "docproc:crop");
            Calls others = new Calls(service.context(), "docproc:crop?jpegQuality=80");
            some.offer();
            others.offer();
            Thread caller = others.offerInBackground(1);
            await().until(() -> server.inFlight() == 2 && Calls.isWaiting(caller));
            server.release(3);
            some.awaitDone(1);
            others.awaitDone(2);
            assertThat(server.maxInFlight()).isEqualTo(2);
        }
    }

    @Test
    void anEndpointWithItsOwnLimitHasItsOwnPermits() throws Exception {
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            Replies.configure(service, component -> {
                component.getConfiguration().setMaxConcurrentRequests(1);
                component.getConfiguration().setBaseUrl(server.url());
            });
            Calls shared = new Calls(service.context(), "docproc:crop");
            Calls own = new Calls(service.context(), "docproc:crop?maxConcurrentRequests=2");
            shared.offer();
            own.offer();
            own.offer();
            await().until(() -> server.inFlight() == 3);
            server.release(3);
            shared.awaitDone(1);
            own.awaitDone(2);
        }
    }

    @Test
    void twoCallsInOneRouteDoNotWaitForEachOther() throws Exception {
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        service.server().stubFor(Stubs.ok(Replies.PARSE_PATH, Replies.PARSE));
        Replies.configure(service, component -> component.getConfiguration().setMaxConcurrentRequests(1));
        service.route(routes -> routes.from("direct:both")
                .to("docproc:crop")
                .to("docproc:parseSync?validateInput=false")
                .to("docproc:parseSync?validateInput=false&pages=true"));
        List<CompletableFuture<Object>> responses = IntStream.range(0, 10)
                .mapToObj(i -> service.context().createProducerTemplate().asyncRequestBody("direct:both", (Object)
                        Replies.DOCUMENT))
                .toList();
        assertThat(responses).allSatisfy(response -> assertThat(response.get()).isNotNull());
    }

    @Test
    void aSynchronousEndpointStaysOnTheCallersThread() throws Exception {
        List<Thread> threads = threadsAround("docproc:crop?synchronous=true", false);
        assertThat(threads).containsOnly(Thread.currentThread());
    }

    @Test
    void aTransactedExchangeStaysOnTheCallersThread() throws Exception {
        List<Thread> threads = threadsAround("docproc:crop", true);
        assertThat(threads).containsOnly(Thread.currentThread());
    }

    @Test
    void byDefaultTheRouteContinuesOnAThreadOfTheComponent() throws Exception {
        List<Thread> threads = threadsAround("docproc:crop", false);
        assertThat(threads.get(1)).isNotSameAs(threads.get(0));
        assertThat(threads.get(1).getName()).contains("docproc");
    }

    private List<Thread> threadsAround(String uri, boolean transacted) throws Exception {
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        List<Thread> threads = new CopyOnWriteArrayList<>();
        service.route(routes -> routes.from("direct:call")
                .process(exchange -> exchange.getExchangeExtension().setTransacted(transacted))
                .process(exchange -> threads.add(Thread.currentThread()))
                .to(uri)
                .process(exchange -> threads.add(Thread.currentThread())));
        assertThat(service.send("direct:call", Replies.DOCUMENT).getException()).isNull();
        assertThat(threads).hasSize(2);
        return threads;
    }

    /** Output class whose constructor throws an error. */
    public static final class FailingFields {
        /** Extracted field. */
        public String total;

        /** Throws an error. */
        public FailingFields() {
            throw new StackOverflowError("on purpose");
        }
    }

    @Test
    void anErrorCompletesTheExchangeOnceAndReleasesItsPermit() throws Exception {
        service.server().stubFor(Stubs.ok(Replies.EXTRACT_PATH, Replies.EXTRACT));
        Calls calls = new Calls(
                service.context(),
                "docproc:extract?maxConcurrentRequests=1&outputClass=" + FailingFields.class.getName());
        for (int call = 1; call <= 3; call++) {
            Exchange exchange = calls.exchange();
            exchange.getMessage().setHeader("CamelDocprocSchema", Replies.SCHEMA);
            calls.offer(exchange);
            calls.awaitDone(call);
            assertThat(exchange.getException()).isNotNull().hasStackTraceContaining("on purpose");
        }
    }

    @Test
    @CoversFault(28)
    void anInterruptWhileWaitingForAPermitIsPreserved() throws Exception {
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            Calls calls = new Calls(service.context(), "docproc:crop?maxConcurrentRequests=1&baseUrl=" + server.url());
            calls.offer();
            Exchange waiting = calls.exchange();
            CompletableFuture<Boolean> stillInterrupted = new CompletableFuture<>();
            Thread caller = new Thread(() -> {
                calls.offer(waiting);
                stillInterrupted.complete(Thread.currentThread().isInterrupted());
            });
            caller.start();
            await().until(() -> Calls.isWaiting(caller));
            caller.interrupt();
            assertThat(stillInterrupted.get()).isTrue();
            assertThat(Replies.failure(waiting)).isInstanceOf(DocprocTransportException.class);
            assertThat(Replies.failure(waiting).isRetryable())
                    .as("nothing was sent")
                    .isTrue();
            server.release(1);
            calls.awaitDone(2);
            assertThat(server.maxInFlight()).isEqualTo(1);
        }
    }
}
