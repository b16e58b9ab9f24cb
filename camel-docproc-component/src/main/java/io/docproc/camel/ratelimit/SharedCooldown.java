/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * View of a node on the cooldown that all nodes share. A cooldown of another node is known as soon as it is read from
 * the store. Thread-safe.
 */
final class SharedCooldown {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    /** Time in nanoseconds between the expected response and the slot for which the cooldown is read. */
    private static final long MARGIN = SECOND / 20;
    /** Least time in nanoseconds after that slot for which further slots need no read. */
    private static final long MIN_VALIDITY = 3 * SECOND / 10;

    private final SharedBuckets buckets;
    private final StoreRequests requests;
    private final TimeMeter clock;
    private final ClockOffset storeClock;
    private final Runnable changed;
    private final RequestDuration requestDuration = new RequestDuration();
    private boolean reading;
    private OptionalLong readAt = OptionalLong.empty();
    private long end;

    /**
     * Creates a view without a cooldown.
     *
     * @param storeClock is adjusted with each read
     * @param changed runs after each request
     */
    SharedCooldown(
            SharedBuckets buckets, StoreRequests requests, TimeMeter clock, ClockOffset storeClock, Runnable changed) {
        this.buckets = buckets;
        this.requests = requests;
        this.clock = clock;
        this.storeClock = storeClock;
        this.changed = changed;
        this.end = clock.currentTimeNanos();
    }

    /** Returns the last known remaining time in nanoseconds; 0 if there is no cooldown. */
    synchronized long remaining() {
        return Math.max(0, end - clock.currentTimeNanos());
    }

    /** Returns the time in nanoseconds that a read takes. */
    synchronized long readDuration() {
        return requestDuration.nanos();
    }

    /** Returns how long before a slot the cooldown is read, in nanoseconds. */
    long readAhead() {
        return MARGIN + readDuration();
    }

    /** Returns whether the last read is recent enough for a call after a time in nanoseconds from now. */
    boolean isKnownFor(long untilCall) {
        return !isOlderThan(readAhead() + Math.max(MIN_VALIDITY, readDuration()) - untilCall);
    }

    private synchronized boolean isOlderThan(long age) {
        return readAt.isEmpty() || clock.currentTimeNanos() - readAt.getAsLong() > age;
    }

    /** Reads the cooldown from the store if the last read is more than a second ago. Does not wait for the response. */
    void refresh() {
        if (isOlderThan(SECOND)) {
            read();
        }
    }

    /** Reads the cooldown from the store, unless a read is in flight. Does not wait for the response. */
    void read() {
        if (requests.isReady() && startReading()) {
            long start = clock.currentTimeNanos();
            requests.submit(
                    () -> {
                        SharedBuckets.Cooldown cooldown = buckets.cooldown();
                        return () -> record(cooldown, start);
                    },
                    this::stopReading,
                    0);
        }
    }

    /**
     * Returns the maximum time in nanoseconds until the next attempt to read.
     *
     * @param start start time of the caller's wait
     * @throws RateLimiterException if the store has not responded for the timeout
     */
    long untilNextAttempt(long start) {
        return requests.untilNextAttempt(start);
    }

    private synchronized boolean startReading() {
        boolean idle = !reading;
        reading = true;
        return idle;
    }

    private synchronized void record(SharedBuckets.Cooldown cooldown, long start) {
        long now = clock.currentTimeNanos();
        storeClock.add(start, now, cooldown.readAt());
        requestDuration.add(now - start);
        readAt = OptionalLong.of(start);
        extend(cooldown.remaining());
    }

    private void stopReading() {
        synchronized (this) {
            reading = false;
        }
        changed.run();
    }

    private synchronized void extend(Duration remaining) {
        long newEnd = clock.currentTimeNanos() + remaining.toNanos();
        end = newEnd - end > 0 ? newEnd : end;
    }

    /** Starts a cooldown on this node at once, and on all nodes as soon as the store responds. */
    void start(Duration duration) {
        extend(duration);
        changed.run();
        publish(clock.currentTimeNanos() + duration.toNanos(), 0);
    }

    private void publish(long publishedEnd, long delay) {
        requests.submit(
                () -> {
                    publish(publishedEnd);
                    return () -> {};
                },
                () -> {},
                delay);
    }

    private void publish(long publishedEnd) {
        Duration remaining = Duration.ofNanos(Math.max(0, publishedEnd - clock.currentTimeNanos()));
        try {
            if (!remaining.isZero()) {
                buckets.startCooldown(remaining);
            }
        } catch (RuntimeException e) {
            publish(publishedEnd, StoreRequests.RETRY_PAUSE);
            throw e;
        }
    }
}
