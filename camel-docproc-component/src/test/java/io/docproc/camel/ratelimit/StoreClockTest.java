/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** Clock of a store whose requests take time. */
final class StoreClockTest {
    private static final Instant STORE_TIME = Instant.ofEpochSecond(1_000);
    private static final Duration SKEW = Duration.ofSeconds(5);

    private final ManualTime node = new ManualTime();
    private final long start = node.currentTimeNanos();
    private final Queue<Duration> roundTrips = new ArrayDeque<>();
    private int requests;

    /** Returns the time of the store in the middle of a round trip. */
    private Instant request() {
        requests++;
        long half = roundTrips.isEmpty() ? 0 : roundTrips.remove().dividedBy(2).toNanos();
        node.pass(half);
        Instant now = STORE_TIME.plusNanos(node.currentTimeNanos() - start);
        node.pass(half);
        return now;
    }

    private long storeNanos() {
        return STORE_TIME.getEpochSecond() * 1_000_000_000L + node.currentTimeNanos() - start;
    }

    @Test
    void theTimeIsThatOfTheStore() {
        StoreClock clock = new StoreClock(this::request, node::currentTimeNanos);

        assertThat(clock.currentTimeNanos()).isEqualTo(storeNanos());
        node.pass(SKEW.toNanos());
        assertThat(clock.currentTimeNanos()).isEqualTo(storeNanos());
    }

    @Test
    void theFastestRequestCounts() {
        StoreClock clock = new StoreClock(
                () -> {
                    Instant now = request();
                    node.pass(requests == 2 ? 0 : SKEW.toNanos());
                    return now;
                },
                node::currentTimeNanos);
        roundTrips.addAll(List.of(Duration.ofMillis(500), Duration.ofMillis(2), Duration.ofMillis(900)));

        assertThat(clock.currentTimeNanos()).isEqualTo(storeNanos());
    }

    @Test
    void theTimeIsReadLessAndLessOften() {
        StoreClock clock = new StoreClock(this::request, node::currentTimeNanos);
        List<Integer> requestsAfterEachSecond = new ArrayList<>();
        for (int second = 0; second < 8; second++) {
            clock.currentTimeNanos();
            requestsAfterEachSecond.add(requests);
            node.pass(Duration.ofSeconds(1).toNanos());
        }

        assertThat(requestsAfterEachSecond).containsExactly(1, 3, 3, 5, 5, 5, 5, 7);
    }

    @Test
    void aSlowRequestReplacesAFastOneOnlyAfterAMinute() {
        StoreClock clock = new StoreClock(
                () -> {
                    Instant now = request();
                    node.pass(requests == 1 ? 0 : Duration.ofSeconds(1).toNanos());
                    return now;
                },
                node::currentTimeNanos);
        clock.currentTimeNanos();
        node.pass(Duration.ofSeconds(30).toNanos());
        assertThat(clock.currentTimeNanos()).isEqualTo(storeNanos());
        node.pass(Duration.ofSeconds(31).toNanos());

        assertThat(clock.currentTimeNanos())
                .isEqualTo(storeNanos() - Duration.ofMillis(500).toNanos());
    }
}
