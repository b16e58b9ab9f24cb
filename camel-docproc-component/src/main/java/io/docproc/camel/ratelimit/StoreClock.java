/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Clock of a store. Bucket4j computes the state of most distributed buckets with the clock of the node; with this clock
 * all nodes use the same time. Set it as the client clock of the {@code ProxyManager}. The clock reads the time of the
 * store often at first, later once a minute, and in between adds the time that has passed on the node. Thread-safe.
 */
public final class StoreClock implements TimeMeter {
    private static final long MAX_AGE = Duration.ofMinutes(1).toNanos();
    private static final long FIRST_INTERVAL = Duration.ofSeconds(1).toNanos();
    /** Round trip in nanoseconds that is short enough to stop the first measurement. */
    private static final long SHORT_ROUND_TRIP = Duration.ofMillis(5).toNanos();

    private static final int FIRST_SAMPLES = 20;
    private static final int SAMPLES = 2;

    private final Supplier<Instant> storeTime;
    private final LongSupplier nanoTime;
    private Optional<Sample> current = Optional.empty();
    private long interval = FIRST_INTERVAL;
    private long measuredAt;

    /** Difference between both clocks, which is exact to half the duration of the request. */
    private record Sample(long takenAt, long roundTrip, long offset) {
        Sample orFaster(Sample other) {
            return other.roundTrip < roundTrip ? other : this;
        }
    }

    /**
     * Creates a clock.
     *
     * @param storeTime requests the current time of the store, with one round trip
     */
    public StoreClock(Supplier<Instant> storeTime) {
        this(storeTime, System::nanoTime);
    }

    StoreClock(Supplier<Instant> storeTime, LongSupplier nanoTime) {
        this.storeTime = storeTime;
        this.nanoTime = nanoTime;
    }

    /** Returns the time of the store in nanoseconds since the epoch. */
    @Override
    public synchronized long currentTimeNanos() {
        long now = nanoTime.getAsLong();
        if (current.isEmpty()) {
            current = Optional.of(measureFirst());
            measuredAt = now;
        } else if (now - measuredAt >= interval) {
            current = Optional.of(measure(current.filter(sample -> now - sample.takenAt < MAX_AGE)));
            measuredAt = now;
            interval = Math.min(2 * interval, MAX_AGE);
        }
        return nanoTime.getAsLong() + current.orElseThrow().offset;
    }

    /** Takes samples until one is good, because the first requests of a process are slow. */
    private Sample measureFirst() {
        Sample best = sample();
        for (int number = 1; number < FIRST_SAMPLES && best.roundTrip > SHORT_ROUND_TRIP; number++) {
            best = best.orFaster(sample());
        }
        return best;
    }

    private Sample measure(Optional<Sample> valid) {
        Sample best = valid.orElseGet(this::sample);
        for (int number = 0; number < SAMPLES; number++) {
            best = best.orFaster(sample());
        }
        return best;
    }

    private Sample sample() {
        long start = nanoTime.getAsLong();
        Instant time = storeTime.get();
        long end = nanoTime.getAsLong();
        long nanos = TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNano();
        return new Sample(end, end - start, nanos - (start + (end - start) / 2));
    }

    @Override
    public boolean isWallClockBased() {
        return true;
    }
}
