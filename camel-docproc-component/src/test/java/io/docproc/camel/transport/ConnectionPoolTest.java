/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocTransportException;
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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** The pause before the response is the time of processing. */
    @Test
    void aConnectionThatTheServerClosedRightAfterItsResponseIsNotUsed() throws IOException {
        AtomicInteger closed = new AtomicInteger();
        try (RawServer server = new RawServer(connection -> {
            connection.readRequest();
            connection.awaitSilence(Duration.ofMillis(50));
            connection.respond(200, "application/json", Replies.CROP);
            connection.close();
            closed.incrementAndGet();
        })) {
            service.component().getConfiguration().setBaseUrl(server.url());
            for (int call = 1; call <= 5; call++) {
                service.call("docproc:crop", Replies.DOCUMENT);
                while (closed.get() < call) {
                    Thread.onSpinWait();
                }
            }
            assertThat(server.requests()).hasSize(5);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 400})
    void aConnectionThatTheServerClosedAfterAnyIdleTimeIsNotUsed(int idleMillis) throws IOException {
        AtomicInteger closed = new AtomicInteger();
        try (RawServer server = new RawServer(connection -> {
            connection.readRequest();
            connection.respond(200, "application/json", Replies.CROP);
            if (idleMillis > 0) {
                connection.awaitSilence(Duration.ofMillis(idleMillis));
            }
            connection.close();
            closed.incrementAndGet();
        })) {
            service.component().getConfiguration().setBaseUrl(server.url());
            for (int call = 1; call <= 5; call++) {
                service.call("docproc:crop", Replies.DOCUMENT);
                await().untilAtomic(closed, equalTo(call));
            }
            assertThat(server.requests()).hasSize(5);
        }
    }

    @Test
    void aResponseOnAnIdleConnectionIsNotTheResponseOfTheNextCall() throws IOException {
        AtomicInteger closed = new AtomicInteger();
        try (RawServer server = new RawServer(connection -> {
            connection.readRequest();
            connection.respond(200, "application/json", Replies.CROP);
            connection.awaitSilence(Duration.ofMillis(200));
            connection.respond(408, "text/html", "<html>Request Time-out</html>");
            closed.incrementAndGet();
            connection.awaitClientClose();
        })) {
            service.component().getConfiguration().setBaseUrl(server.url());
            service.call("docproc:crop", Replies.DOCUMENT);
            await().untilAtomic(closed, equalTo(1));
            service.call("docproc:crop", Replies.DOCUMENT);
            assertThat(server.requests()).hasSize(2);
        }
    }

    /** A proxy that repeats a request, or a server that sends more than its Content-Length says. */
    @ParameterizedTest
    @CoversFault(102)
    @CsvSource({"0, true", "0, false", "5, true", "30, true"})
    void noCallGetsASurplusResponse(int millisToNextCall, boolean whole) throws IOException {
        String surplus = Replies.crop(new byte[] {1, 2, 3});
        try (RawServer server = new RawServer(connection -> {
            while (true) {
                connection.readRequest();
                connection.write(response(Replies.CROP)
                        + (whole ? response(surplus) : response(surplus).substring(0, 90)));
            }
        })) {
            service.component().getConfiguration().setBaseUrl(server.url());
            for (int call = 1; call <= 20; call++) {
                assertThat(service.call("docproc:crop", Replies.DOCUMENT).getBody(byte[].class))
                        .isEqualTo(Replies.JPEG);
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
            service.component().getConfiguration().setBaseUrl(server.url());
            ParseJob job = new ParseJob("job-1", null, "completed", server.url() + "/results/1", null, null);
            for (int download = 1; download <= 5; download++) {
                assertThat(service.call("docproc:parseResult", job).getBody(String.class))
                        .isEqualTo("{\"markdown\":\"" + download + "\"}");
            }
        }
    }

    @Test
    void aServerThatClosesEachConnectionAtOnceFailsTheCall() throws IOException {
        try (RawServer server = new RawServer(RawServer.Connection::close)) {
            DocprocException failure =
                    Replies.failure(service.send("docproc:crop?baseUrl=" + server.url(), Replies.DOCUMENT));
            assertThat(failure).isInstanceOf(DocprocTransportException.class);
            // A server that is slower than the check closes the connection after the first byte.
            assertThat(failure.isRetryable()).isEqualTo(failure.getMessage().contains("nothing was sent"));
            assertThat(server.connections()).isLessThan(5);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"maxTotalConnections", "connectionsPerRoute", "max-total-connections"})
    void anOptionThatLimitsThePoolIsRejectedAtStart(String option) {
        service.component().getConfiguration().setHttpOptions(Map.of(option, 1));
        assertThatThrownBy(() -> new Calls(service.context(), "docproc:crop"))
                .hasStackTraceContaining("Option http." + option + " is not allowed")
                .hasStackTraceContaining("maxConcurrentRequests");
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
    @CsvSource({"http-client,httpClient", "followRedirects,followRedirects"})
    void anHttpOptionThatCouldFollowRedirectsIsRejected(String name, String option) {
        service.component().getConfiguration().setHttpOptions(Map.of(name, "true"));

        assertThatThrownBy(() -> service.send("docproc:balance", null))
                .hasStackTraceContaining("Option http." + option + " is not allowed");
    }
}
