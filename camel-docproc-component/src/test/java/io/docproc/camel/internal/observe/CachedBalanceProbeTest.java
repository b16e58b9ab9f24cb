/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.ManualClock;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocRateLimitException;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.observe.AccountReport.State;
import io.docproc.camel.model.Balance;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class CachedBalanceProbeTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final ManualClock clock = new ManualClock();
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);
    private final Queue<Runnable> later = new ArrayDeque<>();
    private int questions;
    private BalanceSource service = () -> Optional.of(balance(questions));

    private CachedBalanceProbe check(Executor executor) {
        BalanceSource counted = () -> {
            questions++;
            return service.ask();
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
    void theServiceIsAskedOnceInAnIntervalHoweverOftenSomebodyWantsToKnow() {
        CachedBalanceProbe check = check(Runnable::run);
        for (int probe = 0; probe < 10; probe++) {
            assertThat(check.report(MINUTE).state()).isEqualTo(State.CURRENT);
            advance(Duration.ofSeconds(6));
        }
        assertThat(questions).isEqualTo(1);

        advance(Duration.ofSeconds(1));
        assertThat(check.report(MINUTE).reading().orElseThrow().balance()).contains(balance(2));
        assertThat(questions).isEqualTo(2);
    }

    @Test
    void aClockThatIsSetBackKeepsNoAnswerLongerThanItsTime() {
        CachedBalanceProbe check = check(Runnable::run);
        check.report(MINUTE);
        clock.advance(Duration.ofDays(-1));
        nanos.addAndGet(Duration.ofSeconds(61).toNanos());

        assertThat(check.report(MINUTE).reading().orElseThrow().balance()).contains(balance(2));
        assertThat(check.report(MINUTE).reading().orElseThrow().at()).isEqualTo(clock.instant());
        assertThat(questions).isEqualTo(2);
    }

    @Test
    void aQuestionIsNotWaitedForLongerBecauseAClockIsSetBack() {
        CachedBalanceProbe check = check(later::add);
        Thread.currentThread().interrupt();
        check.report(MINUTE);
        assertThat(Thread.interrupted()).isTrue();
        clock.advance(Duration.ofDays(-1));
        nanos.addAndGet(TIMEOUT.toNanos());

        assertThat(check.report(MINUTE).state()).isEqualTo(State.PENDING);
    }

    @Test
    void whenThereIsNoThreadForTheQuestionTheNextOneIsTriedAgain() {
        boolean[] exhausted = {true};
        CachedBalanceProbe check = check(task -> {
            if (exhausted[0]) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            task.run();
        });
        assertThat(check.report(MINUTE).state()).isEqualTo(State.PENDING);

        exhausted[0] = false;
        assertThat(check.report(MINUTE).state()).isEqualTo(State.CURRENT);
    }

    @Test
    void aFailureIsKnownAsLongAsABalance() {
        service = () -> fail(unknownCode());
        CachedBalanceProbe check = check(Runnable::run);

        assertThat(check.report(MINUTE).reading().orElseThrow().failure()).isPresent();
        assertThat(check.report(MINUTE).state()).isEqualTo(State.CURRENT);
        assertThat(questions).isEqualTo(1);
    }

    @Test
    void aQuestionThatIsOverdueIsNeitherAskedTwiceNorWaitedForAgain() {
        CachedBalanceProbe check = check(later::add);
        Thread.currentThread().interrupt();
        assertThat(check.report(MINUTE).state())
                .as("interrupted while it waited")
                .isEqualTo(State.PENDING);
        assertThat(Thread.interrupted()).isTrue();
        advance(TIMEOUT);
        assertThat(check.report(MINUTE).state()).isEqualTo(State.PENDING);
        assertThat(later).hasSize(1);

        later.remove().run();
        assertThat(check.report(MINUTE).reading().orElseThrow().balance()).contains(balance(1));
        assertThat(later).isEmpty();
    }

    @Test
    void whenTheQuotaHasNoRoomTheLastReadingIsToldAndTheQuestionIsTriedAgain() {
        CachedBalanceProbe check = check(Runnable::run);
        check.report(MINUTE);
        advance(Duration.ofMinutes(2));
        service = Optional::empty;
        AccountReport held = check.report(MINUTE);

        assertThat(held.state()).isEqualTo(State.HELD_BACK);
        assertThat(held.reading().orElseThrow().at()).isEqualTo(clock.instant().minus(Duration.ofMinutes(2)));
        check.report(MINUTE);
        assertThat(questions).isEqualTo(3);
    }

    @Test
    void aRefusalForTheNumberOfCallsSaysNothingOfTheAccount() {
        CachedBalanceProbe check = check(Runnable::run);
        service = () -> fail(rateLimit());

        assertThat(check.report(MINUTE)).isEqualTo(new AccountReport(Optional.empty(), State.HELD_BACK));
    }

    @Test
    void anErrorEndsTheQuestionToo() {
        CachedBalanceProbe check = check(Runnable::run);
        service = () -> {
            throw new StackOverflowError("on purpose");
        };

        assertThat(check.report(MINUTE).reading().orElseThrow().failure().orElseThrow())
                .isInstanceOf(StackOverflowError.class);
        assertThat(check.report(Duration.ofMillis(-1)).state()).isEqualTo(State.CURRENT);
        assertThat(questions).isEqualTo(2);
    }

    @Test
    void whenTheComponentStopsNobodyWaits() {
        CachedBalanceProbe check = check(task -> {
            throw new RejectedExecutionException("stopped");
        });

        assertThat(check.report(MINUTE)).isEqualTo(new AccountReport(Optional.empty(), State.PENDING));
        assertThat(check.report(MINUTE)).isEqualTo(new AccountReport(Optional.empty(), State.PENDING));
    }
}
