/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.testkit.Matrix;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Shared rate limit whose store responds slowly. */
final class SlowStoreTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MILLISECOND = 1_000_000L;
    /** Calls that wait on each node. */
    private static final int CALLERS = 20;

    private final SimulatedStore store = new SimulatedStore();
    private final ManualTime time = store.time();
    private final Random random = new Random(17);

    private static Stream<Arguments> ratesAndResponseTimes() {
        return Matrix.of(Stream.of(1, 2, 10)
                .flatMap(rate -> Stream.of(1, 30, 100, 400).map(millis -> Arguments.of(rate, millis))));
    }

    private SlotSchedule node(double rate, long responseMillis) {
        return store.node(rate, () -> Duration.ofMillis(responseMillis));
    }

    /** Lets calls wait on all nodes for a time, and returns the times at which they are sent. */
    private List<Long> sendOnAll(List<SlotSchedule> nodes, Duration duration) throws InterruptedException {
        List<Long> sent = new ArrayList<>();
        long end = time.currentTimeNanos() + duration.toNanos();
        while (time.currentTimeNanos() < end) {
            for (SlotSchedule node : nodes) {
                OptionalLong slot = node.await(() -> CALLERS, time.currentTimeNanos(), 0);
                if (slot.isPresent()) {
                    node.sent(slot.getAsLong());
                    sent.add(time.currentTimeNanos());
                }
            }
            time.pass(MILLISECOND);
            store.runDueEvents();
        }
        return sent;
    }

    private static void assertLimit(List<Long> sent, int rate) {
        for (int call = rate; call < sent.size(); call++) {
            assertThat(sent.get(call) - sent.get(call - rate))
                    .as("nanoseconds from call %d to call %d", call - rate, call)
                    .isGreaterThanOrEqualTo(SECOND);
        }
    }

    @ParameterizedTest
    @MethodSource("ratesAndResponseTimes")
    void aNodeUsesTheRate(int rate, long millis) throws InterruptedException {
        List<Long> sent = sendOnAll(List.of(node(rate, millis)), Duration.ofSeconds(60));

        assertThat(sent.size()).isGreaterThanOrEqualTo((int) (0.85 * 60 * rate));
        assertLimit(sent, rate);
    }

    @ParameterizedTest
    @MethodSource("ratesAndResponseTimes")
    void nodesThatReachTheStoreAtDifferentSpeedUseTheRateTogether(int rate, long millis) throws InterruptedException {
        List<SlotSchedule> nodes =
                List.of(node(rate, millis), node(rate, 5), node(rate, millis / 2), node(rate, millis));
        List<Long> sent = sendOnAll(nodes, Duration.ofSeconds(60));

        assertThat(sent.size()).isGreaterThanOrEqualTo((int) (0.85 * 60 * rate));
        assertLimit(sent, rate);
    }

    @ParameterizedTest
    @MethodSource("ratesAndResponseTimes")
    void changingResponseTimesNeverExceedTheLimit(int rate, long millis) throws InterruptedException {
        Supplier<Duration> changing = () -> Duration.ofMillis(random.nextInt(4) == 0 ? 3 * millis : millis);
        List<Long> sent = sendOnAll(List.of(store.node(rate, changing), node(rate, 30)), Duration.ofSeconds(60));

        assertThat(sent.size()).isGreaterThanOrEqualTo((int) (0.8 * 60 * rate));
        assertLimit(sent, rate);
    }

    @ParameterizedTest
    @MethodSource("ratesAndResponseTimes")
    void aSingleCallGetsAPermit(int rate, long millis) throws InterruptedException {
        SlotSchedule node = node(rate, millis);
        for (int call = 0; call < 10; call++) {
            long start = time.currentTimeNanos();
            store.await(node);
            assertThat(time.currentTimeNanos() - start).isLessThan(5 * SECOND);
            time.pass(random.nextLong(5 * SECOND));
        }
    }

    @ParameterizedTest
    @CsvSource({"10, 1", "200, 1", "10, 30"})
    void theRequestsPerCallAreFew(int rate, long millis) throws InterruptedException {
        List<SlotSchedule> nodes = List.of(node(rate, millis), node(rate, millis));
        sendOnAll(nodes, Duration.ofSeconds(5));
        int before = store.buckets().requests();
        int calls = sendOnAll(nodes, Duration.ofSeconds(60)).size();

        assertThat(store.buckets().requests() - before).isLessThanOrEqualTo((int) (1.1 * calls));
    }

    @ParameterizedTest
    @ValueSource(longs = {30, 100, 400})
    void aCooldownDelaysTheCallsOfOtherNodes(long millis) throws InterruptedException {
        SlotSchedule refused = node(10, millis);
        SlotSchedule other = node(10, millis);
        sendOnAll(List.of(refused, other), Duration.ofSeconds(10));
        refused.startCooldown(Duration.ofSeconds(10));
        long start = time.currentTimeNanos();
        List<Long> sent = sendOnAll(List.of(refused, other), Duration.ofSeconds(15));

        assertThat(sent)
                .filteredOn(call -> call - start > SECOND / 2 + 3 * millis * MILLISECOND)
                .isNotEmpty()
                .allMatch(call -> call - start >= 10 * SECOND);
    }

    @Test
    void aCallFailsIfTheStoreRespondsTooSlowly() {
        SlotSchedule node = node(2, 1_200);

        assertThatThrownBy(() -> store.await(node))
                .isInstanceOf(RateLimiterException.class)
                .hasMessageContaining("responds too slowly: the call has missed its slots for ")
                .hasMessageContaining("nothing was sent");
    }

    @Test
    void aCallWhoseThreadWakesLateForAShortTimeGetsASlot() throws InterruptedException {
        SlotSchedule node = node(1_000, 1);
        store.wakeLate(Duration.ofMillis(30), Duration.ofSeconds(2));

        store.await(node);

        assertThat(store.buckets().requests()).as("requests to the store").isGreaterThan(6);
    }

    @Test
    void aStoreWhoseClockIsSetForwardDelaysNoCallForLong() throws InterruptedException {
        SlotSchedule node = node(10, 30);
        sendOnAll(List.of(node), Duration.ofSeconds(5));
        store.buckets().setClockForward(Duration.ofHours(1));

        assertThat(sendOnAll(List.of(node), Duration.ofSeconds(10)).size()).isGreaterThan(80);
    }

    @ParameterizedTest
    @MethodSource("ratesAndResponseTimes")
    void aStoreWhoseClockIsSetBackDelaysNoCallForLong(int rate, long millis) throws InterruptedException {
        List<SlotSchedule> nodes = List.of(node(rate, millis), node(rate, 5), node(rate, millis / 2));
        List<Long> sent = new ArrayList<>(sendOnAll(nodes, Duration.ofSeconds(5)));
        int before = sent.size();
        store.buckets().setClockForward(Duration.ofHours(-1));
        sent.addAll(sendOnAll(nodes, Duration.ofSeconds(30)));

        assertThat(sent.size() - before).isGreaterThanOrEqualTo((int) (0.8 * 30 * rate));
        assertLimit(sent, rate);
    }

    @Test
    void aStoreWhoseClockIsSetBackByLittleDelaysCallsByThisTime() throws InterruptedException {
        SlotSchedule node = node(10, 30);
        sendOnAll(List.of(node), Duration.ofSeconds(5));
        store.buckets().setClockForward(Duration.ofSeconds(-2));

        assertThat(sendOnAll(List.of(node), Duration.ofSeconds(10)).size()).isBetween(50, 97);
    }
}
