/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CallQuotaTest {
    private static final long SECOND = 1_000_000_000L;
    /** From one of two calls a second to the next: a little more than half a second, for the jitter on the way. */
    private static final long HALF = SECOND / 10_000 * 5_125;

    private static final Duration COOLDOWN = Duration.ofSeconds(10);

    private final ManualTime time = new ManualTime();
    private final long start = time.currentTimeNanos();

    @AfterEach
    void leaveNoInterruptBehind() {
        Thread.interrupted();
    }

    @Test
    void callsAreSpacedOutEvenly() throws InterruptedException {
        assertThat(starts(quota(2), 5)).containsExactly(0L, HALF, 2 * HALF, 3 * HALF, 4 * HALF);
    }

    @Test
    void fewerThanOneCallASecondIsAQuotaToo() throws InterruptedException {
        assertThat(starts(quota(0.5), 3)).containsExactly(0L, 4 * HALF, 8 * HALF);
    }

    @Test
    void withoutALimitNobodyWaits() throws InterruptedException {
        assertThat(starts(quota(0), 100)).containsOnly(0L);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 10, 30, 50, 1000})
    void noSecondSeesMoreStartsThanAllowedEvenWhenCallsComeInBursts(int allowed) throws InterruptedException {
        CallQuota quota = quota(allowed);
        Random random = new Random(allowed);
        List<Long> starts = new ArrayList<>();
        for (int call = 0; call < 20 * allowed; call++) {
            if (random.nextInt(5) == 0) {
                time.pass(random.nextLong(3 * SECOND / allowed));
            }
            quota.awaitTurn();
            starts.add(time.currentTimeNanos());
        }

        for (int call = allowed; call < starts.size(); call++) {
            assertThat(starts.get(call) - starts.get(call - allowed)).isGreaterThanOrEqualTo(SECOND);
        }
    }

    @Test
    void almostAllOfTheQuotaIsUsed() throws InterruptedException {
        List<Long> starts = starts(quota(50), 3000);

        assertThat(starts.get(2999)).isLessThanOrEqualTo((long) (60 * SECOND / 0.97));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 10, 50})
    void callsThatWereHeldUpAfterTheirTurnsAreStillNotSentTooManyInASecond(int allowed) throws InterruptedException {
        CallQuota quota = quota(allowed);
        List<Long> sendings = new ArrayList<>();
        for (int call = 0; call < 3 * allowed; call++) {
            quota.awaitSending();
            sendings.add(time.currentTimeNanos());
        }

        assertThat(sendings.get(allowed - 1)).isEqualTo(start);
        for (int call = allowed; call < sendings.size(); call++) {
            assertThat(sendings.get(call) - sendings.get(call - allowed)).isGreaterThanOrEqualTo(SECOND);
        }
    }

    @Test
    void aSecondCountsFromWhenACallWasReallySent() throws InterruptedException {
        CallQuota quota = quota(1);
        Runnable sent = quota.awaitSending();
        time.pass(SECOND / 2);
        sent.run();

        quota.awaitSending();

        assertThat(time.currentTimeNanos() - start).isGreaterThanOrEqualTo(3 * SECOND / 2);
    }

    @Test
    void onceConnectionsAreThereCallsThatAreSentAtTheirTurnsAreNotHeldUpAgain() throws InterruptedException {
        CallQuota quota = quota(10);
        List<Long> heldUp = new ArrayList<>();
        for (int call = 0; call < 1000; call++) {
            quota.awaitTurn();
            long turn = time.currentTimeNanos();
            quota.awaitSending().run();
            heldUp.add(time.currentTimeNanos() - turn);
        }

        assertThat(heldUp).allMatch(wait -> wait <= SECOND / 5);
        assertThat(heldUp.subList(500, 1000)).containsOnly(0L);
    }

    @Test
    void withoutALimitSendingIsNeverHeldUp() throws InterruptedException {
        CallQuota quota = quota(0);
        for (int call = 0; call < 100; call++) {
            quota.awaitSending().run();
        }

        assertThat(time.currentTimeNanos()).isEqualTo(start);
    }

    @Test
    void afterALongPauseNoBurstIsAllowed() throws InterruptedException {
        CallQuota quota = quota(2);
        quota.awaitTurn();
        time.pass(3600 * SECOND);

        List<Long> starts = starts(quota, 3);

        assertThat(starts.get(1) - starts.get(0)).isEqualTo(HALF);
        assertThat(starts.get(2) - starts.get(1)).isEqualTo(HALF);
    }

    @Test
    void aRefusalHoldsAllCallsBackForTheCooldown() throws InterruptedException {
        CallQuota quota = quota(0);
        quota.refused();

        assertThat(quota.cooldownLeft()).isEqualTo(COOLDOWN);
        assertThat(starts(quota, 2)).containsExactly(COOLDOWN.toNanos(), COOLDOWN.toNanos());
        assertThat(quota.cooldownLeft()).isZero();
    }

    @Test
    void aWatchedCallThatTheServiceRefusesForItsNumberStartsTheCooldown() {
        CallQuota quota = quota(0);
        assertThat(quota.<String>watch(() -> "answer")).isEqualTo("answer");
        assertThat(quota.cooldownLeft()).isZero();
        DocprocException refusal = ErrorCode.RATE_LIMITED.refusal("crop", "too many");
        assertThatThrownBy(() -> quota.<String>watch(() -> {
                    throw refusal;
                }))
                .isSameAs(refusal);

        assertThat(quota.cooldownLeft()).isEqualTo(COOLDOWN);
    }

    @Test
    void theCooldownCountsFromTheLatestRefusal() throws InterruptedException {
        CallQuota quota = quota(0);
        quota.refused();
        time.pass(4 * SECOND);
        quota.refused();

        assertThat(starts(quota, 1)).containsExactly(4 * SECOND + COOLDOWN.toNanos());
    }

    @Test
    void aRefusalWhileOthersWaitOutACooldownMakesThemWaitOn() throws InterruptedException {
        CallQuota quota = quota(0);
        quota.refused();
        time.duringNextWait(quota::refused);

        assertThat(starts(quota, 1)).containsExactly(2 * COOLDOWN.toNanos());
    }

    @Test
    void aTurnThatCameUpDuringACooldownIsQueuedForAgain() throws InterruptedException {
        CallQuota quota = quota(2);
        quota.awaitTurn();
        time.duringNextWait(quota::refused);

        List<Long> starts = starts(quota, 3);

        long reopened = HALF + COOLDOWN.toNanos();
        assertThat(starts).containsExactly(reopened, reopened + HALF, reopened + 2 * HALF);
    }

    @Test
    void whoWaitsForATurnIsCountedAndTheTimeAddsUp() throws InterruptedException {
        CallQuota quota = quota(2);
        quota.awaitTurn();
        assertThat(quota.callsWaiting()).isZero();
        assertThat(quota.waited()).isZero();

        time.duringNextWait(() -> assertThat(quota.callsWaiting()).isEqualTo(1));
        quota.awaitTurn();
        quota.awaitTurn();
        assertThat(quota.callsWaiting()).isZero();
        assertThat(quota.waited()).isEqualTo(Duration.ofNanos(2 * HALF));
    }

    @Test
    void whoIsInterruptedNoLongerCountsAsWaiting() throws InterruptedException {
        CallQuota quota = quota(2);
        quota.awaitTurn();
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(InterruptedException.class).isThrownBy(quota::awaitTurn);
        assertThat(quota.callsWaiting()).isZero();
    }

    @Test
    void aCallThatCanBeLeftOutWaitsOnlySoLongForItsTurn() throws InterruptedException {
        CallQuota quota = quota(2);
        Duration half = Duration.ofNanos(HALF);
        assertThat(quota.tryTurn(Duration.ofMillis(1))).isTrue();
        assertThat(quota.tryTurn(half.minusMillis(1))).isFalse();
        assertThat(time.currentTimeNanos()).as("nothing is waited for in vain").isEqualTo(start);

        assertThat(quota.tryTurn(half)).isTrue();
        assertThat(time.currentTimeNanos()).isEqualTo(start + HALF);
    }

    @Test
    void aCallThatCanBeLeftOutIsLeftOutInACooldown() throws InterruptedException {
        CallQuota quota = quota(0);
        quota.refused();

        assertThat(quota.tryTurn(COOLDOWN.multipliedBy(2))).isFalse();
        assertThat(time.currentTimeNanos()).isEqualTo(start);
        time.pass(COOLDOWN.toNanos());
        assertThat(quota.tryTurn(Duration.ofMillis(1))).isTrue();
    }

    @Test
    void aCooldownOfZeroHoldsNobodyBack() throws InterruptedException {
        CallQuota quota = new CallQuota(0, Duration.ZERO, time, time);
        quota.refused();

        assertThat(quota.cooldownLeft()).isZero();
        assertThat(starts(quota, 1)).containsExactly(0L);
    }

    @Test
    void whoIsInterruptedInACooldownStopsWaiting() {
        CallQuota quota = quota(0);
        quota.refused();
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(InterruptedException.class).isThrownBy(quota::awaitTurn);
    }

    @Test
    void whoIsInterruptedBeforeItsTurnStopsWaiting() throws InterruptedException {
        CallQuota quota = quota(2);
        quota.awaitTurn();
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(InterruptedException.class).isThrownBy(quota::awaitTurn);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, -0.001, Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY})
    void aNumberOfCallsThatMakesNoSenseIsRefusedByName(double requestsPerSecond) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> quota(requestsPerSecond))
                .withMessageContaining("requestsPerSecond")
                .withMessageContaining("allowed is");
    }

    @Test
    void aNegativeCooldownIsRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CallQuota(1, Duration.ofMillis(-1), time, time))
                .withMessageContaining("rateLimitCooldown is -1 ms");
    }

    private CallQuota quota(double requestsPerSecond) {
        return new CallQuota(requestsPerSecond, COOLDOWN, time, time);
    }

    /** When calls that come as fast as they may do start, in nanoseconds from the beginning. */
    private List<Long> starts(CallQuota quota, int calls) throws InterruptedException {
        List<Long> starts = new ArrayList<>();
        for (int call = 0; call < calls; call++) {
            quota.awaitTurn();
            starts.add(time.currentTimeNanos() - start);
        }
        return starts;
    }
}
