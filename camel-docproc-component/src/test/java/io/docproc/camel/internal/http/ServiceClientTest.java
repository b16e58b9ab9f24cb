/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.internal.body.ContentSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the permits of calls, documents that hang or cannot be read, and the stop of a client. */
class ServiceClientTest extends ServiceClientFixture {
    @Test
    void permitOfUnsentCallIsReleased() {
        ManualTimer timer = new ManualTimer();
        FakeRateLimiter limiter = new FakeRateLimiter(timer::expire);

        failure(client(limiter, timer.deadline()), ServiceCall.get("balance", SERVICE));

        assertThat(limiter.released()).isEqualTo(1);
        assertThat(limiter.sent()).isZero();
    }

    @ParameterizedTest
    @MethodSource("calls")
    void permitOfSentCallIsUsed(ServiceCall call) {
        FakeRateLimiter limiter = new FakeRateLimiter(() -> {});

        client(limiter, new ManualTimer().deadline()).execute(call, CallSettings.PLAIN, response -> "a response");

        assertThat(limiter.released()).isZero();
        assertThat(limiter.sent()).isEqualTo(1);
    }

    @Test
    void stoppedClientSendsNothing() {
        ServiceClient client = client(() -> {});
        client.stop();
        ServiceCall call = ServiceCall.get("balance", SERVICE);
        assertThat(failure(client, call).isUnsent()).isTrue();
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
            assertThat(failure.isRetryable()).isFalse();
            assertThat(Thread.interrupted()).as("the caller is interrupted").isFalse();
        }
    }
}
