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
 * Rate limiter with a bucket of Bucket4j, for one JVM or for all nodes that share a database, Redis or Hazelcast.
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
    /** Maximum time in nanoseconds after which a waiting call notices a change of the rate. */
    private static final long RATE_CHECK = Duration.ofSeconds(1).toNanos();
    /** A token of the bucket is a microsecond, and its deficit is the time until the next slot. */
    private static final long TOKEN = 1000;
    /** Longest duration in nanoseconds, so that the difference of two times never overflows. */
    private static final long FOREVER = Long.MAX_VALUE / 2;

    private static final BucketConfiguration ONE_TOKEN_PER_MICROSECOND = BucketConfiguration.builder()
            .addLimit(limit -> limit.capacity(1).refillGreedy(1, Duration.ofNanos(TOKEN)))
            .build();

    private final Bucket slots;
    private final boolean isShared;
    private final TimeMeter clock;
    private final BlockingStrategy waiting;
    /** Held by the first waiting call until its first byte is sent, so that no two calls of a node have a permit. */
    private final Semaphore first = new Semaphore(1, true);

    private volatile double requestsPerSecond;
    private volatile boolean warm;

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
        this(
                Bucket.builder()
                        .withCustomTimePrecision(clock)
                        .addLimit(ONE_TOKEN_PER_MICROSECOND.getBandwidths()[0])
                        .build(),
                false,
                clock,
                waiting);
        setRequestsPerSecond(requestsPerSecond);
    }

    /**
     * Creates a rate limiter that several nodes share.
     *
     * @param buckets access to the bucket in the store; for keys of another type, use {@code withMapper}. Most stores
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
        this(buckets.getProxy(name, () -> ONE_TOKEN_PER_MICROSECOND), true, clock, waiting);
        if (!(requestsPerSecond > 0) || name.isBlank()) {
            throw new IllegalArgumentException("The shared rate limiter '" + name + "' has requestsPerSecond "
                    + requestsPerSecond + "; allowed are a name and a positive number of calls per second");
        }
        setRequestsPerSecond(requestsPerSecond);
    }

    private BucketRateLimiter(Bucket slots, boolean isShared, TimeMeter clock, BlockingStrategy waiting) {
        this.slots = slots;
        this.isShared = isShared;
        this.clock = clock;
        this.waiting = waiting;
    }

    /**
     * Changes the limit of this node. The first waiting call reserves another slot within a second, and the others follow.
     * Slots that are reserved in a shared bucket keep their time.
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
        if (warm && !isShared) {
            slots.reset();
            slots.consumeIgnoringRateLimits(Math.max(1, interval() / TOKEN));
        }
    }

    /** Returns the distance of two slots in nanoseconds; 0 if the limit was removed while the call waited. */
    private long interval() {
        double rate = requestsPerSecond;
        double interval = Math.ceil(SPACING * TimeUnit.SECONDS.toNanos(1) / rate) + (warm ? 0 : WARM_UP);
        return rate == 0 ? 0 : (long) Math.min(interval, FOREVER / 2.0);
    }

    @Override
    public Optional<Permit> acquire(Duration maxWait) throws InterruptedException {
        long deadline = clock.currentTimeNanos() + nanos(maxWait);
        if (requestsPerSecond == 0) {
            return Optional.of(new Slot(true));
        }
        if (!first.tryAcquire(nanos(maxWait), TimeUnit.NANOSECONDS)) {
            return Optional.empty();
        }
        Slot slot = new Slot(false);
        boolean isGranted = false;
        try {
            isGranted = slot.await(deadline);
        } catch (RuntimeException e) {
            if (Thread.interrupted()) {
                // The client of the store has failed because of an interrupt, which concerns this call only.
                throw (InterruptedException) new InterruptedException().initCause(e);
            }
            throw new RateLimiterException(
                    "the store of the shared rate limiter failed: " + e.getMessage()
                            + "; nothing was sent; retry when the store is available",
                    e);
        } finally {
            if (!isGranted) {
                slot.release();
            }
        }
        return isGranted ? Optional.of(slot) : Optional.empty();
    }

    private static long nanos(Duration duration) {
        return duration.compareTo(Duration.ofNanos(FOREVER)) > 0 ? FOREVER : Math.max(0, duration.toNanos());
    }

    /** Reserved time of sending. */
    private final class Slot implements Permit {
        private final AtomicBoolean ended;
        private double rate;
        private long interval;
        private boolean reserved;
        private long time;

        /** @param ended whether nothing remains to be done when the call is sent or cancelled */
        Slot(boolean ended) {
            this.ended = new AtomicBoolean(ended);
        }

        /**
         * Reserves the next slot and waits for it. The interval that follows the slot is reserved with it, and is not
         * waited for. Returns false if the slot comes after the deadline.
         */
        boolean await(long deadline) throws InterruptedException {
            do {
                rate = requestsPerSecond;
                interval = interval();
                time = clock.currentTimeNanos();
                if (interval < TOKEN) {
                    return true;
                }
                long maximum = Math.max(0, deadline - time) + interval;
                reserved = true;
                reserved = slots.asBlocking()
                        .tryConsume(interval / TOKEN, maximum, (long untilEnd) -> park(untilEnd - interval));
                warm |= reserved;
            } while (!isOfPresentRate());
            return reserved;
        }

        /** Waits for the slot, but not for one of a former rate. */
        private void park(long wait) throws InterruptedException {
            long slot = time + Math.max(0, wait);
            for (long left = wait; left > 0 && isOfPresentRate(); left = slot - clock.currentTimeNanos()) {
                waiting.park(Math.min(left, RATE_CHECK));
            }
            time = slot;
        }

        private boolean isOfPresentRate() {
            return isShared || rate == requestsPerSecond;
        }

        @Override
        public void sent() {
            long late = Math.min(clock.currentTimeNanos() - time, interval);
            end(() -> {
                if (reserved && late > TOLERANCE) {
                    slots.consumeIgnoringRateLimits(late / TOKEN);
                }
            });
        }

        /** Returns the slot. Another node may have reserved the one after it, so that a shared slot remains unused. */
        @Override
        public void release() {
            end(() -> {
                if (reserved && !isShared && isOfPresentRate()) {
                    slots.addTokens(interval / TOKEN);
                }
            });
        }

        private void end(Runnable update) {
            if (ended.compareAndSet(false, true)) {
                try {
                    update.run();
                } catch (RuntimeException e) {
                    LOG.debug("The time of the next slot is not corrected", e);
                } finally {
                    first.release();
                }
            }
        }
    }
}
