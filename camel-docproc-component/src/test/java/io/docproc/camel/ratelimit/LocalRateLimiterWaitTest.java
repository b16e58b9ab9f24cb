/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cooldown, maximum wait and interrupt of calls that wait for a permit. */
@Timeout(30)
final class LocalRateLimiterWaitTest extends LocalRateLimiterFixture {
    private static final Duration COOLDOWN = Duration.ofSeconds(10);

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
        LocalRateLimiter limiter = new LocalRateLimiter(0.05);
        acquire(limiter).sent();
        Thread ahead = new Thread(() -> acquireUninterrupted(limiter));
        ahead.start();
        await().until(() -> ahead.getState() == Thread.State.TIMED_WAITING);

        assertThat(limiter.acquire(Duration.ofSeconds(30)))
                .as("the call ahead takes the next 20 seconds")
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
    void negativeCooldownIsRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RateLimitSettings(1, Duration.ofMillis(-1)))
                .withMessageContaining("rateLimitCooldown is -1 ms");
    }
}
