/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.docproc.camel.error.DocprocTransportException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CancellableCallsTest {
    private final ManualTimer timer = new ManualTimer();
    private final CancellableCalls calls = new CancellableCalls(timer.deadline());

    @Test
    void expiredDeadlineInterruptsTheTaskAndFailsItAsUnsent() {
        assertThatExceptionOfType(DocprocTransportException.class)
                .isThrownBy(() -> calls.run("crop", () -> {
                    timer.expire();
                    return Thread.currentThread().isInterrupted();
                }))
                .withMessageContaining("callTimeout")
                .matches(DocprocTransportException::isUnsent);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void stopAbortsOnlyTheCallsInFlight() {
        AtomicInteger aborted = new AtomicInteger();
        calls.begin("crop", aborted::incrementAndGet).close();
        try (CancellableCall current = calls.begin("crop", aborted::incrementAndGet)) {
            calls.stop();
            assertThat(current.cancellationReason())
                    .hasValueSatisfying(reason -> assertThat(reason).contains("the component stops"));
        }

        assertThat(aborted).hasValue(1);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void stoppedCallsRunNoTask() {
        AtomicInteger tasks = new AtomicInteger();
        calls.stop();

        assertThatExceptionOfType(DocprocTransportException.class)
                .isThrownBy(() -> calls.run("crop", tasks::incrementAndGet))
                .withMessageContaining("the component is stopped")
                .matches(DocprocTransportException::isUnsent);
        assertThat(tasks).hasValue(0);
    }
}
