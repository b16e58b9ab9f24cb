/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ConcurrencyLimitTest {
    @Test
    void placesInUseAreCounted() throws InterruptedException {
        ConcurrencyLimit limit = new ConcurrencyLimit(2);
        assertThat(limit.inFlight()).isZero();

        limit.enter();
        limit.enter();
        assertThat(limit.inFlight()).isEqualTo(2);

        limit.leave();
        assertThat(limit.inFlight()).isEqualTo(1);
    }

    @Test
    void whoeverWaitsEntersInTheOrderOfArrival() throws InterruptedException {
        ConcurrencyLimit limit = new ConcurrencyLimit(1);
        List<Integer> entered = new CopyOnWriteArrayList<>();
        limit.enter();
        List<Thread> waiting =
                List.of(visitor(limit, 0, entered), visitor(limit, 1, entered), visitor(limit, 2, entered));
        for (Thread visitor : waiting) {
            visitor.start();
            await().until(() -> visitor.getState() == Thread.State.WAITING);
        }
        assertThat(entered).isEmpty();

        limit.leave();
        for (Thread visitor : waiting) {
            visitor.join();
        }

        assertThat(entered).containsExactly(0, 1, 2);
        assertThat(limit.inFlight()).isZero();
    }

    private static Thread visitor(ConcurrencyLimit limit, int number, List<Integer> entered) {
        return new Thread(() -> {
            try {
                limit.enter();
                entered.add(number);
                limit.leave();
            } catch (InterruptedException unexpected) {
                entered.add(-1);
            }
        });
    }

    @Test
    void whoIsInterruptedTakesNoPlace() throws InterruptedException {
        ConcurrencyLimit limit = new ConcurrencyLimit(1);
        limit.enter();
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(InterruptedException.class).isThrownBy(limit::enter);
        assertThat(limit.inFlight()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void fewerThanOnePlaceIsRefusedByName(int places) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ConcurrencyLimit(places))
                .withMessageContaining("maxConcurrentRequests is " + places);
    }
}
