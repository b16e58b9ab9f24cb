/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

import io.docproc.camel.model.ParseJob;
import io.docproc.camel.testkit.Calls;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.HeldServer;
import io.docproc.camel.testkit.RawServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The connection pool never limits the calls below maxConcurrentRequests, and no call uses a closed connection. */
@Timeout(60)
class ConnectionPoolTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @Test
    void thereIsAConnectionForEachPermit() throws Exception {
        int permits = 30;
        Replies.configure(service, component -> component.getConfiguration().setMaxConcurrentRequests(permits));
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            Calls calls = new Calls(service.context(), "docproc:crop?baseUrl=" + server.url());
            calls.offer(permits + 1);

            await().until(() -> server.inFlight() == permits && service.meters().waiting() == 1);
            server.release(permits + 1);
            calls.awaitDone(permits + 1);
            assertThat(server.maxInFlight()).isEqualTo(permits);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "0, 400", "50, 0"})
    void aConnectionThatTheServerClosedAfterAnyIdleTimeIsNotUsed(int processingMillis, int idleMillis)
            throws IOException {
        AtomicInteger closed = new AtomicInteger();
        try (RawServer server = new RawServer(connection -> {
            connection.readRequest();
            connection.awaitSilence(Duration.ofMillis(1 + processingMillis));
            connection.respond(200, "application/json", Replies.CROP);
            connection.awaitSilence(Duration.ofMillis(1 + idleMillis));
            connection.close();
            closed.incrementAndGet();
        })) {
            service.configuration().setBaseUrl(server.url());
            for (int call = 1; call <= 5; call++) {
                service.call("docproc:crop");
                await().untilAtomic(closed, equalTo(call));
            }
            assertThat(server.requests()).hasSize(5);
        }
    }

    /** A proxy that repeats a request, or a server that sends more than its Content-Length says, at once or later. */
    @ParameterizedTest
    @CoversFault(102)
    @CsvSource({"0, 0, true", "0, 0, false", "0, 5, true", "0, 30, true", "100, 0, true"})
    void noCallGetsASurplusResponse(int millisToSurplus, int millisToNextCall, boolean whole) throws IOException {
        String surplus = response(Replies.crop(new byte[] {1, 2, 3}));
        Semaphore sent = new Semaphore(0);
        try (RawServer server = new RawServer(connection -> {
            while (true) {
                connection.readRequest();
                connection.write(response(Replies.CROP)
                        + (millisToSurplus > 0 ? "" : whole ? surplus : surplus.substring(0, 90)));
                if (millisToSurplus > 0) {
                    connection.awaitSilence(Duration.ofMillis(millisToSurplus));
                    connection.write(surplus);
                }
                sent.release();
            }
        })) {
            service.configuration().setBaseUrl(server.url());
            for (int call = 1; call <= 20; call++) {
                assertThat(service.call("docproc:crop").getBody(byte[].class)).isEqualTo(Replies.JPEG);
                sent.acquireUninterruptibly();
                LockSupport.parkNanos(millisToNextCall * 1_000_000L);
            }
            assertThat(server.connections()).isEqualTo(20);
        }
    }

    private static String response(String body) {
        return "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    @Test
    @CoversFault(102)
    void noDownloadGetsASurplusResponse() throws IOException {
        AtomicInteger number = new AtomicInteger();
        try (RawServer server = new RawServer(connection -> {
            while (true) {
                connection.readRequest();
                connection.write(response("{\"markdown\":\"" + number.incrementAndGet() + "\"}")
                        + response("{\"markdown\":\"surplus\"}"));
            }
        })) {
            service.configuration().setBaseUrl(server.url());
            ParseJob job = new ParseJob("job-1", null, "completed", server.url() + "/results/1", null, null);
            for (int download = 1; download <= 5; download++) {
                assertThat(service.call("docproc:parseResult", job).getBody(String.class))
                        .isEqualTo("{\"markdown\":\"" + download + "\"}");
            }
        }
    }

    @Test
    void permitTimeoutLimitsTheWaitForAPermit() throws Exception {
        Replies.configure(service, component -> component.getConfiguration().setMaxConcurrentRequests(1));
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            Calls calls = new Calls(service.context(), "docproc:crop?permitTimeout=300ms&baseUrl=" + server.url());
            calls.offer();
            await().until(() -> server.inFlight() == 1);
            calls.offer();
            calls.awaitDone(1);

            assertThat(Replies.failure(calls.done().get(0))).hasMessageContaining("permitTimeout");
            server.release(1);
            calls.awaitDone(2);
            assertThat(calls.done().get(1).getException()).isNull();
            assertThat(server.requests()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "maxTotalConnections, maxTotalConnections, maxConcurrentRequests",
        "connectionsPerRoute, connectionsPerRoute, maxConcurrentRequests",
        "max-total-connections, max-total-connections, maxConcurrentRequests",
        "http-client, httpClient, ''",
        "followRedirects, followRedirects, ''"
    })
    void anOptionThatLimitsThePoolOrFollowsRedirectsIsRejectedAtStart(String name, String option, String instead) {
        service.configuration().setHttpOptions(Map.of(name, name.startsWith("follow") ? "true" : "1"));
        assertThatThrownBy(() -> service.send("docproc:balance", null))
                .hasStackTraceContaining("Option http." + option + " is not allowed")
                .hasStackTraceContaining(instead);
    }
}
