/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.lifecycle;

import static io.docproc.camel.testkit.TestContexts.stop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.client.WireMock;
import io.docproc.camel.DocprocComponent;
import io.docproc.camel.error.DocprocBalanceException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.testkit.Calls;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.HeldServer;
import io.docproc.camel.testkit.RawServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.support.SynchronizationAdapter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    @CoversFault(95)
    void callsThatWaitForTheRateAreSent() throws Exception {
        int documents = 30;
        service.respondWith(Replies.CROP_PATH, Replies.CROP);
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
        service.respondWith(Replies.CROP_PATH, Replies.CROP);
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
            CompletableFuture<Exchange> call = CompletableFuture.supplyAsync(() -> service.send(uri));
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

    @ParameterizedTest
    @CsvSource({"crop, '', false", "crop, '{\"code\":', false", "balance, '', true"})
    @CoversFault(27)
    void aStoppedComponentAbortsACallInFlight(String operation, String beginning, boolean retryable) throws Exception {
        service.context().getShutdownStrategy().setTimeout(1);
        CompletableFuture<Void> responding = new CompletableFuture<>();
        try (RawServer server = new RawServer(connection -> {
            connection.readRequest();
            connection.write(beginning.isEmpty() ? "" : "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" + beginning);
            responding.complete(null);
            connection.awaitClientClose();
        })) {
            Calls calls = new Calls(service.context(), "docproc:" + operation + "?baseUrl=" + server.url());
            calls.offer();
            responding.get();
            service.component().stop();
            calls.awaitDone(1);
            assertAborted(calls.done().get(0), retryable, "component stops");
        }
    }

    @Test
    @CoversFault(27)
    void aStoppedComponentAbortsACallWhoseDocumentHangs() throws Exception {
        service.context().getShutdownStrategy().setTimeout(1);
        Calls calls = new Calls(service.context(), "docproc:crop");
        InputStream beginning = new ByteArrayInputStream(Replies.DOCUMENT);
        Exchange exchange = calls.exchange();
        exchange.getMessage()
                .setBody(new SequenceInputStream(beginning, new PipedInputStream(new PipedOutputStream())));
        calls.offer(exchange);
        await().until(() -> beginning.available() == 0);
        service.component().stop();
        calls.awaitDone(1);
        assertAborted(exchange, true, "component stops");
    }

    @Test
    @CoversFault(27)
    void aCallAfterTheStopOfTheComponentIsRejected() throws Exception {
        service.context().getShutdownStrategy().setTimeout(1);
        service.respondWith(Replies.CROP_PATH, Replies.CROP);
        Calls calls = new Calls(service.context(), "docproc:crop");
        service.component().stop();
        calls.offer();
        calls.awaitDone(1);
        assertAborted(calls.done().get(0), true, "crop");
        assertThat(service.server().getAllServeEvents()).isEmpty();
    }

    private static void assertAborted(Exchange exchange, boolean retryable, String message) {
        DocprocException failure = Replies.failure(exchange);
        assertThat((Throwable) failure)
                .isInstanceOf(DocprocTransportException.class)
                .hasMessageContaining(message);
        assertThat(failure.isRetryable()).as(failure.getMessage()).isEqualTo(retryable);
    }

    private static final String NEW_SECRET = "n3w-s3cr3t-0a1b2c";

    private void addComponent() {
        DocprocComponent component = new DocprocComponent();
        ServiceDouble.configure(component.getConfiguration(), service.address());
        component.getConfiguration().setSecretCode(NEW_SECRET);
        service.context().addComponent("docproc", component);
    }

    private CompletableFuture<Void> removeComponent() {
        return CompletableFuture.runAsync(() -> service.context().removeComponent("docproc"), ContextStopTest::execute);
    }

    /** The common pool has fewer threads than tasks that wait for each other, depending on the number of processors. */
    private static void execute(Runnable task) {
        new Thread(task).start();
    }

    @Test
    void aCallInFlightCompletesAndTheNextOneHasTheNewSecret() throws Exception {
        DocprocComponent old = service.component();
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            service.route(routes -> routes.from("direct:in").to("docproc:crop?baseUrl=" + server.url()));
            CompletableFuture<Exchange> call = sendInBackground();
            await().until(() -> server.inFlight() == 1);

            CompletableFuture<Void> removal = removeComponent();
            await().until(old::isStopping);
            await().during(Duration.ofMillis(300)).until(() -> !removal.isDone() && !call.isDone());
            server.release(1);
            removal.get();

            assertThat(call.get().getException()).isNull();
            assertThat(call.get().getMessage().getBody(byte[].class)).isEqualTo(Replies.JPEG);
            assertThat(server.requests()).isEqualTo(1);
        }
        service.respondWith(Replies.CROP);
        addComponent();
        service.call("docproc:crop?jpegQuality=90");

        assertThat(service.onlyRequest().getHeader("x-ti-secret-code")).isEqualTo(NEW_SECRET);
    }

    private CompletableFuture<Exchange> sendInBackground() {
        return CompletableFuture.supplyAsync(() -> service.send("direct:in"), ContextStopTest::execute);
    }

    private static final int DOCUMENTS = 12;

    @TempDir
    Path folder;

    private CamelContext context() {
        return service.context();
    }

    @Test
    @CoversFault(48)
    void filesSentByToDAreBilledOnceDespiteEviction() throws Exception {
        service.respondWith(WireMock.okJson(Replies.CROP).withFixedDelay(300));
        AtomicInteger results = new AtomicInteger();
        for (int document = 0; document < DOCUMENTS; document++) {
            Files.write(folder.resolve(document + ".pdf"), Replies.DOCUMENT);
        }
        RouteBuilder.addRoutes(context(), routes -> routes.from("file:" + folder + "?initialDelay=0&delay=10")
                .toD("docproc:crop?jpegQuality=${random(1,100)}&enhanceMode=5", 1)
                .process(exchange -> results.incrementAndGet()));

        await().until(() -> results.get() == DOCUMENTS);
        await().until(() -> context().getInflightRepository().size() == 0);
        assertThat(service.server().getAllServeEvents()).hasSize(DOCUMENTS);
        assertThat(service.meters().gauge("docproc.calls.in.flight")).isZero();
    }
}
