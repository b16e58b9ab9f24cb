/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import io.github.bucket4j.BlockingStrategy;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.TimeMeter;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rate limiter with buckets of Bucket4j, for one JVM or for all nodes that share a store such as Redis or Hazelcast. For
 * a database, use {@link JdbcRateLimiter}.
 *
 * <p>Permits are 5 % further apart than the limit requires, so that the varying latency of the network exceeds no limit,
 * and are granted in order of arrival: one call at a time reserves the next slot, waits for it and sends its first byte.
 * A call that is sent late delays the next one. Thread-safe.
 */
public final class BucketRateLimiter implements RateLimiter {
    private static final Logger LOG = LoggerFactory.getLogger(BucketRateLimiter.class);
    private static final double SPACING = 1.05;
    /** Nanoseconds after its slot at which a call may be sent without a delay of the next one. */
    private static final long TOLERANCE = Duration.ofMillis(20).toNanos();
    /** Nanoseconds by which the first call delays the next one, because it arrives late while classes are loaded. */
    private static final long WARM_UP = Duration.ofMillis(300).toNanos();
    /** A token of a bucket is a microsecond, and the deficit is the time until the next slot or the end of the cooldown. */
    private static final long TOKEN = 1000;

    private static final BucketConfiguration ONE_TOKEN_PER_MICROSECOND = BucketConfiguration.builder()
            .addLimit(limit -> limit.capacity(1).refillGreedy(1, Duration.ofNanos(TOKEN)))
            .build();

    private final Bucket slots;
    private final Bucket cooldown;
    private final TimeMeter clock;
    private final BlockingStrategy waiting;
    /** Held by the first waiting call until its first byte is sent, so that no two calls of a node have a permit. */
    private final Semaphore first = new Semaphore(1, true);

    private volatile double requestsPerSecond;
    private volatile Failure lastFailure;
    private volatile boolean warm;
    private long cooldownEnd;

    private record Failure(long time, String message, Throwable cause) {}

    /**
     * Creates a rate limiter for this JVM.
     *
     * @param requestsPerSecond maximum number of calls per second; 0 = unlimited
     * @throws IllegalArgumentException if the number is negative or not finite
     */
    public BucketRateLimiter(double requestsPerSecond) {
        this(requestsPerSecond, TimeMeter.SYSTEM_NANOTIME, BlockingStrategy.PARKING);
    }

    /** Creates a rate limiter for this JVM with another clock, so that tests need not wait. */
    BucketRateLimiter(double requestsPerSecond, TimeMeter clock, BlockingStrategy waiting) {
        this(localBucket(clock), localBucket(clock), clock, waiting);
        setRequestsPerSecond(requestsPerSecond);
    }

    /**
     * Creates a rate limiter that several nodes share.
     *
     * @param buckets access to the buckets in the store; for keys of another type, use {@code withMapper}. Most stores
     *     compute buckets with the clocks of the nodes, which must not differ by more than a few milliseconds then
     * @param requestsPerSecond maximum number of calls per second of all nodes together
     * @param name name of the account in the store; limiters with the same name share their limit
     * @throws IllegalArgumentException if the number is not positive, or the name is blank
     */
    public BucketRateLimiter(ProxyManager<String> buckets, Double requestsPerSecond, String name) {
        this(buckets, requestsPerSecond, name, TimeMeter.SYSTEM_NANOTIME, BlockingStrategy.PARKING);
    }

    BucketRateLimiter(
            ProxyManager<String> buckets,
            double requestsPerSecond,
            String name,
            TimeMeter clock,
            BlockingStrategy waiting) {
        this(
                buckets.getProxy(name + ":slots", () -> ONE_TOKEN_PER_MICROSECOND),
                buckets.getProxy(name + ":cooldown", () -> ONE_TOKEN_PER_MICROSECOND),
                clock,
                waiting);
        if (!(requestsPerSecond > 0) || name.isBlank()) {
            throw new IllegalArgumentException("The shared rate limiter '" + name + "' has requestsPerSecond "
                    + requestsPerSecond + "; allowed are a name and a positive number of calls per second");
        }
        setRequestsPerSecond(requestsPerSecond);
    }

    private BucketRateLimiter(Bucket slots, Bucket cooldown, TimeMeter clock, BlockingStrategy waiting) {
        this.slots = slots;
        this.cooldown = cooldown;
        this.clock = clock;
        this.waiting = waiting;
        this.cooldownEnd = clock.currentTimeNanos();
    }

    private static Bucket localBucket(TimeMeter clock) {
        return Bucket.builder()
                .withCustomTimePrecision(clock)
                .addLimit(ONE_TOKEN_PER_MICROSECOND.getBandwidths()[0])
                .build();
    }

    /**
     * Changes the limit of this node. Slots that are already reserved keep their time.
     *
     * @param requestsPerSecond maximum number of calls per second; 0 = unlimited
     * @throws IllegalArgumentException if the number is negative or not finite
     */
    public void setRequestsPerSecond(double requestsPerSecond) {
        if (requestsPerSecond < 0 || !Double.isFinite(requestsPerSecond)) {
            throw new IllegalArgumentException("Option requestsPerSecond is " + requestsPerSecond
                    + "; allowed values are 0 (unlimited) and positive numbers of calls per second");
        }
        this.requestsPerSecond = requestsPerSecond;
    }

    @Override
    public double requestsPerSecond() {
        return requestsPerSecond;
    }

    /** Returns the distance of two slots in nanoseconds; 0 if the limit was removed while the call waited. */
    private long interval() {
        double rate = requestsPerSecond;
        if (rate == 0) {
            return 0;
        }
        return (long) Math.ceil(SPACING * TimeUnit.SECONDS.toNanos(1) / rate) + (warm ? 0 : WARM_UP);
    }

