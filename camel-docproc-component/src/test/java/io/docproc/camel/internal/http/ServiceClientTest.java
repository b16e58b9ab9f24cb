/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.fuzz.CannedClient;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Permits of calls, and calls that are cancelled or interrupted at a moment that no route can choose. */
class ServiceClientTest {
    private static final URI SERVICE = URI.create("http://localhost/x");
    private static final ServiceCall BALANCE = ServiceCall.get("balance", SERVICE);

    private final ManualTimer timer = new ManualTimer();

    /** Responds without a network, after the steps before a request is sent. */
    private static final class Http extends CannedClient {
        Http() {
            super(200, "{\"code\":200}".getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public ClassicHttpResponse executeOpen(HttpHost target, ClassicHttpRequest request, HttpContext context)
                throws IOException {
            CallsInFlight.Call call = (CallsInFlight.Call) context.getAttribute(ServiceRequestExecutor.CALL);
            call.awaitPermit();
            call.startSending();
            call.sent();
            return super.executeOpen(target, request, context);
        }
    }

    private ServiceClient client(FakeRateLimiter limiter) {
        return TestClients.of(new Http(), limiter.rateLimit(Duration.ofSeconds(10)), timer.deadline());
    }

    private static DocprocTransportException failure(ServiceClient client, ServiceCall call) {
        DocprocTransportException failure = catchThrowableOfType(
                DocprocTransportException.class,
                () -> client.execute(call, CallSettings.PLAIN, response -> "a response"));
        assertThat(failure).isNotNull();
        return failure;
    }

    private static Stream<ServiceCall> calls() {
        return Stream.of(BALANCE, ServiceCall.post("crop", SERVICE, RequestBodies.text("a document")));
    }

    @Test
    void thePermitOfAnUnsentCallIsReleasedAndThatOfASentCallIsUsed() {
        FakeRateLimiter expiring = new FakeRateLimiter(timer::expire);
        failure(client(expiring), BALANCE);
        assertThat(expiring.released()).isEqualTo(1);
        assertThat(expiring.sent()).isZero();

        FakeRateLimiter granting = new FakeRateLimiter(() -> {});
        client(granting).execute(BALANCE, CallSettings.PLAIN, response -> "a response");
        assertThat(granting.released()).isZero();
        assertThat(granting.sent()).isEqualTo(1);
    }

    private enum End {
        LIMIT("the call took longer than callTimeout, 3600000 ms, before anything was sent"),
        STOP("the call was cancelled because the component stops, before anything was sent");

        private final String message;

        End(String message) {
            this.message = message;
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCallThatIsCancelledWhileItWaitsForItsPermitIsUnsent(End end) {
        calls().forEach(call -> {
            AtomicReference<ServiceClient> client = new AtomicReference<>();
            client.set(client(new FakeRateLimiter(() -> {
                if (end == End.STOP) {
                    client.get().stop();
                } else {
                    timer.expire();
                }
                assertThat(Thread.currentThread().isInterrupted())
                        .as("the wait ends")
                        .isTrue();
            })));
            DocprocTransportException failure = failure(client.get(), call);

            assertThat(failure).hasMessageContaining(end.message);
            assertThat(failure.isUnsent()).isTrue();
            assertThat(failure.isRetryable()).isTrue();
            assertThat(Thread.interrupted()).as("the caller is interrupted").isFalse();
        });
    }

    @ParameterizedTest
    @MethodSource("calls")
    void aThreadThatIsInterruptedWhileItWaitsStaysInterruptedAndItsCallIsUnsent(ServiceCall call) {
        ServiceClient client = client(new FakeRateLimiter(() -> {
            throw new InterruptedException();
        }));
        DocprocTransportException failure = failure(client, call);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(failure.isUnsent()).isTrue();
        assertThat(failure).hasMessageContaining("interrupted while it waited for its rate-limit permit");
    }

    @Test
    void anInterruptOfAnotherOriginSurvivesACancellation() {
        failure(
                client(new FakeRateLimiter(() -> {
                    Thread.currentThread().interrupt();
                    timer.expire();
                })),
                BALANCE);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aStoppedClientSendsNothingAndALateTimeoutInterruptsNobody() {
        ServiceClient client = client(new FakeRateLimiter(() -> {}));
        client.execute(BALANCE, CallSettings.PLAIN, response -> "a response");
        timer.expire();
        assertThat(Thread.interrupted()).isFalse();

        client.stop();
        assertThat(failure(client, BALANCE).isUnsent()).isTrue();
    }
}
