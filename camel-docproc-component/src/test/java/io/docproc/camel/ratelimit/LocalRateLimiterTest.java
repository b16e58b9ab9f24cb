/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.ratelimit.RateLimiter.Permit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
final class LocalRateLimiterTest {
    private static final long SECOND = 1_000_000_000L;
    /** The distance of two calls at two calls a second: a little more than half a second, for jitter on the network. */
    private static final long HALF = SECOND / 10_000 * 5_125;

    private static final Duration COOLDOWN = Duration.ofSeconds(10);

    private final ManualTime time = new ManualTime();
    private final long start = time.currentTimeNanos();

    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    @Test
    void callsAreSpacedEvenly() throws InterruptedException {
        List<Long> sent = send(limiter(50), 100);

        for (int call = 51; call < 100; call++) {
            assertThat(sent.get(call) - sent.get(call - 1)).isEqualTo(HALF / 25);
        }
    }

    @Test
    void aRateBelowOneCallASecondIsKept() throws InterruptedException {
        assertThat(send(limiter(0.5), 3)).containsExactly(0L, 4 * HALF, 8 * HALF);
    }

    @Test
    void withoutALimitNoCallWaits() throws InterruptedException {
        assertThat(send(limiter(0), 100)).containsOnly(0L);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 10, 30, 50, 1000})
    void noSecondExceedsTheLimitWhenBurstsAreSentLate(int allowed) throws InterruptedException {
        LocalRateLimiter limiter = limiter(allowed);
        Random random = new Random(allowed);
        List<Long> sent = new ArrayList<>();
        for (int call = 0; call < 20 * allowed; call++) {
            if (random.nextInt(5) == 0) {
                time.pass(random.nextLong(3 * SECOND / allowed));
            }
            Permit permit = acquire(limiter);
            if (random.nextInt(10) == 0) {
                time.pass(random.nextLong(SECOND));
            }
            permit.sent();
            sent.add(time.currentTimeNanos());
        }

        for (int call = allowed; call < sent.size(); call++) {
            assertThat(sent.get(call) - sent.get(call - allowed)).isGreaterThanOrEqualTo(SECOND);
        }
    }

    @Test
    void rateIsUsedAlmostCompletely() throws InterruptedException {
        List<Long> sent = send(limiter(50), 3000);

        assertThat(sent.get(2999)).isLessThanOrEqualTo((long) (60 * SECOND / 0.97));
    }

    @Test
    void aSecondCountsFromTheActualSendOfACall() throws InterruptedException {
        LocalRateLimiter limiter = limiter(1);
        Permit permit = acquire(limiter);
        time.pass(SECOND / 2);
        permit.sent();

        acquire(limiter);

        assertThat(time.currentTimeNanos() - start).isGreaterThanOrEqualTo(3 * SECOND / 2);
    }

    @Test
    void unsentPermitDelaysTheNextCall() throws Exception {
        LocalRateLimiter limiter = limiter(1);
        Permit unsent = acquire(limiter);
        AtomicReference<Thread> next = new AtomicReference<>();
        CompletableFuture<Long> granted = CompletableFuture.supplyAsync(() -> {
            next.set(Thread.currentThread());
            acquireUninterrupted(limiter);
            return time.currentTimeNanos() - start;
        });
        await().until(() -> next.get() != null && next.get().getState() == Thread.State.TIMED_WAITING);
        time.pass(5 * SECOND);
        unsent.sent();

        assertThat(granted.get()).isGreaterThanOrEqualTo(6 * SECOND);
    }

    @Test
    void releasedPermitIsGrantedAgain() throws InterruptedException {
        LocalRateLimiter limiter = limiter(0.001);
        acquire(limiter).release();

        acquire(limiter);

        assertThat(time.currentTimeNanos()).isEqualTo(start);
    }

    @Test
    void onlyTheFirstUseOfAPermitCounts() throws InterruptedException {
        LocalRateLimiter limiter = limiter(1);
        Permit permit = acquire(limiter);
        permit.sent();
        permit.sent();
        permit.release();

        assertThat(limiter.acquire(Duration.ofMillis(500))).isEmpty();
    }

    @Test
    void afterALongPauseNoBurstIsAllowed() throws InterruptedException {
        LocalRateLimiter limiter = limiter(2);
        send(limiter, 3);
        time.pass(3600 * SECOND);

        List<Long> sent = send(limiter, 3);

        assertThat(sent.get(1) - sent.get(0)).isEqualTo(HALF);
        assertThat(sent.get(2) - sent.get(1)).isEqualTo(HALF);
    }

    @Test
    void aCooldownDelaysAllCalls() throws InterruptedException {
        LocalRateLimiter limiter = limiter(0);
        limiter.startCooldown(COOLDOWN);

        assertThat(limiter.cooldownRemaining()).isEqualTo(COOLDOWN);
        assertThat(send(limiter, 2)).containsExactly(COOLDOWN.toNanos(), COOLDOWN.toNanos());
        assertThat(limiter.cooldownRemaining()).isZero();
    }

    @Test
    void cooldownStartsAtTheLatestRateLimitError() throws InterruptedException {
        LocalRateLimiter limiter = limiter(0);
        limiter.startCooldown(COOLDOWN);
        time.pass(4 * SECOND);
        limiter.startCooldown(COOLDOWN);
        limiter.startCooldown(Duration.ofSeconds(1));

        assertThat(send(limiter, 1)).containsExactly(4 * SECOND + COOLDOWN.toNanos());
    }

    @Test
    void waitIncludesAFurtherCooldown() throws InterruptedException {
        LocalRateLimiter limiter = limiter(0);
        limiter.startCooldown(COOLDOWN);
        time.duringNextWait(() -> limiter.startCooldown(COOLDOWN));

        assertThat(send(limiter, 1)).containsExactly(2 * COOLDOWN.toNanos());
    }

    @Test
    void waitForTheRateIncludesACooldownThatStartsMeanwhile() throws InterruptedException {
        LocalRateLimiter limiter = limiter(0.5);
        acquire(limiter).sent();
        AtomicLong refusal = new AtomicLong();
        time.duringNextWait(() -> {
            limiter.startCooldown(COOLDOWN);
            refusal.set(time.currentTimeNanos() - start);
        });

        assertThat(send(limiter, 1)).containsExactly(refusal.get() + COOLDOWN.toNanos());
    }

    @Test
    void tooShortMaximumWaitReturnsImmediately() throws InterruptedException {
        LocalRateLimiter limiter = limiter(0.5);
        acquire(limiter).sent();

        assertThat(limiter.acquire(Duration.ofNanos(4 * HALF).minusMillis(1))).isEmpty();
        assertThat(time.currentTimeNanos()).isEqualTo(start);
        assertThat(limiter.acquire(Duration.ofNanos(4 * HALF))).isPresent();
    }

    @Test
    void aMaximumWaitConsidersTheCallsAhead() throws Exception {
        LocalRateLimiter limiter = new LocalRateLimiter(0.5);
        acquire(limiter).sent();
        Thread ahead = new Thread(() -> acquireUninterrupted(limiter));
        ahead.start();
        await().until(() -> ahead.getState() == Thread.State.TIMED_WAITING);

        assertThat(limiter.acquire(Duration.ofSeconds(3)))
                .as("the call ahead takes the next two seconds")
                .isEmpty();
        ahead.interrupt();
        ahead.join();
    }

    @Test
    void aMaximumWaitEndsWhenACooldownStartsMeanwhile() throws InterruptedException {
        LocalRateLimiter limiter = limiter(0.5);
        acquire(limiter).sent();
        time.duringNextWait(() -> limiter.startCooldown(COOLDOWN));

        assertThat(limiter.acquire(Duration.ofSeconds(3))).isEmpty();
    }

    @Test
    void aCallThatCanBeOmittedIsOmittedDuringACooldown() throws InterruptedException {
        LocalRateLimiter limiter = limiter(0);
        limiter.startCooldown(COOLDOWN);

        assertThat(limiter.tryAcquire(COOLDOWN.multipliedBy(2))).isEmpty();
        assertThat(time.currentTimeNanos()).isEqualTo(start);
        time.pass(COOLDOWN.toNanos());
        assertThat(limiter.tryAcquire(Duration.ofMillis(1))).isPresent();
    }

    @Test
    void aCooldownOfZeroDelaysNoCall() throws InterruptedException {
        LocalRateLimiter limiter = limiter(0);
        limiter.startCooldown(Duration.ZERO);

        assertThat(limiter.cooldownRemaining()).isZero();
        assertThat(send(limiter, 1)).containsExactly(0L);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 2})
    void anInterruptEndsTheWait(double requestsPerSecond) {
        LocalRateLimiter limiter = limiter(requestsPerSecond);
        limiter.startCooldown(COOLDOWN);
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> limiter.acquire(RateLimiter.UNLIMITED));
    }

    @Test
    void changedLimitAppliesToTheNextCallWithoutABurst() throws InterruptedException {
        LocalRateLimiter limiter = limiter(0);
        send(limiter, 100);
        limiter.limitTo(1);
        List<Long> sent = send(limiter, 3);
        limiter.limitTo(2);
        sent.addAll(send(limiter, 3));

        for (int call = 2; call < sent.size(); call++) {
            assertThat(sent.get(call) - sent.get(call - 2)).isGreaterThanOrEqualTo(SECOND);
        }
        assertThat(limiter.requestsPerSecond()).isEqualTo(2);
    }

    @Test
    void aStricterLimitBelowOneCallASecondCountsFromTheLastCall() throws InterruptedException {
        LocalRateLimiter limiter = limiter(1);
        send(limiter, 1);
        time.pass(2 * SECOND);
        limiter.limitTo(0.1);

        assertThat(send(limiter, 1).get(0)).isGreaterThanOrEqualTo(10 * SECOND);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, -0.001, Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY})
    void invalidRateIsRefusedByName(double requestsPerSecond) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limiter(requestsPerSecond))
                .withMessageContaining("requestsPerSecond")
                .withMessageContaining("allowed values are");
    }

    @Test
    void negativeCooldownIsRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RateLimitSettings(1, Duration.ofMillis(-1)))
                .withMessageContaining("rateLimitCooldown is -1 ms");
    }

    private LocalRateLimiter limiter(double requestsPerSecond) {
        return new LocalRateLimiter(requestsPerSecond, time, time);
    }

    private static Permit acquire(RateLimiter limiter) throws InterruptedException {
        return limiter.acquire(RateLimiter.UNLIMITED).orElseThrow();
    }

    private static Optional<Permit> acquireUninterrupted(RateLimiter limiter) {
        try {
            return limiter.acquire(RateLimiter.UNLIMITED);
        } catch (InterruptedException e) {
            return Optional.empty();
        }
    }

    /** The send times of calls that come as fast as possible, in nanoseconds from the beginning. */
    private List<Long> send(RateLimiter limiter, int calls) throws InterruptedException {
        List<Long> sent = new ArrayList<>();
        for (int call = 0; call < calls; call++) {
            Permit permit = acquire(limiter);
            sent.add(time.currentTimeNanos() - start);
            permit.sent();
        }
        return sent;
    }
}
