/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import io.github.bucket4j.BlockingStrategy;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;

/**
 * Slots that a node has reserved in the shared buckets, and its view of the shared cooldown. Thread-safe.
 */
final class SlotSchedule {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    /** Longest time in seconds whose slots a node reserves at once. A killed node wastes at most these slots. */
    private static final double MAX_BATCH_SECONDS = 0.3;
    /** Time before its last slot at which a node reserves further ones. */
    private static final long RESERVE_AHEAD = SECOND / 10;
    /** Time before a slot at which the cooldown is read. */
    private static final long CHECK_AHEAD = SECOND / 20;
    /** Time for which a read of the cooldown is valid. A cooldown of another node delays calls after this time. */
    private static final long CHECK_VALIDITY = 7 * SECOND / 20;
    /** Shares of the tolerance within which a permit is granted, and within which its call is sent. */
    private static final double GRANT_SHARE = 0.35;

    private static final double SEND_SHARE = 0.5;

    private final SharedBuckets buckets;
    private final StoreRequests requests;
    private final TimeMeter clock;
    private final BlockingStrategy waiting;
    private final int maxBatch;
    /** Time in nanoseconds after a late call within which another slot must be left unused. */
    private final long window;

    private final long tolerance;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Long> slots = new ArrayDeque<>();
    private boolean reserving;
    private boolean checking;
    /** Number of slots of the next reservation that are left unused. */
    private int unused;

    private long cooldownEnd;
    private OptionalLong checkedAt = OptionalLong.empty();
    /** Creates a schedule without slots. */
    SlotSchedule(SharedBuckets buckets, double requestsPerSecond, StoreRequests requests) {
        this(buckets, requestsPerSecond, requests, TimeMeter.SYSTEM_NANOTIME, Optional.empty());
    }

    /** Creates a schedule with another clock, so that tests need not wait. */
    SlotSchedule(
            SharedBuckets buckets,
            double requestsPerSecond,
            StoreRequests requests,
            TimeMeter clock,
            Optional<BlockingStrategy> waiting) {
        this.buckets = buckets;
        this.requests = requests;
        this.clock = clock;
        this.waiting = waiting.orElse(changed::awaitNanos);
        this.maxBatch = (int) Math.max(1, Math.round(requestsPerSecond * MAX_BATCH_SECONDS));
        long interval = SharedBuckets.interval(requestsPerSecond);
        long allowedCalls = (long) Math.ceil(requestsPerSecond) * interval;
        this.window = allowedCalls + interval / 2;
        this.tolerance = Math.min(allowedCalls - SECOND, SECOND);
        this.cooldownEnd = clock.currentTimeNanos();
    }

