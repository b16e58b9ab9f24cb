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
 * store once a minute, and in between adds the time that has passed on the node. Thread-safe.
 */
public final class StoreClock implements TimeMeter {
    private static final long VALIDITY = Duration.ofMinutes(1).toNanos();
    private static final int SAMPLES = 3;

    private final Supplier<Instant> storeTime;
    private final LongSupplier nanoTime;
    private Optional<Sample> current = Optional.empty();

    /** Difference between both clocks, which is exact to half the duration of the request. */
    private record Sample(long takenAt, long roundTrip, long offset) {}

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
        if (current.filter(sample -> now - sample.takenAt < VALIDITY).isEmpty()) {
            current = Optional.of(measure());
        }
        return nanoTime.getAsLong() + current.orElseThrow().offset;
    }

    /** Returns the sample with the shortest round trip. */
    private Sample measure() {
        Sample best = sample();
        for (int number = 1; number < SAMPLES; number++) {
            Sample sample = sample();
            best = sample.roundTrip < best.roundTrip ? sample : best;
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
