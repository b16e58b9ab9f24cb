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
 * Slots that a node has reserved in the shared buckets, and its view of the shared cooldown. Requests to the store run
 * on another thread, so that a store that does not respond blocks no caller. Thread-safe.
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
    /** Pause after a failed request to the store. */
    private static final long RETRY_PAUSE = SECOND / 4;
    /** Shares of the tolerance within which a permit is granted, and within which its call is sent. */
    private static final double GRANT_SHARE = 0.4;

    private static final double SEND_SHARE = 0.6;

    private final SharedBuckets buckets;
    private final TaskScheduler requests;
    private final TimeMeter clock;
    private final BlockingStrategy waiting;
    private final long storeTimeout;
    private final int maxBatch;
    /** Time in nanoseconds after a late call within which another slot must be left unused. */
    private final long window;

    private final long tolerance;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Long> slots = new ArrayDeque<>();
    private boolean reserving;
    private boolean checking;
    private long cooldownEnd;
    private OptionalLong checkedAt = OptionalLong.empty();
    private OptionalLong failedAt = OptionalLong.empty();
    private OptionalLong unansweredSince = OptionalLong.empty();
    private Optional<RuntimeException> failure = Optional.empty();

    /** Runs tasks on another thread. */
    @FunctionalInterface
    interface TaskScheduler {
        void schedule(Runnable task, long delayNanos);
    }

    /** Creates a schedule without slots. */
    SlotSchedule(SharedBuckets buckets, double requestsPerSecond, Duration storeTimeout, TaskScheduler requests) {
        this(buckets, requestsPerSecond, storeTimeout, requests, TimeMeter.SYSTEM_NANOTIME, Optional.empty());
    }

    /** Creates a schedule with another clock, so that tests need not wait. */
    SlotSchedule(
            SharedBuckets buckets,
            double requestsPerSecond,
            Duration storeTimeout,
            TaskScheduler requests,
            TimeMeter clock,
            Optional<BlockingStrategy> waiting) {
        this.buckets = buckets;
        this.requests = requests;
        this.clock = clock;
        this.waiting = waiting.orElse(changed::awaitNanos);
        this.storeTimeout = storeTimeout.toNanos();
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
            return storeWait(start);
        }
        long untilSlot = nanosUntil(slots.getFirst());
        if (untilSlot > CHECK_AHEAD) {
            return untilSlot - CHECK_AHEAD;
        }
        if (checkIsOlderThan(CHECK_VALIDITY)) {
            check();
            return storeWait(start);
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

    private long storeWait(long start) {
        long now = clock.currentTimeNanos();
        long unanswered = unansweredSince.isEmpty() ? 0 : now - Math.max(start, unansweredSince.getAsLong());
        if (unanswered >= storeTimeout) {
            throw new RateLimiterException(
                    "the store of the shared rate limiter has not responded for "
                            + Duration.ofNanos(unanswered).toMillis() + " ms (storeTimeout is "
                            + Duration.ofNanos(storeTimeout).toMillis() + " ms)"
                            + failure.map(e -> ": " + e.getMessage()).orElse("")
                            + "; nothing was sent; retry when the store is available",
                    failure.orElse(null));
        }
        return Math.min(storeTimeout - unanswered, RETRY_PAUSE);
    }

    private void reserve(int count) {
        if (!reserving && mayRequest()) {
            reserving = true;
            requests.schedule(() -> request(() -> addSlots(count, buckets.reserve(count)), () -> reserving = false), 0);
        }
    }

    private void addSlots(int count, SharedBuckets.Reservation reservation) {
        lock.lock();
        try {
            long last = clock.currentTimeNanos() + reservation.untilLast();
            for (int slot = count - 1; slot >= 0; slot--) {
                slots.addLast(last - slot * reservation.interval());
            }
        } finally {
            lock.unlock();
        }
    }

    private void check() {
        if (!checking && mayRequest()) {
            checking = true;
            requests.schedule(() -> request(this::readCooldown, () -> checking = false), 0);
        }
    }

    private void readCooldown() {
        long start = clock.currentTimeNanos();
        Duration remaining = buckets.cooldownRemaining();
        lock.lock();
        try {
            checkedAt = OptionalLong.of(start);
            extendCooldown(remaining);
        } finally {
            lock.unlock();
        }
    }

    private boolean mayRequest() {
        if (failedAt.isPresent() && clock.currentTimeNanos() - failedAt.getAsLong() < RETRY_PAUSE) {
            return false;
        }
        if (unansweredSince.isEmpty()) {
            unansweredSince = OptionalLong.of(clock.currentTimeNanos());
        }
        return true;
    }

    /** Makes a request to the store, and records whether it succeeds. */
    private void request(Runnable request, Runnable completion) {
        Optional<RuntimeException> result = Optional.empty();
        try {
            request.run();
        } catch (RuntimeException e) {
            result = Optional.of(e);
        }
        lock.lock();
        try {
            completion.run();
            failure = result;
            failedAt = failure.isPresent() ? OptionalLong.of(clock.currentTimeNanos()) : OptionalLong.empty();
            if (failure.isEmpty()) {
                unansweredSince = OptionalLong.empty();
            }
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
        lock.lock();
        try {
            if (clock.currentTimeNanos() - slot > SEND_SHARE * tolerance) {
                if (!slots.isEmpty() && slots.getFirst() - slot < window) {
                    slots.removeFirst();
                } else {
                    requests.schedule(() -> request(() -> buckets.reserve(1), () -> {}), 0);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Starts a cooldown on this node at once, and on all nodes as soon as the store responds. */
    void startCooldown(Duration duration) {
        lock.lock();
        try {
            extendCooldown(duration);
            publishCooldown(clock.currentTimeNanos() + duration.toNanos(), 0);
        } finally {
            lock.unlock();
        }
    }

    private void publishCooldown(long end, long delay) {
        requests.schedule(
                () -> {
                    Duration remaining = Duration.ofNanos(nanosUntil(end));
                    if (!remaining.isZero()) {
                        request(() -> publishCooldown(end, remaining), () -> {});
                    }
                },
                delay);
    }

    private void publishCooldown(long end, Duration remaining) {
        try {
            buckets.startCooldown(remaining);
        } catch (RuntimeException e) {
            publishCooldown(end, RETRY_PAUSE);
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
