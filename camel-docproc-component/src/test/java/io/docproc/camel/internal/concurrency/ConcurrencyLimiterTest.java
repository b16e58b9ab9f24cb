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
    void placesInUseAreCounted() throws InterruptedException {
        ConcurrencyLimiter limit = new ConcurrencyLimiter(2);
        assertThat(limit.inFlight()).isZero();

        limit.acquire();
        limit.acquire();
        assertThat(limit.inFlight()).isEqualTo(2);

        limit.release();
        assertThat(limit.inFlight()).isEqualTo(1);
    }

    @Test
    void whoeverWaitsEntersInTheOrderOfArrival() throws InterruptedException {
        ConcurrencyLimiter limit = new ConcurrencyLimiter(1);
        List<Integer> entered = new CopyOnWriteArrayList<>();
        limit.acquire();
        List<Thread> waiting =
                List.of(visitor(limit, 0, entered), visitor(limit, 1, entered), visitor(limit, 2, entered));
        for (Thread visitor : waiting) {
            visitor.start();
            await().until(() -> visitor.getState() == Thread.State.WAITING);
        }
        assertThat(entered).isEmpty();

        limit.release();
        for (Thread visitor : waiting) {
            visitor.join();
        }

        assertThat(entered).containsExactly(0, 1, 2);
        assertThat(limit.inFlight()).isZero();
    }

    private static Thread visitor(ConcurrencyLimiter limit, int number, List<Integer> entered) {
        return new Thread(() -> {
            try {
                limit.acquire();
                entered.add(number);
                limit.release();
            } catch (InterruptedException unexpected) {
                entered.add(-1);
            }
        });
    }

    @Test
    void whoIsInterruptedTakesNoPlace() throws InterruptedException {
        ConcurrencyLimiter limit = new ConcurrencyLimiter(1);
        limit.acquire();
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(InterruptedException.class).isThrownBy(limit::acquire);
        assertThat(limit.inFlight()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void fewerThanOnePlaceIsRefusedByName(int places) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ConcurrencyLimiter(places))
                .withMessageContaining("maxConcurrentRequests is " + places);
    }
}
