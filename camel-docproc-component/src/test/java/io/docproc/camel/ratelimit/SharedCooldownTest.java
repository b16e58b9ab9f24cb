/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Cooldown of nodes that share their buckets. */
final class SharedCooldownTest {
    private static final long SECOND = 1_000_000_000L;

    private final SimulatedStore store = new SimulatedStore();
    private final ManualTime time = store.time();

    @Test
    void aCooldownDelaysTheCallsOfOtherNodes() throws InterruptedException {
        SlotSchedule refused = store.node(10);
        SlotSchedule other = store.node(10);
        store.await(other);
        refused.startCooldown(Duration.ofSeconds(10));
        store.runDueEvents();
        time.pass(2 * SECOND);

        assertThat(other.cooldownRemaining())
                .as("before the response of the store")
                .isZero();
        store.runDueEvents();
        assertThat(other.cooldownRemaining()).isEqualTo(Duration.ofSeconds(8));
        assertThat(store.await(other, Duration.ofSeconds(7))).isEmpty();
        assertThat(store.await(other, Duration.ofSeconds(9))).isPresent();
    }

    @Test
    void aCooldownDelaysSlotsThatAreReservedAlready() throws InterruptedException {
        SlotSchedule refused = store.node(0.1);
        SlotSchedule other = store.node(0.1);
        long first = store.await(other);
        time.duringNextWait(() -> {
            refused.startCooldown(Duration.ofMinutes(2));
            store.runDueEvents();
        });

        assertThat(store.await(other) - first)
                .isGreaterThan(Duration.ofMinutes(2).toNanos());
    }

    @Test
    void aCooldownEndsAlthoughTheClockOfTheStoreIsSetBack() throws InterruptedException {
        SlotSchedule refused = store.node(10);
        SlotSchedule other = store.node(10);
        refused.startCooldown(Duration.ofSeconds(10));
        store.runDueEvents();
        store.buckets().setClockForward(Duration.ofHours(-1));
        time.pass(2 * SECOND);

        assertThat(store.await(other, Duration.ofSeconds(9)))
                .as("the remaining cooldown begins again")
                .isEmpty();
        assertThat(store.await(other, Duration.ofSeconds(11))).isPresent();
    }

    @Test
    void aCooldownMayEndBetweenTwoReadsOfTheClock() throws InterruptedException {
        AtomicLong ticks = new AtomicLong();
        TimeMeter ticking = new TimeMeter() {
            @Override
            public long currentTimeNanos() {
                return ticks.incrementAndGet();
            }

            @Override
            public boolean isWallClockBased() {
                return false;
            }
        };
        SharedBuckets buckets = new SharedBuckets(store.buckets(), "account", 10);
        StoreRequests withoutResponses = new StoreRequests((request, delay) -> {}, ticking, Duration.ofSeconds(5));
        SlotSchedule node =
                new SlotSchedule(buckets, 10, withoutResponses, ticking, Optional.of(nanos -> ticks.incrementAndGet()));

        for (int cooldown = 1; cooldown < 50; cooldown++) {
            node.startCooldown(Duration.ofNanos(cooldown));
            assertThat(node.await(() -> 1, ticking.currentTimeNanos(), 200))
                    .as("cooldown of %d ns", cooldown)
                    .isEmpty();
        }
    }

    @Test
    void aCooldownIsNeitherShortenedNorAdded() {
        SlotSchedule refused = store.node(10);
        SharedBuckets buckets = new SharedBuckets(store.buckets(), "account", 10);
        refused.startCooldown(Duration.ofSeconds(10));
        refused.startCooldown(Duration.ofSeconds(3));
        store.node(10).startCooldown(Duration.ofSeconds(10));
        store.runDueEvents();

        assertThat(buckets.cooldown().remaining()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void cooldownsThatNodesStartAtTheSameTimeDoNotAddUp() {
        SharedBuckets first = new SharedBuckets(store.buckets(), "account", 10);
        SharedBuckets second = new SharedBuckets(store.buckets(), "account", 10);
        first.cooldown().remaining();
        store.buckets().afterNextRead(() -> second.startCooldown(Duration.ofSeconds(10)));
        first.startCooldown(Duration.ofSeconds(10));
        assertThat(first.cooldown().remaining()).isEqualTo(Duration.ofSeconds(10));

        time.pass(Duration.ofMinutes(1).toNanos());
        store.buckets().afterNextRead(() -> second.startCooldown(Duration.ofSeconds(60)));
        first.startCooldown(Duration.ofSeconds(10));
        assertThat(first.cooldown().remaining()).as("the longer one counts").isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void aCooldownReachesTheStoreAsSoonAsItRespondsAgain() {
        SlotSchedule refused = store.node(10);
        store.buckets().fail(true);
        refused.startCooldown(Duration.ofSeconds(10));
        store.runDueEvents();
        assertThat(refused.cooldownRemaining()).as("on the node").isEqualTo(Duration.ofSeconds(10));
        store.buckets().fail(false);
        time.pass(SECOND);
        store.runDueEvents();

        assertThat(new SharedBuckets(store.buckets(), "account", 10).cooldown().remaining())
                .isEqualTo(Duration.ofSeconds(9));
    }
}
