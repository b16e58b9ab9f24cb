/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.internal.http.Credentials;
import io.docproc.camel.internal.http.Leases;
import io.docproc.camel.internal.http.ManualTimer;
import io.docproc.camel.internal.http.RequestBodies;
import io.docproc.camel.internal.http.ServiceCall;
import io.docproc.camel.internal.http.ServiceClient;
import io.docproc.camel.internal.observe.CallStatistics;
import io.docproc.camel.ratelimit.FakeRateLimiter;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.camel.Exchange;
import org.apache.camel.health.HealthCheckHelper;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A call that no time-out of a socket ends: each byte comes in time, and there is always another one. */
@Timeout(60)
class CallTimeoutTest {
    private static final String PATIENT = "&responseTimeout=5m&callTimeout=300";
    private static final String HEAD = "HTTP/1.1 200 OK\r\nx-request-id: r-77\r\nContent-Length: 500000\r\n\r\n{";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private static RawServer dripping(String beginning, String drop) {
        return new RawServer(connection -> {
            connection.readRequest();
            connection.write(beginning).dripUntilClientsEnd(drop);
        });
    }

    private void assertEndedByTheLimit(Exchange exchange) {
        assertThat(Replies.failure(exchange))
                .isInstanceOf(DocprocTransportException.class)
                .hasMessageContaining("it took longer than callTimeout, 300 ms");
    }

    @Test
    @Survives(6)
    void aBodyThatDripsForEverIsEndedByTheCallTimeout() throws IOException {
        try (RawServer server = dripping(HEAD, " ")) {
            String options = "?baseUrl=" + server.url() + PATIENT;
            assertEndedByTheLimit(service.send("docproc:crop" + options, Replies.DOCUMENT));
            assertEndedByTheLimit(service.send("docproc:parseSync" + options, Replies.DOCUMENT));
            assertEndedByTheLimit(service.send("docproc:balance" + options, null));
        }
    }

    @Test
    @Survives(5)
    void headersThatDripForEverAreEndedByTheCallTimeout() throws IOException {
        try (RawServer server = dripping("HTTP/1.1 200 OK\r\nx-drip: ", "x")) {
            assertEndedByTheLimit(service.send("docproc:balance?baseUrl=" + server.url() + PATIENT, null));
        }
    }

    @Test
    void anUploadThatNobodyReadsIsEndedByTheCallTimeout() throws IOException {
        byte[] large = Arrays.copyOf(Replies.DOCUMENT, 30_000_000);
        try (RawServer server = new RawServer(connection -> {
            connection.readHead();
            awaitTheServersEnd();
        })) {
            assertEndedByTheLimit(service.send("docproc:crop?baseUrl=" + server.url() + PATIENT, large));
        }
    }

    private static void awaitTheServersEnd() throws IOException {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }

    @Test
    void theHealthChecksQuestionIsEndedByItsTimeout() throws Exception {
        HealthCheckHelper.getHealthCheckRepository(service.context(), "producers")
                .setEnabled(true);
        try (RawServer server = dripping(HEAD, " ")) {
            new Calls(service.context(), "docproc:crop?healthCheckTimeout=500&baseUrl=" + server.url());
            HealthCheckHelper.invokeReadiness(service.context());

            await().untilAsserted(() -> {
                CallStatistics calls = service.component().status().calls();
                assertThat(calls.operations().get("balance").count()).isEqualTo(1);
                assertThat(calls.inFlight()).isZero();
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1000})
    void aDocumentThatHangsWhileItIsCheckedIsEndedByTheCallTimeoutAndGivesItsPlaceBack(int bytesBefore)
            throws Exception {
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        Calls calls = new Calls(service.context(), "docproc:crop?maxConcurrentRequests=1&callTimeout=300");
        Exchange hanging = calls.exchange();
        hanging.getMessage().setBody(new HangingStream(Arrays.copyOf(Replies.DOCUMENT, bytesBefore)));

        calls.offer(hanging);
        calls.awaitDone(1);
        assertEndedByTheLimit(hanging);
        assertThat(hanging.getException())
                .asInstanceOf(InstanceOfAssertFactories.type(DocprocTransportException.class))
                .matches(DocprocTransportException::isUnsent)
                .matches(DocprocTransportException::isRetryable);

        // How this one ends depends on the machine; without a place it would not end at all.
        calls.offer();
        calls.awaitDone(2);
    }

    private static DocprocTransportException failure(ServiceCall call, ManualTimer timer) throws IOException {
        try (CloseableHttpClient http = Leases.client()) {
            ServiceClient client = new ServiceClient(
                    Leases.of(http), new Credentials("app", "code"), FakeRateLimiter.unlimited(), timer.deadline());
            return catchThrowableOfType(
                    DocprocTransportException.class,
                    () -> client.execute(call, answer -> answer.body().readAllBytes()));
        }
    }

    @Test
    @Survives(6)
    void aPostThatTookTooLongMayNotBeRepeatedButAGetMay() throws IOException {
        ManualTimer timer = new ManualTimer();
        try (RawServer server = new RawServer(connection -> {
            connection.readRequest();
            connection.write(HEAD);
            timer.expire();
            connection.dripUntilClientsEnd(" ");
        })) {
            URI url = URI.create(server.url());
            DocprocTransportException post =
                    failure(ServiceCall.post("crop", url, RequestBodies.text("a document")), timer);
            assertThat(post.isRetryable()).isFalse();
            assertThat(post).hasMessageContaining("it took longer than callTimeout, 3600000 ms");
            assertThat(failure(ServiceCall.get("balance", url, Map.of()), timer).isRetryable())
                    .isTrue();
        }
    }

    @Test
    void theAlarmOfACallThatHasEndedIsTakenBack() throws IOException {
        ManualTimer timer = new ManualTimer();
        try (RawServer server = new RawServer(connection -> {
            connection.readRequest();
            connection.reset();
        })) {
            failure(ServiceCall.get("balance", URI.create(server.url()), Map.of()), timer);
            assertThat(timer.scheduled()).isCancelled();
        }
    }
}
