/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.error.DocprocTransportException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests calls that are cancelled or interrupted while they wait for a permit. */
class CallInterruptTest extends ServiceClientFixture {
    @ParameterizedTest
    @MethodSource("calls")
    void interruptedCallIsUnsentBeforeFirstByte(ServiceCall call) {
        ServiceClient client = client(() -> {
            throw new InterruptedException();
        });
        DocprocTransportException failure = failure(client, call);

        assertThat(Thread.interrupted()).as("the interrupt status is restored").isTrue();
        assertThat(failure.isUnsent()).isTrue();
        assertThat(failure.isRetryable()).isTrue();
        assertThat(failure).hasMessageContaining("interrupted while it waited for its rate-limit permit");
    }

    private enum End {
        LIMIT("the call took longer than callTimeout, 3600000 ms, before anything was sent"),
        STOP("the call was cancelled because the component stops, before anything was sent");

        private final String message;

        End(String message) {
            this.message = message;
        }
    }

    private static Stream<Arguments> callsAndEnds() {
        return calls().flatMap(call -> Stream.of(End.values()).map(end -> Arguments.of(call, end)));
    }

    /** Returns a client whose calls are cancelled while they wait for their permit. */
    private static ServiceClient cancelledBeforeSending(End end, Runnable wait) {
        ManualTimer timer = new ManualTimer();
        AtomicReference<ServiceClient> client = new AtomicReference<>();
        FakeRateLimiter.Wait permit = () -> {
            if (end == End.STOP) {
                client.get().stop();
            } else {
                timer.expire();
            }
            wait.run();
        };
        client.set(client(permit, timer.deadline()));
        return client.get();
    }

    @ParameterizedTest
    @MethodSource("callsAndEnds")
    void callCancelledWhileWaitingForPermitIsUnsent(ServiceCall call, End end) {
        DocprocTransportException failure = failure(cancelledBeforeSending(end, () -> {}), call);

        assertThat(failure).hasMessageContaining(end.message);
        assertThat(failure.isUnsent()).isTrue();
        assertThat(failure.isRetryable()).isTrue();
        assertThat(Thread.interrupted()).as("the caller is interrupted").isFalse();
    }

    @ParameterizedTest
    @MethodSource("callsAndEnds")
    void waitForPermitIsCancelled(ServiceCall call, End end) {
        AtomicBoolean interrupted = new AtomicBoolean();
        ServiceClient client = cancelledBeforeSending(
                end, () -> interrupted.set(Thread.currentThread().isInterrupted()));

        assertThat(failure(client, call).isUnsent()).isTrue();
        assertThat(interrupted).isTrue();
    }

    /** Clears the interrupt status, as a wait does. */
    private static InterruptedException consumedInterrupt() {
        assertThat(Thread.interrupted()).as("the wait is interrupted").isTrue();
        return new InterruptedException();
    }

    @Test
    void foreignInterruptSurvivesCancelledCall() {
        ManualTimer timer = new ManualTimer();
        FakeRateLimiter.Wait permit = () -> {
            Thread.currentThread().interrupt();
            timer.expire();
        };
        failure(client(permit, timer.deadline()), ServiceCall.get("balance", SERVICE));

        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void laterForeignInterruptSurvivesCancelledWait() {
        ManualTimer timer = new ManualTimer();
        FakeRateLimiter.Wait permit = () -> {
            timer.expire();
            InterruptedException consumed = consumedInterrupt();
            Thread.currentThread().interrupt();
            throw consumed;
        };
        DocprocTransportException failure =
                failure(client(permit, timer.deadline()), ServiceCall.get("balance", SERVICE));

        assertThat(failure).hasMessageContaining("the call took longer than callTimeout");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void consumedForeignInterruptIsRestored() {
        ManualTimer timer = new ManualTimer();
        FakeRateLimiter.Wait permit = () -> {
            Thread.currentThread().interrupt();
            timer.expire();
            throw consumedInterrupt();
        };
        failure(client(permit, timer.deadline()), ServiceCall.get("balance", SERVICE));

        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void lateTimeoutDoesNotInterruptCaller() {
        ManualTimer timer = new ManualTimer();
        ServiceClient client = client(() -> {}, timer.deadline());
        client.execute(ServiceCall.get("balance", SERVICE), CallSettings.PLAIN, response -> "a response");

        timer.expire();

        assertThat(Thread.interrupted()).isFalse();
    }
}
