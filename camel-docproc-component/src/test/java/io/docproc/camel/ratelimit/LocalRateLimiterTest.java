/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.ratelimit.RateLimiter.Permit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rate of the calls to which the limiter grants a permit. */
@Timeout(30)
final class LocalRateLimiterTest extends LocalRateLimiterFixture {
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
}