    @Override
    public Optional<Permit> acquire(Duration maxWait) throws InterruptedException {
        long start = clock.currentTimeNanos();
        long maximum = maxWait.toNanos();
        if (requestsPerSecond == 0) {
            return awaitCooldown(start, maximum) ? Optional.of(new Slot(0, true)) : Optional.empty();
        }
        if (!first.tryAcquire(maximum, TimeUnit.NANOSECONDS)) {
            return Optional.empty();
        }
        Optional<Permit> permit = Optional.empty();
        try {
            permit = awaitSlot(start, maximum);
            return permit;
        } finally {
            if (permit.isEmpty()) {
                first.release();
            }
        }
    }

    private Optional<Permit> awaitSlot(long start, long maximum) throws InterruptedException {
        failAsBefore(start);
        while (awaitCooldown(start, maximum)) {
            try {
                Slot slot = new Slot(interval(), false);
                if (!slot.await(remaining(start, maximum))) {
                    return Optional.empty();
                }
                if (readCooldown() == 0) {
                    warm = true;
                    return Optional.of(slot);
                }
            } catch (RuntimeException e) {
                if (Thread.interrupted()) {
                    // The client of the store has failed because of an interrupt, which concerns this call only.
                    throw (InterruptedException) new InterruptedException().initCause(e);
                }
                String message = "the store of the shared rate limiter failed: " + e.getMessage()
                        + "; nothing was sent; retry when the store is available";
                lastFailure = new Failure(clock.currentTimeNanos(), message, e);
                throw new RateLimiterException(message, e);
            }
        }
        return Optional.empty();
    }

    /** Fails like an earlier call that waited at the same time, so that a slow store does not fail them one by one. */
    private void failAsBefore(long start) {
        Failure failure = lastFailure;
        if (failure != null && failure.time - start >= 0) {
            throw new RateLimiterException(failure.message, failure.cause);
        }
    }

    private long remaining(long start, long maximum) {
        return maximum - (clock.currentTimeNanos() - start);
    }

    /** Waits for the end of the cooldown. Returns false if it ends after the maximum wait. */
    private boolean awaitCooldown(long start, long maximum) throws InterruptedException {
        for (long wait = nanosUntilCooldownEnd(); wait > 0; wait = nanosUntilCooldownEnd()) {
            if (wait > remaining(start, maximum)) {
                return false;
            }
            waiting.park(wait);
        }
        return true;
    }

    /** Reads the cooldown, which another node may have started, and returns its remaining time in nanoseconds. */
    private long readCooldown() {
        extendCooldown(Math.max(0, -cooldown.getAvailableTokens()) * TOKEN);
        return nanosUntilCooldownEnd();
    }

    @Override
    public void startCooldown(Duration duration) {
        extendCooldown(duration.toNanos());
        long tokens = duration.toNanos() / TOKEN;
        if (tokens > 0) {
            try {
                // The deficit is now the sum of two cooldowns; what exceeds the longer one is returned.
                long total = cooldown.consumeIgnoringRateLimits(tokens) / TOKEN;
                long excess = Math.min(tokens, total - tokens);
                if (excess > 0) {
                    cooldown.addTokens(excess);
                }
            } catch (RuntimeException e) {
                LOG.warn(
                        "The store of the shared rate limiter failed; only this node observes the cooldown: {}",
                        e.toString());
            }
        }
    }

    private synchronized void extendCooldown(long nanos) {
        long end = clock.currentTimeNanos() + nanos;
        cooldownEnd = end - cooldownEnd > 0 ? end : cooldownEnd;
    }

    private synchronized long nanosUntilCooldownEnd() {
        return Math.max(0, cooldownEnd - clock.currentTimeNanos());
    }

    /**
     * {@inheritDoc} This node reads a cooldown that another node has started with its next call.
     */
    @Override
    public Duration cooldownRemaining() {
        return Duration.ofNanos(nanosUntilCooldownEnd());
    }

    /** Reserved time of sending. Another node cannot use the slot of a call that is cancelled. */
    private final class Slot implements Permit {
        private final long interval;
        private final AtomicBoolean used;
        private long time;

        /** @param used whether nothing remains to be done when the call is sent or cancelled */
        Slot(long interval, boolean used) {
            this.interval = interval;
            this.used = new AtomicBoolean(used);
        }

        /**
         * Reserves the next slot and waits for it. The interval that follows the slot is reserved with it, and is not
         * waited for. Returns false if the slot comes after the maximum wait.
         */
        boolean await(long maximum) throws InterruptedException {
            time = clock.currentTimeNanos();
            if (interval < TOKEN) {
                return true;
            }
            long total = maximum > Long.MAX_VALUE - interval ? Long.MAX_VALUE : Math.max(0, maximum) + interval;
            return slots.asBlocking().tryConsume(interval / TOKEN, total, (long untilEnd) -> {
                long wait = untilEnd - interval;
                if (wait > 0) {
                    time += wait;
                    waiting.park(wait);
                }
            });
        }

        @Override
        public void sent() {
            if (used.compareAndSet(false, true)) {
                try {
                    long late = clock.currentTimeNanos() - time;
                    if (late > TOLERANCE && interval >= TOKEN) {
                        slots.consumeIgnoringRateLimits(Math.min(late, interval) / TOKEN);
                    }
                } catch (RuntimeException e) {
                    LOG.debug("The next slot is not delayed", e);
                } finally {
                    first.release();
                }
            }
        }

        @Override
        public void release() {
            if (used.compareAndSet(false, true)) {
                first.release();
            }
        }
    }
}
