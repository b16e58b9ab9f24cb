/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.fuzz.CannedClient;
import io.docproc.camel.internal.stream.ContentSource;
import io.docproc.camel.ratelimit.AccountRateLimit;
import io.docproc.camel.ratelimit.FakeRateLimiter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ServiceClientTest {
    private static final URI SERVICE = URI.create("http://localhost/x");

    /** Responds without a network, after the steps of the executor before it sends a request. */
    private static final class Http extends CannedClient {
        Http() {
            super(200, "{\"code\":200}".getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public ClassicHttpResponse executeOpen(HttpHost target, ClassicHttpRequest request, HttpContext context)
                throws IOException {
            Transmission transmission = Transmission.of(context).orElseThrow();
            transmission.prepare(null);
            transmission.start();
            transmission.sent();
            return super.executeOpen(target, request, context);
        }
    }

    private static ServiceClient client(FakeRateLimiter.Wait wait) {
        return client(wait, CallDeadlines.none());
    }

    private static ServiceClient client(FakeRateLimiter.Wait wait, CallDeadline limit) {
        return client(new FakeRateLimiter(wait), limit);
    }

    private static ServiceClient client(FakeRateLimiter limiter, CallDeadline limit) {
        AccountRateLimit rateLimit = AccountRateLimit.of(limiter, Duration.ofSeconds(10));
        return new ServiceClient(Leases.of(new Http()), new Credentials("app", "s3cr3t-c0de"), rateLimit, limit);
    }

    private static DocprocTransportException failure(ServiceClient client, ServiceCall call) {
        DocprocTransportException failure = catchThrowableOfType(
                DocprocTransportException.class, () -> client.execute(call, response -> "a response"));
        assertThat(failure).isNotNull();
        return failure;
    }

    private static Stream<ServiceCall> calls() {
        return Stream.of(
                ServiceCall.get("balance", SERVICE, Map.of()),
                ServiceCall.post("crop", SERVICE, RequestBodies.text("a document")));
    }

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

    /** How the stream of a document reports an interrupt. */
    private enum Reaction {
        CHECKED(InterruptedIOException.class) {
            @Override
            void fail() throws IOException {
                throw new InterruptedIOException("interrupted");
            }
        },
        UNCHECKED(UncheckedIOException.class) {
            @Override
            void fail() {
                throw new UncheckedIOException(new IOException("aborted"));
            }
        };

        private final Class<? extends Exception> exception;

        Reaction(Class<? extends Exception> exception) {
            this.exception = exception;
        }

        abstract void fail() throws IOException;
    }

    /** A document that blocks after its first bytes until the deadline has expired and the thread is interrupted. */
    private record Hanging(int bytes, ManualTimer timer, Reaction reaction) implements ContentSource {
        @Override
        public OptionalLong length() {
            return OptionalLong.empty();
        }

        @Override
        public boolean repeatable() {
            return false;
        }

        @Override
        public InputStream open() {
            return new SequenceInputStream(new ByteArrayInputStream(new byte[bytes]), new InputStream() {
                @Override
                public int read() throws IOException {
                    timer.expire();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        reaction.fail();
                    }
                    return -1;
                }
            });
        }
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(30)
    void callTimeoutEndsHangingDocument(Reaction reaction) {
        ManualTimer timer = new ManualTimer();
        ServiceClient client = client(() -> {}, timer.deadline());
        for (int bytesBefore : new int[] {0, 200_000}) {
            ServiceCall call = ServiceCall.post(
                    "crop", SERVICE, RequestBodies.octetStream(new Hanging(bytesBefore, timer, reaction)));
            DocprocTransportException failure = failure(client, call);

            assertThat(failure)
                    .hasMessageContaining("the call took longer than callTimeout")
                    .hasCauseInstanceOf(reaction.exception);
            assertThat(failure.isRetryable()).as("nothing was sent").isEqualTo(bytesBefore == 0);
            assertThat(Thread.interrupted()).as("the caller is interrupted").isFalse();
        }
    }

    @Test
    void foreignInterruptSurvivesCancelledCall() {
        ManualTimer timer = new ManualTimer();
        FakeRateLimiter.Wait permit = () -> {
            Thread.currentThread().interrupt();
            timer.expire();
        };
        failure(client(permit, timer.deadline()), ServiceCall.get("balance", SERVICE, Map.of()));

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
                failure(client(permit, timer.deadline()), ServiceCall.get("balance", SERVICE, Map.of()));

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
        failure(client(permit, timer.deadline()), ServiceCall.get("balance", SERVICE, Map.of()));

        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void lateTimeoutDoesNotInterruptCaller() {
        ManualTimer timer = new ManualTimer();
        ServiceClient client = client(() -> {}, timer.deadline());
        client.execute(ServiceCall.get("balance", SERVICE, Map.of()), response -> "a response");

        timer.expire();

        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void permitOfUnsentCallIsReleased() {
        ManualTimer timer = new ManualTimer();
        FakeRateLimiter limiter = new FakeRateLimiter(timer::expire);

        failure(client(limiter, timer.deadline()), ServiceCall.get("balance", SERVICE, Map.of()));

        assertThat(limiter.released()).isEqualTo(1);
        assertThat(limiter.sent()).isZero();
    }

    @ParameterizedTest
    @MethodSource("calls")
    void permitOfSentCallIsUsed(ServiceCall call) {
        FakeRateLimiter limiter = new FakeRateLimiter(() -> {});

        client(limiter, CallDeadlines.none()).execute(call, response -> "a response");

        assertThat(limiter.released()).isZero();
        assertThat(limiter.sent()).isEqualTo(1);
    }

    @Test
    void unreadableDocumentNeedsNoPermit() {
        FakeRateLimiter limiter = new FakeRateLimiter(() -> {});
        ServiceCall call = ServiceCall.post("crop", SERVICE, RequestBodies.octetStream(new Unreadable()));

        assertThatThrownBy(() -> client(limiter, CallDeadlines.none()).execute(call, response -> "a response"))
                .isInstanceOf(DocprocDocumentException.class)
                .hasMessageContaining("the disk is gone");
        assertThat(limiter.sent() + limiter.released()).isZero();
    }

    private record Unreadable() implements ContentSource {
        @Override
        public OptionalLong length() {
            return OptionalLong.of(10);
        }

        @Override
        public boolean repeatable() {
            return true;
        }

        @Override
        public InputStream open() throws IOException {
            throw new IOException("the disk is gone");
        }
    }

    @Test
    void stoppedClientSendsNothing() {
        ServiceClient client = client(() -> {});
        client.stop();
        ServiceCall call = ServiceCall.get("balance", SERVICE, Map.of());
        assertThat(failure(client, call).isUnsent()).isTrue();
    }
}
