/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Slots of nodes that share their buckets. */
final class SlotScheduleTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MILLISECOND = 1_000_000L;

    private final SimulatedStore store = new SimulatedStore();
    private final ManualTime time = store.time();

    private static long interval(double requestsPerSecond) {
        return SharedBuckets.interval(requestsPerSecond);
    }

    @Test
    void callsOfAllNodesAreSpacedEvenly() throws InterruptedException {
        SlotSchedule first = store.node(10);
        SlotSchedule second = store.node(10);
        List<Long> slots = new ArrayList<>();
        for (int call = 0; call < 40; call++) {
            slots.add(store.await(call % 3 == 0 ? first : second));
        }

        for (int call = 1; call < slots.size(); call++) {
            assertThat(slots.get(call) - slots.get(call - 1)).isEqualTo(interval(10));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.4, 1, 2, 2.5, 7, 10, 50, 200})
    void noSecondExceedsTheLimitWhenNodesSendLate(double rate) throws InterruptedException {
        List<SlotSchedule> nodes = List.of(store.node(rate), store.node(rate), store.node(rate), store.node(rate));
        Random random = new Random(17);
        List<Long> sent = new ArrayList<>();
        for (int call = 0; call < 400; call++) {
            SlotSchedule node = nodes.get(random.nextInt(nodes.size()));
            long slot = store.await(node, 1 + random.nextInt(4));
            if (random.nextInt(5) == 0) {
                time.pass(random.nextLong(SECOND / 10));
            }
            node.sent(slot);
            store.runDueEvents();
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
        SlotSchedule node = store.node(10);
        store.await(node);
        int before = store.buckets().requests();
        for (int call = 0; call < 30; call++) {
            store.await(node, 8);
        }

        assertThat(store.buckets().requests() - before)
                .as("requests for 30 calls")
                .isLessThanOrEqualTo(33);
    }

    @Test
    void aMissedSlotIsNotUsed() throws InterruptedException {
        SlotSchedule node = store.node(10);
        long first = store.await(node, 3);
        time.pass(interval(10) + 20 * MILLISECOND);

        assertThat(store.await(node, 2)).isEqualTo(first + 2 * interval(10));
    }

    /** Two pauses of the application, each at the time of a slot, say nothing about the store. */
    @Test
    void aCallThatMissesTwoDistantSlotsGetsTheNextOne() throws InterruptedException {
        double rate = 0.1;
        SlotSchedule node = store.node(rate);
        long first = store.await(node);
        for (long missed = 1; missed <= 2; missed++) {
            time.pauseAt(first + missed * interval(rate) - SECOND, 4 * SECOND);
        }

        assertThat(store.await(node)).isEqualTo(first + 3 * interval(rate));
    }

    @Test
    void aLateCallLeavesTheNextSlotOfItsNodeUnused() throws InterruptedException {
        SlotSchedule node = store.node(10);
        long first = store.await(node, 3);
        time.pass(30 * MILLISECOND);
        node.sent(first);

        assertThat(store.await(node, 2)).isEqualTo(first + 2 * interval(10));
    }

    @Test
    void aLateCallOfANodeWithoutSlotsLeavesASlotOfAllNodesUnused() throws InterruptedException {
        SlotSchedule node = store.node(10);
        long first = store.await(node);
        time.pass(30 * MILLISECOND);
        node.sent(first);
        store.runDueEvents();

        assertThat(store.await(store.node(10))).isEqualTo(first + 2 * interval(10));
    }

    @Test
    void aLateCallKeepsASlotOfItsNodeThatComesMuchLater() throws InterruptedException {
        SlotSchedule node = store.node(10);
        SharedBuckets others = new SharedBuckets(store.buckets(), "account", 10);
        long first = store.await(node);
        others.reserve(12);
        assertThat(store.await(node, Duration.ofMillis(300)))
                .as("has reserved slot 13")
                .isEmpty();
        time.pass(30 * MILLISECOND);
        node.sent(first);
        store.runDueEvents();

        assertThat(time.currentTimeNanos() + others.reserve(1).untilLast()).isEqualTo(first + 15 * interval(10));
        assertThat(store.await(node)).isEqualTo(first + 13 * interval(10));
    }

    @Test
    void aLateCallLeavesASlotUnusedThatIsBeingReserved() throws InterruptedException {
        SlotSchedule node = store.node(10);
        long first = store.await(node);
        assertThat(store.await(node, Duration.ZERO)).as("waits for the store").isEmpty();
        time.pass(30 * MILLISECOND);
        node.sent(first);

        assertThat(store.await(node)).isEqualTo(first + 2 * interval(10));
    }

    @Test
    void aCallSentInTimeUsesOnlyItsSlot() throws InterruptedException {
        SlotSchedule node = store.node(10);
        long first = store.await(node, 3);
        time.pass(10 * MILLISECOND);
        node.sent(first);

        assertThat(store.await(node, 2)).isEqualTo(first + interval(10));
    }

    @Test
    void aReservationOfAnotherNodeAtTheSameTimeIsKept() {
        SharedBuckets first = new SharedBuckets(store.buckets(), "account", 10);
        SharedBuckets second = new SharedBuckets(store.buckets(), "account", 10);
        first.reserve(1);
        second.reserve(1);
        store.buckets()
                .afterNextRead(() -> assertThat(second.reserve(2).untilLast()).isEqualTo(3 * interval(10)));

        assertThat(first.reserve(1).untilLast()).isEqualTo(4 * interval(10));
    }

    @Test
    void slotsReservedBeforeTheClockWasSetBackAreNotReservedAgain() {
        SharedBuckets first = new SharedBuckets(store.buckets(), "account", 10);
        SharedBuckets second = new SharedBuckets(store.buckets(), "account", 10);
        assertThat(first.reserve(5).untilLast()).isEqualTo(4 * interval(10));
        store.buckets().setClockForward(Duration.ofHours(-1));

        assertThat(second.reserve(2).untilLast()).isEqualTo(6 * interval(10));
        assertThat(first.reserve(1).untilLast()).isEqualTo(7 * interval(10));
    }

    @Test
    void nodesThatNoticeAtTheSameTimeThatTheClockWasSetBackShareNoSlot() {
        SharedBuckets first = new SharedBuckets(store.buckets(), "account", 10);
        SharedBuckets second = new SharedBuckets(store.buckets(), "account", 10);
        first.reserve(1);
        second.reserve(1);
        store.buckets().setClockForward(Duration.ofHours(-1));
        List<Long> reserved = new ArrayList<>();
        store.buckets().afterNextWrite(() -> reserved.add(second.reserve(2).untilLast()));

        assertThat(first.reserve(1).untilLast()).isEqualTo(reserved.get(0) + interval(10));
    }

    @Test
    void aCallFailsWhenTheStoreDoesNotRespondInTime() {
        SlotSchedule node = store.node(10);
        store.buckets().fail(true);
        long start = time.currentTimeNanos();

        assertThatThrownBy(() -> store.await(node))
                .isInstanceOf(RateLimiterException.class)
                .hasMessageContaining("has not responded for 5000 ms (storeTimeout is 5000 ms): connection refused")
                .hasRootCauseMessage("connection refused");
        assertThat(time.currentTimeNanos() - start).isEqualTo(SimulatedStore.STORE_TIMEOUT.toNanos());
    }

    @Test
    void callsContinueAfterAnErrorInARequest() throws InterruptedException {
        SlotSchedule node = store.node(10);
        store.buckets().afterNextRead(() -> {
            throw new LinkageError("a class of the driver is missing");
        });

        assertThat(store.await(node, Duration.ofSeconds(2))).isPresent();
    }

    @Test
    void aCallFailsInTimeWhenTheStoreCanOnlyBeRead() {
        SlotSchedule node = store.node(10);
        store.buckets().failToWrite();
        for (int wait = 0; wait < 200; wait++) {
            time.duringNextWait(node::cooldownRemaining);
        }

        assertThatThrownBy(() -> store.await(node, Duration.ofMinutes(1)))
                .isInstanceOf(RateLimiterException.class)
                .hasMessageContaining("has not responded for 5000 ms (storeTimeout is 5000 ms): disk full");
    }

    @Test
    void aCallFailsIfItsRequestCannotStart() throws InterruptedException {
        SlotSchedule node = store.node(10);
        store.failToStart(true);

        assertThatThrownBy(() -> store.await(node))
                .isInstanceOf(RateLimiterException.class)
                .hasMessageContaining("the request to the store of the shared rate limiter cannot start")
                .hasRootCauseMessage("unable to create native thread");

        store.failToStart(false);
        assertThat(store.await(node, Duration.ofSeconds(2))).isPresent();
    }

    @Test
    void aReservedSlotIsNotUsedWhileTheStoreFails() throws InterruptedException {
        SlotSchedule node = store.node(10);
        store.await(node, 3);
        store.buckets().fail(true);
        time.pass(SECOND);

        assertThatThrownBy(() -> store.await(node)).isInstanceOf(RateLimiterException.class);
    }

    @Test
    void callsContinueWhenTheStoreRespondsAgain() throws InterruptedException {
        SlotSchedule node = store.node(10);
        store.buckets().fail(true);
        long start = time.currentTimeNanos();
        time.duringNextWait(() -> store.buckets().fail(false));

        assertThat(store.await(node) - start).isBetween(0L, SECOND);
    }

    @Test
    void aCallWhoseSlotComesTooLateGetsNone() throws InterruptedException {
        SlotSchedule node = store.node(0.1);
        long first = store.await(node);
        long start = time.currentTimeNanos();

        assertThat(store.await(node, Duration.ofSeconds(3))).isEmpty();
        assertThat(time.currentTimeNanos()).as("the time is known at once").isEqualTo(start);
        assertThat(store.await(node)).as("another call uses the slot").isEqualTo(first + interval(0.1));
    }

    @Test
    void theRateOfTheNodeThatStartsLastApplies() throws InterruptedException {
        SlotSchedule old = store.node(10);
        store.await(old);
        SlotSchedule restarted = store.node(1);
        store.await(restarted);
        long slot = store.await(old);

        assertThat(store.await(restarted) - slot).isEqualTo(interval(1));
    }
}
