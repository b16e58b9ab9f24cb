/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Slots of nodes that share their buckets. */
final class SlotScheduleTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MILLISECOND = 1_000_000L;
    private static final Duration STORE_TIMEOUT = Duration.ofSeconds(5);

    private final ManualTime time = new ManualTime();
    private final MemoryBuckets store = new MemoryBuckets(time);
    private final Queue<Runnable> requests = new ArrayDeque<>();
    private final Queue<Runnable> delayedRequests = new ArrayDeque<>();

    /** Returns a node. Its requests to the store run when one of the nodes waits. */
    private SlotSchedule node(double requestsPerSecond) {
        return new SlotSchedule(
                new SharedBuckets(store, "account", requestsPerSecond),
                requestsPerSecond,
                new StoreRequests(
                        (task, delay) -> (delay == 0 ? requests : delayedRequests).add(task), time, STORE_TIMEOUT),
                time,
                Optional.of(this::park));
    }

    private void park(long nanos) throws InterruptedException {
        if (requests.isEmpty()) {
            time.park(nanos);
        } else {
            runRequests();
        }
    }

    private void runRequests() {
        while (!requests.isEmpty()) {
            requests.remove().run();
        }
    }

    /** Waits for a slot on a node with one waiting call, and returns the slot. */
    private long await(SlotSchedule node) throws InterruptedException {
        return await(node, 1);
    }

    private long await(SlotSchedule node, int callers) throws InterruptedException {
        return node.await(() -> callers, time.currentTimeNanos(), Long.MAX_VALUE)
                .orElseThrow();
    }

    private OptionalLong await(SlotSchedule node, Duration maximum) throws InterruptedException {
        return node.await(() -> 1, time.currentTimeNanos(), maximum.toNanos());
    }

    private static long interval(double requestsPerSecond) {
        return SharedBuckets.interval(requestsPerSecond);
    }

    @Test
    void callsOfAllNodesAreSpacedEvenly() throws InterruptedException {
        SlotSchedule first = node(10);
        SlotSchedule second = node(10);
        List<Long> slots = new ArrayList<>();
        for (int call = 0; call < 40; call++) {
            slots.add(await(call % 3 == 0 ? first : second));
        }

        for (int call = 1; call < slots.size(); call++) {
            assertThat(slots.get(call) - slots.get(call - 1)).isEqualTo(interval(10));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.4, 1, 2, 2.5, 7, 10, 50, 200})
    void noSecondExceedsTheLimitWhenNodesSendLate(double rate) throws InterruptedException {
        List<SlotSchedule> nodes = List.of(node(rate), node(rate), node(rate), node(rate));
        Random random = new Random(17);
        List<Long> sent = new ArrayList<>();
        for (int call = 0; call < 400; call++) {
            SlotSchedule node = nodes.get(random.nextInt(nodes.size()));
            long slot = await(node, 1 + random.nextInt(4));
            if (random.nextInt(5) == 0) {
                time.pass(random.nextLong(SECOND / 10));
            }
            node.sent(slot);
            runRequests();
            sent.add(time.currentTimeNanos());
            if (random.nextInt(20) == 0) {
                time.pass(random.nextLong(3 * SECOND));
            }
        }

        int allowed = (int) Math.ceil(rate);
        for (int call = allowed; call < sent.size(); call++) {
            assertThat(sent.get(call) - sent.get(call - allowed))
                    .as("from call %d", call - allowed)
                    .isGreaterThanOrEqualTo(SECOND);
        }
    }

    @Test
    void waitingCallsOfANodeReserveTheirSlotsTogether() throws InterruptedException {
        SlotSchedule node = node(10);
        await(node);
        int before = store.requests();
        for (int call = 0; call < 30; call++) {
            await(node, 8);
        }

        assertThat(store.requests() - before).as("requests for 30 calls").isLessThanOrEqualTo(33);
    }

    @Test
    void aMissedSlotIsNotUsed() throws InterruptedException {
        SlotSchedule node = node(10);
        long first = await(node, 3);
        time.pass(interval(10) + 20 * MILLISECOND);

        assertThat(await(node, 2)).isEqualTo(first + 2 * interval(10));
    }

    @Test
    void aLateCallLeavesTheNextSlotOfItsNodeUnused() throws InterruptedException {
        SlotSchedule node = node(10);
        long first = await(node, 3);
        time.pass(30 * MILLISECOND);
        node.sent(first);

        assertThat(await(node, 2)).isEqualTo(first + 2 * interval(10));
    }

    @Test
    void aLateCallOfANodeWithoutSlotsLeavesASlotOfAllNodesUnused() throws InterruptedException {
        SlotSchedule node = node(10);
        long first = await(node);
        time.pass(30 * MILLISECOND);
        node.sent(first);
        runRequests();

        assertThat(await(node(10))).isEqualTo(first + 2 * interval(10));
    }

    @Test
    void aLateCallKeepsASlotOfItsNodeThatComesMuchLater() throws InterruptedException {
        SlotSchedule node = node(10);
        SharedBuckets others = new SharedBuckets(store, "account", 10);
        long first = await(node);
        others.reserve(12);
        assertThat(await(node, Duration.ofMillis(300)))
                .as("has reserved slot 13")
                .isEmpty();
        time.pass(30 * MILLISECOND);
        node.sent(first);
        runRequests();

        assertThat(time.currentTimeNanos() + others.reserve(1).untilLast()).isEqualTo(first + 15 * interval(10));
        assertThat(await(node)).isEqualTo(first + 13 * interval(10));
    }

    @Test
    void aLateCallLeavesASlotUnusedThatIsBeingReserved() throws InterruptedException {
        SlotSchedule node = node(10);
        long first = await(node);
        assertThat(await(node, Duration.ZERO)).as("waits for the store").isEmpty();
        time.pass(30 * MILLISECOND);
        node.sent(first);

        assertThat(await(node)).isEqualTo(first + 2 * interval(10));
    }

    @Test
    void aCallSentInTimeUsesOnlyItsSlot() throws InterruptedException {
        SlotSchedule node = node(10);
        long first = await(node, 3);
        time.pass(10 * MILLISECOND);
        node.sent(first);

        assertThat(await(node, 2)).isEqualTo(first + interval(10));
    }

    @Test
    void aCooldownDelaysTheCallsOfOtherNodes() throws InterruptedException {
        SlotSchedule refused = node(10);
        SlotSchedule other = node(10);
        await(other);
        refused.startCooldown(Duration.ofSeconds(10));
        runRequests();
        time.pass(2 * SECOND);

        assertThat(other.cooldownRemaining())
                .as("before the response of the store")
                .isZero();
        runRequests();
        assertThat(other.cooldownRemaining()).isEqualTo(Duration.ofSeconds(8));
        assertThat(await(other, Duration.ofSeconds(7))).isEmpty();
        assertThat(await(other, Duration.ofSeconds(9))).isPresent();
    }

    @Test
    void aCooldownDelaysSlotsThatAreReservedAlready() throws InterruptedException {
        SlotSchedule refused = node(0.1);
        SlotSchedule other = node(0.1);
        long first = await(other);
        time.duringNextWait(() -> {
            refused.startCooldown(Duration.ofMinutes(2));
            runRequests();
        });

        assertThat(await(other) - first).isGreaterThan(Duration.ofMinutes(2).toNanos());
    }

    @Test
    void aCooldownIsNeitherShortenedNorAdded() {
        SlotSchedule refused = node(10);
        SharedBuckets buckets = new SharedBuckets(store, "account", 10);
        refused.startCooldown(Duration.ofSeconds(10));
        refused.startCooldown(Duration.ofSeconds(3));
        node(10).startCooldown(Duration.ofSeconds(10));
        runRequests();

        assertThat(buckets.cooldownRemaining()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void cooldownsThatNodesStartAtTheSameTimeDoNotAddUp() {
        SharedBuckets first = new SharedBuckets(store, "account", 10);
        SharedBuckets second = new SharedBuckets(store, "account", 10);
        first.cooldownRemaining();
        store.afterNextRead(() -> second.startCooldown(Duration.ofSeconds(10)));
        first.startCooldown(Duration.ofSeconds(10));
        assertThat(first.cooldownRemaining()).isEqualTo(Duration.ofSeconds(10));

        time.pass(Duration.ofMinutes(1).toNanos());
        store.afterNextRead(() -> second.startCooldown(Duration.ofSeconds(60)));
        first.startCooldown(Duration.ofSeconds(10));
        assertThat(first.cooldownRemaining()).as("the longer one counts").isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void aReservationOfAnotherNodeAtTheSameTimeIsKept() {
        SharedBuckets first = new SharedBuckets(store, "account", 10);
        SharedBuckets second = new SharedBuckets(store, "account", 10);
        first.reserve(1);
        second.reserve(1);
        store.afterNextRead(() -> assertThat(second.reserve(2).untilLast()).isEqualTo(3 * interval(10)));

        assertThat(first.reserve(1).untilLast()).isEqualTo(4 * interval(10));
    }

    @Test
    void aCooldownReachesTheStoreAsSoonAsItRespondsAgain() {
        SlotSchedule refused = node(10);
        store.fail(true);
        refused.startCooldown(Duration.ofSeconds(10));
        runRequests();
        assertThat(refused.cooldownRemaining()).as("on the node").isEqualTo(Duration.ofSeconds(10));
        store.fail(false);
        time.pass(SECOND);
        delayedRequests.remove().run();

        assertThat(new SharedBuckets(store, "account", 10).cooldownRemaining()).isEqualTo(Duration.ofSeconds(9));
    }

    @Test
    void aCallFailsWhenTheStoreDoesNotRespondInTime() {
        SlotSchedule node = node(10);
        store.fail(true);
        long start = time.currentTimeNanos();

        assertThatThrownBy(() -> await(node))
                .isInstanceOf(RateLimiterException.class)
                .hasMessageContaining("has not responded for 5000 ms (storeTimeout is 5000 ms): connection refused")
                .hasRootCauseMessage("connection refused");
        assertThat(time.currentTimeNanos() - start).isEqualTo(STORE_TIMEOUT.toNanos());
    }

    @Test
    void callsContinueAfterAnErrorInARequest() throws InterruptedException {
        SlotSchedule node = node(10);
        store.afterNextRead(() -> {
            throw new LinkageError("a class of the driver is missing");
        });

        assertThat(await(node, Duration.ofSeconds(2))).isPresent();
    }

    @Test
    void aReservedSlotIsNotUsedWhileTheStoreFails() throws InterruptedException {
        SlotSchedule node = node(10);
        await(node, 3);
        store.fail(true);
        time.pass(SECOND);

        assertThatThrownBy(() -> await(node)).isInstanceOf(RateLimiterException.class);
    }

    @Test
    void callsContinueWhenTheStoreRespondsAgain() throws InterruptedException {
        SlotSchedule node = node(10);
        store.fail(true);
        long start = time.currentTimeNanos();
        time.duringNextWait(() -> store.fail(false));

        assertThat(await(node) - start).isBetween(0L, SECOND);
    }

    @Test
    void aCallWhoseSlotComesTooLateGetsNone() throws InterruptedException {
        SlotSchedule node = node(0.1);
        long first = await(node);
        long start = time.currentTimeNanos();

        assertThat(await(node, Duration.ofSeconds(3))).isEmpty();
        assertThat(time.currentTimeNanos()).as("the time is known at once").isEqualTo(start);
        assertThat(await(node)).as("another call uses the slot").isEqualTo(first + interval(0.1));
    }

    @Test
    void theRateOfTheNodeThatStartsLastApplies() throws InterruptedException {
        SlotSchedule old = node(10);
        await(old);
        SlotSchedule restarted = node(1);
        await(restarted);
        long slot = await(old);

        assertThat(await(restarted) - slot).isEqualTo(interval(1));
    }
}
