/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.concurrency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ConcurrencyLimiterTest {
    @Test
    void permitsInUseAreCounted() throws InterruptedException {
        ConcurrencyLimiter limiter = new ConcurrencyLimiter(2);
        assertThat(limiter.inFlight()).isZero();

        limiter.acquire();
        limiter.acquire();
        assertThat(limiter.inFlight()).isEqualTo(2);

        limiter.release();
        assertThat(limiter.inFlight()).isEqualTo(1);
    }

    @Test
    void permitsAreGrantedInOrderOfArrival() throws InterruptedException {
        ConcurrencyLimiter limiter = new ConcurrencyLimiter(1);
        List<Integer> acquired = new CopyOnWriteArrayList<>();
        limiter.acquire();
        List<Thread> waiting =
                List.of(caller(limiter, 0, acquired), caller(limiter, 1, acquired), caller(limiter, 2, acquired));
        for (Thread caller : waiting) {
            caller.start();
            await().until(() -> caller.getState() == Thread.State.WAITING);
        }
        assertThat(acquired).isEmpty();

        limiter.release();
        for (Thread caller : waiting) {
            caller.join();
        }

        assertThat(acquired).containsExactly(0, 1, 2);
        assertThat(limiter.inFlight()).isZero();
    }

    @Test
    void eachGrantIsCounted() {
        ConcurrencyLimiter limiter = new ConcurrencyLimiter(1);
        assertThat(limiter.tryAcquire()).isTrue();
        assertThat(limiter.tryAcquire()).isFalse();
        assertThat(limiter.grants()).isEqualTo(1);

        limiter.request();
        limiter.request();
        assertThat(limiter.grants()).as("while both wait").isEqualTo(1);

        limiter.release();
        assertThat(limiter.grants()).isEqualTo(2);

        assertThat(limiter.grantNewest()).isTrue();
        assertThat(limiter.grants()).isEqualTo(3);

        limiter.release();
        assertThat(limiter.grantNewest()).isFalse();
        assertThat(limiter.grants()).as("without a call that waits").isEqualTo(3);
    }

    private static Thread caller(ConcurrencyLimiter limiter, int number, List<Integer> acquired) {
        return new Thread(() -> {
            try {
                limiter.acquire();
                acquired.add(number);
                limiter.release();
            } catch (InterruptedException e) {
                acquired.add(-1);
            }
        });
    }

    @Test
    void interruptedThreadAcquiresNoPermit() throws InterruptedException {
        ConcurrencyLimiter limiter = new ConcurrencyLimiter(1);
        limiter.acquire();
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(InterruptedException.class).isThrownBy(limiter::acquire);
        assertThat(limiter.inFlight()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void limitBelowOneIsRejectedByOptionName(int limit) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ConcurrencyLimiter(limit))
                .withMessageContaining("maxConcurrentRequests is " + limit);
    }
}
