/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocTransportException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.Producer;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The context, a route or the component stops while calls are on their way: each ends, and none hangs. */
@Timeout(60)
class GracefulStopTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @Test
    @Survives(27)
    void aContextThatStopsEndsCallsInFlightAndThoseThatWaitForAPlace() throws Exception {
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            service.context().getShutdownStrategy().setTimeout(1);
            service.context().addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from("direct:call").to("docproc:crop?maxConcurrentRequests=2&baseUrl=" + server.url());
                }
            });
            List<CompletableFuture<Exchange>> calls = Stream.generate(() -> service.context()
                            .createProducerTemplate()
                            .asyncSend("direct:call", exchange -> exchange.getMessage()
                                    .setBody(Replies.DOCUMENT)))
                    .limit(5)
                    .toList();
            await().until(() -> server.inFlight() == 2);
            service.context().stop();
            for (CompletableFuture<Exchange> call : calls) {
                assertThat(call.get().getException()).isNotNull();
            }
            assertThat(server.most()).isEqualTo(2);
        }
    }

    @Test
    void aStoppedProducerEndsItsCallAndSaysWhy() throws Exception {
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            Calls calls = new Calls(service.context(), "docproc:crop?baseUrl=" + server.url());
            calls.offer();
            await().until(() -> server.inFlight() == 1);
            calls.producer().stop();
            calls.awaitDone(1);
            assertEnded(calls.done().get(0), false, "component stops");
        }
    }

    @Test
    @Survives(27)
    void aStoppedProducerEndsACallWhoseAnswerIsComing() throws Exception {
        CompletableFuture<Void> answering = new CompletableFuture<>();
        try (RawServer server = new RawServer(connection -> {
            connection.readRequest();
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{\"code\":");
            answering.complete(null);
            connection.awaitClientsEnd();
        })) {
            Calls calls = new Calls(service.context(), "docproc:crop?baseUrl=" + server.url());
            calls.offer();
            answering.get();
            calls.producer().stop();
            calls.awaitDone(1);
            assertEnded(calls.done().get(0), false, "component stops");
        }
    }

    @Test
    @Survives(27)
    void aStoppedProducerEndsACallWhoseDocumentHangs() throws Exception {
        Calls calls = new Calls(service.context(), "docproc:crop");
        HangingStream document = new HangingStream(Replies.DOCUMENT);
        Exchange hanging = calls.exchange();
        hanging.getMessage().setBody(document);
        calls.offer(hanging);
        document.awaitHanging();
        calls.producer().stop();
        calls.awaitDone(1);
        assertEnded(hanging, true, "component stops");
    }

    @Test
    @Survives(27)
    void aStoppedProducerEndsAGetThatMayBeRepeated() throws Exception {
        try (HeldServer server = new HeldServer(Replies.BALANCE)) {
            Calls calls = new Calls(service.context(), "docproc:balance?baseUrl=" + server.url());
            calls.offer();
            await().until(() -> server.inFlight() == 1);
            calls.producer().stop();
            calls.awaitDone(1);
            assertEnded(calls.done().get(0), true, "component stops");
        }
    }

    @Test
    @Survives(27)
    void aCallAfterTheStopIsRefusedAndNothingIsSent() throws Exception {
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        for (String uri : new String[] {"docproc:crop", "docproc:crop?synchronous=true"}) {
            Calls calls = new Calls(service.context(), uri);
            calls.producer().stop();
            calls.offer();
            calls.awaitDone(1);
            assertEnded(calls.done().get(0), true, "stopped");
        }
        assertThat(service.server().getAllServeEvents()).isEmpty();
    }

    @Test
    void aCallAfterTheComponentsStopIsRefusedByAProducerThatNobodyStopped() throws Exception {
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        for (String uri : new String[] {"docproc:crop", "docproc:crop?synchronous=true"}) {
            service.component().start();
            Calls calls = new Calls(service.context(), uri);
            service.component().stop();
            calls.offer();
            calls.awaitDone(1);
            assertEnded(calls.done().get(0), true, "crop");
        }
        assertThat(service.server().getAllServeEvents()).isEmpty();
    }

    @Test
    void aRouteThatWasStoppedCallsAgainOnceItIsStarted() throws Exception {
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        service.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:call").routeId("call").to("docproc:crop");
            }
        });
        service.context().getRouteController().stopRoute("call");
        service.context().getRouteController().startRoute("call");
        assertThat(service.send("direct:call", Replies.DOCUMENT).getException()).isNull();
    }

    @Test
    void aComponentThatWasStoppedCallsAgainOnceItIsStarted() {
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        service.component().stop();
        service.component().start();
        assertThat(service.send("docproc:crop", Replies.DOCUMENT).getException())
                .isNull();
    }

    @Test
    void aProducerThatCouldNotStartCanBeStopped() throws Exception {
        Producer producer = service.context()
                .getEndpoint("docproc:crop?http.noSuchOption=1")
                .createProducer();
        assertThatThrownBy(producer::start)
                .hasStackTraceContaining("camel-http does not take")
                .hasStackTraceContaining("noSuchOption");
        producer.stop();
    }

    private static void assertEnded(Exchange exchange, boolean retryable, String words) {
        DocprocException failure = Replies.failure(exchange);
        assertThat((Throwable) failure)
                .isInstanceOf(DocprocTransportException.class)
                .hasMessageContaining(words);
        assertThat(failure.isRetryable()).as(failure.getMessage()).isEqualTo(retryable);
    }
}