    /**
     * Waits for a slot. Only one thread at a time may call this method.
     *
     * @param callers current number of callers that wait for a slot, including this one
     * @return the slot, or an empty result as soon as it is certain that none comes within {@code maximum}
     * @throws RateLimiterException if the store does not respond within the timeout
     */
    OptionalLong await(IntSupplier callers, long start, long maximum) throws InterruptedException {
        lock.lock();
        try {
            while (true) {
                long remaining = maximum - (clock.currentTimeNanos() - start);
                long wait = prepareSlot(callers.getAsInt(), start);
                if (wait == 0) {
                    return OptionalLong.of(slots.removeFirst());
                }
                if (remaining <= 0 || earliest() > remaining) {
                    return OptionalLong.empty();
                }
                waiting.park(Math.min(wait, remaining));
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns the time in nanoseconds until the next step; 0 if the first slot can be used now. */
    private long prepareSlot(int callers, long start) {
        removeMissedSlots();
        if (nanosUntil(cooldownEnd) > 0) {
            return nanosUntil(cooldownEnd);
        }
        if (slots.isEmpty() || slots.size() <= callers / 2 && nanosUntil(slots.getLast()) < RESERVE_AHEAD) {
            reserve(Math.min(callers - slots.size(), maxBatch));
        }
        if (slots.isEmpty()) {
            return requests.untilNextAttempt(start);
        }
        long untilSlot = nanosUntil(slots.getFirst());
        if (untilSlot > CHECK_AHEAD) {
            return untilSlot - CHECK_AHEAD;
        }
        if (checkIsOlderThan(CHECK_VALIDITY)) {
            check();
            return requests.untilNextAttempt(start);
        }
        return untilSlot;
    }

    /** Removes slots that are too long ago: a call that uses one would come too close to those of later slots. */
    private void removeMissedSlots() {
        long now = clock.currentTimeNanos();
        while (!slots.isEmpty() && now - slots.getFirst() > GRANT_SHARE * tolerance) {
            slots.removeFirst();
        }
    }

    private long earliest() {
        return Math.max(nanosUntil(cooldownEnd), slots.isEmpty() ? 0 : nanosUntil(slots.getFirst()));
    }

    private long nanosUntil(long time) {
        return Math.max(0, time - clock.currentTimeNanos());
    }

    private boolean checkIsOlderThan(long age) {
        return checkedAt.isEmpty() || clock.currentTimeNanos() - checkedAt.getAsLong() > age;
    }

    private void reserve(int count) {
        if (!reserving && requests.isReady()) {
            reserving = true;
            requests.submit(() -> addSlots(count, buckets.reserve(count)), () -> locked(() -> reserving = false), 0);
        }
    }

    private void addSlots(int count, SharedBuckets.Reservation reservation) {
        long last = clock.currentTimeNanos() + reservation.untilLast();
        locked(() -> {
            for (int slot = count - 1 - unused; slot >= 0; slot--) {
                slots.addLast(last - slot * reservation.interval());
            }
            unused = Math.max(0, unused - count);
        });
    }

    private void check() {
        if (!checking && requests.isReady()) {
            checking = true;
            requests.submit(this::readCooldown, () -> locked(() -> checking = false), 0);
        }
    }

    private void readCooldown() {
        long start = clock.currentTimeNanos();
        Duration remaining = buckets.cooldownRemaining();
        locked(() -> {
            checkedAt = OptionalLong.of(start);
            extendCooldown(remaining);
        });
    }

    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Records that the call of a slot was sent. If it was sent too late, another slot is left unused, so that no second
     * contains more calls than allowed.
     */
    void sent(long slot) {
        if (clock.currentTimeNanos() - slot > SEND_SHARE * tolerance) {
            locked(() -> {
                if (!slots.isEmpty() && slots.getFirst() - slot < window) {
                    slots.removeFirst();
                } else if (reserving) {
                    unused++;
                } else {
                    requests.submit(() -> buckets.reserve(1), () -> {}, 0);
                }
            });
        }
    }

    /** Starts a cooldown on this node at once, and on all nodes as soon as the store responds. */
    void startCooldown(Duration duration) {
        locked(() -> extendCooldown(duration));
        publishCooldown(clock.currentTimeNanos() + duration.toNanos(), 0);
    }

    private void publishCooldown(long end, long delay) {
        requests.submit(() -> publishCooldown(end), () -> {}, delay);
    }

    private void publishCooldown(long end) {
        Duration remaining = Duration.ofNanos(nanosUntil(end));
        try {
            if (!remaining.isZero()) {
                buckets.startCooldown(remaining);
            }
        } catch (RuntimeException e) {
            publishCooldown(end, StoreRequests.RETRY_PAUSE);
            throw e;
        }
    }

    private void extendCooldown(Duration remaining) {
        long end = clock.currentTimeNanos() + remaining.toNanos();
        cooldownEnd = end - cooldownEnd > 0 ? end : cooldownEnd;
    }

    /** Returns the last known remaining cooldown, and reads it from the store if it was read more than a second ago. */
    Duration cooldownRemaining() {
        lock.lock();
        try {
            if (checkIsOlderThan(SECOND)) {
                check();
            }
            return Duration.ofNanos(nanosUntil(cooldownEnd));
        } finally {
            lock.unlock();
        }
    }
}
