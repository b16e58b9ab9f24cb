/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import io.docproc.camel.ratelimit.SharedBuckets.Reservation;
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
 * Slots that a node has reserved in the shared buckets. The node reserves slots and reads the cooldown as early as the
 * response time of the store requires. Thread-safe.
 */
final class SlotSchedule {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    /**
     * Longest time in seconds whose slots a node reserves at once, beside the time of a reservation. A killed node
     * wastes at most these slots.
     */
    private static final double MAX_BATCH_SECONDS = 0.3;
    /** Time before its last slot at which a node expects the response with further ones. */
    private static final long RESERVE_AHEAD = SECOND / 10;
    /** Longest time in seconds whose slots a node reserves although they pass before the response. */
    private static final int MAX_PASSED_SECONDS = 2;
    /** Shares of the tolerance within which a permit is granted, and within which its call is sent. */
    private static final double GRANT_SHARE = 0.35;

    private static final double SEND_SHARE = 0.5;

    private final SharedBuckets buckets;
    private final double requestsPerSecond;
    private final StoreRequests requests;
    private final TimeMeter clock;
    private final BlockingStrategy waiting;
    private final ClockOffset storeClock = new ClockOffset();
    private final RequestDuration reservationDuration = new RequestDuration();
    private final SharedCooldown cooldown;
    /** Time in nanoseconds after a late call within which another slot must be left unused. */
    private final long window;

    private final long tolerance;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    /** Times of the store. */
    private final Deque<Long> slots = new ArrayDeque<>();
    /** Difference between both clocks at the last reservation. */
    private long reservedOffset;

    private boolean reserving;
    /** Number of slots of the next reservation that are left unused. */
    private int unused;
    /** Number of slots of the last reservation that had passed before its response. */
    private int passed;

