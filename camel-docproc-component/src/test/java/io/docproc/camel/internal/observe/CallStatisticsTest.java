/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.concurrency.ConcurrencyLimiter;
import io.docproc.camel.internal.observe.CallOutcome.Outcome;
import io.docproc.camel.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CallStatisticsTest {
    private final ManualClock clock = new ManualClock();
    private final AtomicLong nanos = new AtomicLong(-5_000_000_000L);
    private final CallStatistics calls = new CallStatistics(List.of("crop", "balance"), clock, nanos::get);
    private final ConcurrencyLimiter limiter = new ConcurrencyLimiter(3);
    private final OperationStatistics crop = calls.operations().get("crop");

    private CallStatistics.Call acquire() throws InterruptedException {
        return calls.acquire("crop", limiter);
    }

    private void succeedAfter(Duration time) throws InterruptedException {
        CallStatistics.Call call = acquire();
        nanos.addAndGet(time.toNanos());
        call.succeeded();
    }

    private static DocprocException failure(int code, int status) {
        return new DocprocException(new ServiceFailure("crop", code, "words".repeat(200), "r-1", status));
    }

    @Test
    void totalMaximumAndLastDurationAreRecorded() throws InterruptedException {
        succeedAfter(Duration.ofMillis(300));
        succeedAfter(Duration.ofMillis(500));
        succeedAfter(Duration.ofMillis(100));

        CallTimings timings = crop.outcomes().get(CallOutcome.SUCCESS);
        assertThat(timings).isEqualTo(new CallTimings(3, Duration.ofMillis(900), Duration.ofMillis(500)));
        assertThat(timings.mean()).isEqualTo(Duration.ofMillis(300));
        assertThat(crop.last()).isEqualTo(Duration.ofMillis(100));
    }

    @Test
    void callHoldsItsPermitUntilItCompletes() throws InterruptedException {
        CallStatistics.Call first = acquire();
        CallStatistics.Call second = acquire();
        assertThat(calls.inFlight()).isEqualTo(2);
        first.succeeded();
        second.failed(failure(50011, 200));

        assertThat(calls.inFlight()).isZero();
        assertThat(limiter.inFlight()).isZero();
    }

    @Test
    void unlistedCodesAreCountedSeparatelyUpToAMaximum() throws InterruptedException {
        acquire().failed(failure(50011, 200));
        for (int code = 90_000; code < 90_500; code++) {
            acquire().failed(failure(code, 200));
        }
        acquire().failed(failure(40422, 200));
        acquire().failed(failure(0, 502));

        assertThat(crop.outcomes())
                .hasSizeLessThan(30)
                .containsKeys(
                        new CallOutcome(Outcome.FAILED, "50011"),
                        new CallOutcome(Outcome.FAILED, "90000"),
                        new CallOutcome(Outcome.FAILED, "40422"),
                        new CallOutcome(Outcome.FAILED, "other"));
        assertThat(crop.count(Outcome.FAILED)).isEqualTo(503);
    }

    @Test
    void lastErrorIsThatOfTheLastFailedCall() throws InterruptedException {
        acquire().failed(failure(50011, 200));
        clock.advance(Duration.ofSeconds(1));
        CallStatistics.Call balance = calls.acquire("balance", limiter);
        balance.failed(failure(40003, 200));
        succeedAfter(Duration.ZERO);

        FailedCall last = calls.lastError().orElseThrow();
        assertThat(last.outcome().code()).isEqualTo("40003");
        assertThat(last.at()).isEqualTo(clock.instant());
        assertThat(last.message()).startsWith("crop: 40003 words").hasSize(500);
        assertThat(crop.lastError().orElseThrow().outcome().code()).isEqualTo("50011");
    }

    @Test
    void failingListenerDoesNotKeepAPermit() throws InterruptedException {
        List<CallOutcome> received = new ArrayList<>();
        calls.add((operation, outcome, time) -> {
            throw new IllegalStateException("on purpose");
        });
        calls.add((operation, outcome, time) -> received.add(outcome));
        acquire().succeeded();

        assertThat(limiter.inFlight()).isZero();
        assertThat(received).containsExactly(CallOutcome.SUCCESS);
    }

    @Test
    void rejectedCallIsCountedButNeverInFlight() {
        calls.rejected("crop", failure(0, 0));

        assertThat(calls.count(Outcome.REFUSED)).isEqualTo(1);
        assertThat(calls.inFlight()).isZero();
    }
}
