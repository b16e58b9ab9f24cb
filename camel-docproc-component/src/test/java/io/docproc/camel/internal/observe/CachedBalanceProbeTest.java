/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocRateLimitException;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.observe.AccountReport.State;
import io.docproc.camel.model.Balance;
import io.docproc.camel.testkit.ManualClock;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class CachedBalanceProbeTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final ManualClock clock = new ManualClock();
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);
    private final Queue<Runnable> later = new ArrayDeque<>();
    private int balanceCalls;
    private Supplier<Optional<Balance>> service = () -> Optional.of(balance(balanceCalls));

    private CachedBalanceProbe probe(Executor executor) {
        Supplier<Optional<Balance>> counted = () -> {
            balanceCalls++;
            return service.get();
        };
        return new CachedBalanceProbe(counted, TIMEOUT, executor, clock, nanos::get);
    }

    private void advance(Duration time) {
        clock.advance(time);
        nanos.addAndGet(time.toNanos());
    }

    private static Balance balance(long available) {
        return new Balance(BigDecimal.ZERO, BigDecimal.valueOf(available), BigDecimal.ZERO, Map.of());
    }

    private static Optional<Balance> fail(DocprocException failure) {
        throw failure;
    }

    private static DocprocException unknownCode() {
        return new DocprocException(new ServiceFailure("balance", 4711, "new", "", 200));
    }

    private static DocprocException rateLimit() {
        return new DocprocRateLimitException(new ServiceFailure("balance", 40306, "too often", "", 200));
    }

    @Test
    void balanceIsRequestedOncePerInterval() {
        CachedBalanceProbe probe = probe(Runnable::run);
        for (int check = 0; check < 10; check++) {
            assertThat(probe.report(MINUTE).state()).isEqualTo(State.CURRENT);
            advance(Duration.ofSeconds(6));
        }
        assertThat(balanceCalls).isEqualTo(1);

        advance(Duration.ofSeconds(1));
        assertThat(probe.report(MINUTE).reading().orElseThrow().balance()).contains(balance(2));
        assertThat(balanceCalls).isEqualTo(2);
    }

    @Test
    void readingExpiresAlthoughTheClockIsSetBack() {
        CachedBalanceProbe probe = probe(Runnable::run);
        probe.report(MINUTE);
        clock.advance(Duration.ofDays(-1));
        nanos.addAndGet(Duration.ofSeconds(61).toNanos());

        assertThat(probe.report(MINUTE).reading().orElseThrow().balance()).contains(balance(2));
        assertThat(probe.report(MINUTE).reading().orElseThrow().at()).isEqualTo(clock.instant());
        assertThat(balanceCalls).isEqualTo(2);
    }

    @Test
    void waitEndsAtItsTimeoutAlthoughTheClockIsSetBack() {
        CachedBalanceProbe probe = probe(later::add);
        Thread.currentThread().interrupt();
        probe.report(MINUTE);
        assertThat(Thread.interrupted()).isTrue();
        clock.advance(Duration.ofDays(-1));
        nanos.addAndGet(TIMEOUT.toNanos());

        assertThat(probe.report(MINUTE).state()).isEqualTo(State.PENDING);
    }

    @Test
    void callWithoutAThreadIsRetriedByTheNextCheck() {
        boolean[] exhausted = {true};
        CachedBalanceProbe probe = probe(task -> {
            if (exhausted[0]) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            task.run();
        });
        assertThat(probe.report(MINUTE).state()).isEqualTo(State.PENDING);

        exhausted[0] = false;
        assertThat(probe.report(MINUTE).state()).isEqualTo(State.CURRENT);
    }

    @Test
    void failureIsCachedLikeABalance() {
        service = () -> fail(unknownCode());
        CachedBalanceProbe probe = probe(Runnable::run);

        assertThat(probe.report(MINUTE).reading().orElseThrow().failure()).isPresent();
        assertThat(probe.report(MINUTE).state()).isEqualTo(State.CURRENT);
        assertThat(balanceCalls).isEqualTo(1);
    }

    @Test
    void overdueCallIsNeitherRepeatedNorAwaited() {
        CachedBalanceProbe probe = probe(later::add);
        Thread.currentThread().interrupt();
        assertThat(probe.report(MINUTE).state())
                .as("interrupted while it waited")
                .isEqualTo(State.PENDING);
        assertThat(Thread.interrupted()).isTrue();
        advance(TIMEOUT);
        assertThat(probe.report(MINUTE).state()).isEqualTo(State.PENDING);
        assertThat(later).hasSize(1);

        later.remove().run();
        assertThat(probe.report(MINUTE).reading().orElseThrow().balance()).contains(balance(1));
        assertThat(later).isEmpty();
    }

    @Test
    void withoutPermitTheLastReadingIsReportedAndTheCallRetried() {
        CachedBalanceProbe probe = probe(Runnable::run);
        probe.report(MINUTE);
        advance(Duration.ofMinutes(2));
        service = Optional::empty;
        AccountReport rateLimited = probe.report(MINUTE);

        assertThat(rateLimited.state()).isEqualTo(State.RATE_LIMITED);
        assertThat(rateLimited.reading().orElseThrow().at())
                .isEqualTo(clock.instant().minus(Duration.ofMinutes(2)));
        probe.report(MINUTE);
        assertThat(balanceCalls).isEqualTo(3);
    }

    @Test
    void rateLimitErrorIsNoFailureOfTheAccount() {
        CachedBalanceProbe probe = probe(Runnable::run);
        service = () -> fail(rateLimit());

        assertThat(probe.report(MINUTE)).isEqualTo(new AccountReport(Optional.empty(), State.RATE_LIMITED));
    }

    @Test
    void errorCompletesTheCall() {
        CachedBalanceProbe probe = probe(Runnable::run);
        service = () -> {
            throw new StackOverflowError("on purpose");
        };

        assertThat(probe.report(MINUTE).reading().orElseThrow().failure().orElseThrow())
                .isInstanceOf(StackOverflowError.class);
        assertThat(probe.report(Duration.ofMillis(-1)).state()).isEqualTo(State.CURRENT);
        assertThat(balanceCalls).isEqualTo(2);
    }

    @Test
    void stoppedComponentDoesNotBlockACheck() {
        CachedBalanceProbe probe = probe(task -> {
            throw new RejectedExecutionException("stopped");
        });

        assertThat(probe.report(MINUTE)).isEqualTo(new AccountReport(Optional.empty(), State.PENDING));
        assertThat(probe.report(MINUTE)).isEqualTo(new AccountReport(Optional.empty(), State.PENDING));
    }
}