    private final MissedReservations missed;

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
        this.requestsPerSecond = requestsPerSecond;
        this.requests = requests;
        this.clock = clock;
        this.waiting = waiting.orElse(changed::awaitNanos);
        this.missed = new MissedReservations(requests.timeout());
        this.cooldown =
                new SharedCooldown(buckets, requests.ofAnotherKind(), clock, storeClock, () -> locked(() -> {}));
        long interval = SharedBuckets.interval(requestsPerSecond);
        long allowedCalls = (long) Math.ceil(requestsPerSecond) * interval;
        this.window = allowedCalls + interval / 2;
        this.tolerance = Math.min(allowedCalls - SECOND, SECOND);
    }

    /**
     * Waits for a slot. Only one thread at a time may call this method.
     *
     * @param callers current number of callers that wait for a slot, including this one
     * @return the slot, or an empty result as soon as it is certain that none comes within {@code maximum}
     * @throws RateLimiterException if the store does not respond within the timeout, or so slowly that slots are missed for the
     *     timeout
     */
    OptionalLong await(IntSupplier callers, long start, long maximum) throws InterruptedException {
        lock.lock();
        try {
            removeMissedSlots();
            missed.reset();
            while (true) {
                long remaining = maximum - (clock.currentTimeNanos() - start);
                long untilEnd = cooldown.remaining();
                if (untilEnd > 0) {
                    missed.reset();
                }
                long wait = untilEnd > 0 ? untilEnd : prepareSlot(callers.getAsInt(), start);
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
        removeVoidSlots();
        if (removeMissedSlots()) {
            missed.add(clock.currentTimeNanos(), reservationDuration.nanos());
        }
        if (!storeClock.isReliable(clock.currentTimeNanos())) {
            cooldown.read();
            return cooldown.untilNextAttempt(start);
        }
        if (needsSlots(callers)) {
            reserve(Math.min(callers - slots.size(), maxBatch()) + passed);
        }
        if (slots.isEmpty()) {
            return requests.untilNextAttempt(start);
        }
        long untilSlot = nanosUntil(slots.getFirst());
        long readAhead = cooldown.readAhead();
        if (untilSlot > readAhead) {
            return untilSlot - readAhead;
        }
        if (!cooldown.isKnownFor(untilLastSlotBefore(untilSlot + readAhead))) {
            cooldown.read();
        }
        return cooldown.isKnownFor(untilSlot) ? untilSlot : cooldown.untilNextAttempt(start);
    }

    /** Returns the time in nanoseconds until the last slot that may come before a time. */
    private long untilLastSlotBefore(long maximum) {
        if (reserving) {
            return maximum;
        }
        long latest = storeTime() + maximum;
        return nanosUntil(
                slots.stream().takeWhile(slot -> slot <= latest).reduce(slots.getFirst(), (slot, later) -> later));
    }

    private boolean needsSlots(int callers) {
        return slots.isEmpty()
                || slots.size() <= callers / 2
                        && nanosUntil(slots.getLast()) < RESERVE_AHEAD + reservationDuration.nanos();
    }

    private int maxBatch() {
        double seconds = MAX_BATCH_SECONDS + reservationDuration.nanos() / (double) SECOND;
        return (int) Math.max(1, Math.round(requestsPerSecond * seconds));
    }

    /**
     * Removes slots that are too long ago: a call that uses one would come too close to those of later slots. Returns
     * whether there were any.
     */
    private boolean removeMissedSlots() {
        double latest = storeTime() - GRANT_SHARE * tolerance;
        return slots.removeIf(slot -> slot < latest);
    }

    /** Removes slots that have moved into the future because the clock of the store was set back. */
    private void removeVoidSlots() {
        if (storeClock.offset() < reservedOffset - SharedBuckets.MAX_STEP_BACK) {
            slots.clear();
        }
    }

    private long earliest() {
        return Math.max(cooldown.remaining(), slots.isEmpty() ? 0 : nanosUntil(slots.getFirst()));
    }

    private long storeTime() {
        return storeClock.storeTime(clock.currentTimeNanos());
    }

    private long nanosUntil(long slot) {
        return Math.max(0, slot - storeTime());
    }

    private void reserve(int count) {
        if (!reserving && requests.isReady()) {
            reserving = true;
            long start = clock.currentTimeNanos();
            requests.submit(
                    () -> {
                        Reservation reservation = buckets.reserve(count);
                        return () -> locked(() -> addSlots(count, reservation, start));
                    },
                    () -> locked(() -> reserving = false),
                    0);
        }
    }

    private void addSlots(int count, Reservation reservation, long start) {
        long now = clock.currentTimeNanos();
        storeClock.add(start, now, reservation.reservedAt());
        reservationDuration.add(now - start);
        removeVoidSlots();
        reservedOffset = storeClock.offset();
        long first = reservation.reservedAt() + reservation.untilLast() - (count - 1) * reservation.interval();
        for (int slot = unused; slot < count; slot++) {
            slots.addLast(first + slot * reservation.interval());
        }
        unused = Math.max(0, unused - count);
        passed = passedSlots(first, reservation.interval());
    }

    private int passedSlots(long first, long interval) {
        long usable = storeTime() + (cooldown.isKnownFor(0) ? 0 : cooldown.readDuration());
        double number = Math.ceil((usable - GRANT_SHARE * tolerance - first) / interval);
        return (int) Math.max(0, Math.min(number, Math.ceil(MAX_PASSED_SECONDS * requestsPerSecond)));
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
        if (storeTime() - slot > SEND_SHARE * tolerance) {
            locked(() -> leaveSlotUnused(slot));
        }
    }

    private void leaveSlotUnused(long late) {
        if (!slots.isEmpty() && slots.getFirst() - late < window) {
            slots.removeFirst();
        } else if (reserving) {
            unused++;
        } else {
            requests.submit(
                    () -> {
                        buckets.reserve(1);
                        return () -> {};
                    },
                    () -> {},
                    0);
        }
    }

    /** Starts a cooldown on this node at once, and on all nodes as soon as the store responds. */
    void startCooldown(Duration duration) {
        cooldown.start(duration);
    }

    /** Returns the last known remaining cooldown, and reads it from the store if it was read more than a second ago. */
    Duration cooldownRemaining() {
        cooldown.refresh();
        return Duration.ofNanos(cooldown.remaining());
    }
}
