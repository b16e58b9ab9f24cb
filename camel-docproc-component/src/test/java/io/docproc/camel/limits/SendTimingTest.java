/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.error.DocprocRateLimitException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.testkit.Calls;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.GatedStream;
import io.docproc.camel.testkit.RawServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** When calls arrive at the service: the permit is acquired right before the first byte is sent. */
@Timeout(60)
class SendTimingTest {
    private static final String REFUSED = "{\"code\":40306,\"message\":\"qps limit exceeded\"}";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private final CountDownLatch gate = new CountDownLatch(1);

    private Exchange slowDocument(Calls calls) {
        Exchange exchange = calls.exchange();
        exchange.getMessage().setBody(new GatedStream(gate, new ByteArrayInputStream(Replies.DOCUMENT)));
        return exchange;
    }

    @Test
    @CoversFault(50)
    void aSlowDocumentDoesNotViolateTheRateLimit() throws Exception {
        List<Long> arrivals = new CopyOnWriteArrayList<>();
        Replies.configure(service, component -> component.setRequestsPerSecond(1));
        try (RawServer server = new RawServer(connection -> {
            connection.readHead();
            arrivals.add(System.nanoTime());
            gate.countDown();
            connection.awaitClientClose();
        })) {
            service.component().getConfiguration().setCallTimeout(5_000);
            Calls calls = new Calls(service.context(), "docproc:crop?validateInput=false&baseUrl=" + server.url());
            calls.offer(slowDocument(calls));
            calls.offer();
            calls.offer(slowDocument(calls));
            calls.offer();
            await().until(() -> arrivals.size() == 4);
        }

        for (int call = 1; call < arrivals.size(); call++) {
            assertThat(Duration.ofNanos(arrivals.get(call) - arrivals.get(call - 1)))
                    .as("a second, of which a slow machine may take a half to accept the earlier call")
                    .isGreaterThan(Duration.ofMillis(500));
        }
    }

    @Test
    @CoversFault(51)
    void noCallIsSentDuringTheCooldownAndAStopAbortsThem() throws Exception {
        CountDownLatch rateLimitError = new CountDownLatch(1);
        Replies.configure(service, component -> {
            component.setRateLimitCooldown(3_600_000);
            component.setRequestsPerSecond(1);
        });
        try (RawServer server = new RawServer(connection -> {
            connection.readRequest();
            awaitLatch(rateLimitError);
            connection.respond(200, "application/json", REFUSED);
            connection.awaitClientClose();
        })) {
            Calls calls = new Calls(service.context(), "docproc:crop?baseUrl=" + server.url());
            calls.offer();
            await().until(() -> server.requests().size() == 1);
            calls.offer(slowDocument(calls));
            calls.offer(slowDocument(calls));
            calls.offer();
            rateLimitError.countDown();
            calls.awaitDone(1);
            calls.offer();
            gate.countDown();
            await().until(() -> service.meters().waiting() == 4);

            long start = System.nanoTime();
            service.context().stop();
            calls.awaitDone(5);

            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .as("a second, and what a busy machine adds; the cooldown lasts an hour")
                    .isLessThan(Duration.ofSeconds(30));
            assertThat(server.requests()).hasSize(1);
            assertThat(Replies.failure(calls.done().get(0))).isInstanceOf(DocprocRateLimitException.class);
            assertThat(calls.done().subList(1, 5)).allSatisfy(SendTimingTest::assertUnsent);
        }
    }

    private static void assertUnsent(Exchange exchange) {
        assertThat(Replies.failure(exchange)).isInstanceOf(DocprocTransportException.class);
        assertThat(((DocprocTransportException) exchange.getException()).isUnsent())
                .isTrue();
        assertThat(Replies.failure(exchange).isRetryable()).isTrue();
    }

    private static void awaitLatch(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }

    @Test
    void aConnectionClosedDuringTheWaitForAPermitIsReplaced() throws Exception {
        Replies.configure(service, component -> component.setRequestsPerSecond(0.5));
        try (RawServer server = new RawServer(connection -> {
            connection.readRequest();
            connection.respond(200, "application/json", Replies.CROP);
            try {
                connection.awaitClientClose(Duration.ofMillis(300));
            } catch (SocketTimeoutException e) {
                // The server closes idle connections.
            }
        })) {
            service.component().getConfiguration().setBaseUrl(server.url());
            service.call("docproc:crop", Replies.DOCUMENT);
            service.call("docproc:crop", Replies.DOCUMENT);

            assertThat(server.requests()).hasSize(2);
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void callTimeoutDoesNotIncludeTheWaitForAPermit() {
        Replies.configure(service, component -> component.setRequestsPerSecond(0.5));
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        service.call("docproc:crop", Replies.DOCUMENT);

        service.component().getConfiguration().setCallTimeout(1_500);
        service.call("docproc:crop?validateInput=true", Replies.DOCUMENT);

        assertThat(service.server().getAllServeEvents()).hasSize(2);
    }

    @Test
    void permitTimeoutLimitsTheWaitForTheRateLimit() {
        Replies.configure(service, component -> component.setRequestsPerSecond(0.001));
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        service.call("docproc:crop", Replies.DOCUMENT);

        Exchange late = service.send("docproc:crop?permitTimeout=200ms", Replies.DOCUMENT);

        assertUnsent(late);
        assertThat(Replies.failure(late)).hasMessageContaining("permitTimeout");
        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }
}
