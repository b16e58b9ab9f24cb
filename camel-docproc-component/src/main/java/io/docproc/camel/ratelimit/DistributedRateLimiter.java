/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import io.docproc.camel.internal.storage.RepositorySupport;
import io.github.bucket4j.TimeMeter;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rate limiter that all nodes of an account share, with distributed buckets of Bucket4j in a store such as Redis or
 * Hazelcast. For a database, use {@link JdbcRateLimiter}. Nodes join and leave without configuration. A cooldown applies
 * to all nodes.
 *
 * <p>The nodes reserve evenly spaced slots in the store. A node whose slot is missed or whose call is sent late leaves a
 * slot unused, so that no second contains more calls than allowed. All nodes must use the clock of the store: set a
 * {@link StoreClock} as the client clock of the {@code ProxyManager}, unless the store computes the buckets itself.
 *
 * <p>Permits are granted in order of arrival on the node. Thread-safe.
 */
public final class DistributedRateLimiter extends RepositorySupport implements RateLimiter {
    private static final Logger LOG = LoggerFactory.getLogger(DistributedRateLimiter.class);

    static final Duration DEFAULT_STORE_TIMEOUT = Duration.ofSeconds(5);
    private static final int MAX_NAME = 200;
    /** A node reads the cooldown while it reserves slots. */
    private static final int REQUEST_THREADS = 2;

    private final ProxyManager<String> buckets;
    private final double requestsPerSecond;
    /** Keeps the order of arrival: only the first waiting call waits for a slot. */
    private final ReentrantLock queue = new ReentrantLock(true);

    private final AtomicInteger queued = new AtomicInteger();
    private String name = "docproc";
    private Duration storeTimeout = DEFAULT_STORE_TIMEOUT;
    private Optional<ScheduledExecutorService> requests = Optional.empty();
    private volatile Optional<SlotSchedule> schedule = Optional.empty();

    /**
     * Creates a rate limiter.
     *
     * @param buckets access to the buckets in the store; for keys of another type, use {@code withMapper}
     * @param requestsPerSecond maximum number of calls per second of all nodes together. If nodes differ, the rate of
     *     the node that has started last applies to all
     * @throws IllegalArgumentException if the number is not positive
     */
    public DistributedRateLimiter(ProxyManager<String> buckets, Double requestsPerSecond) {
        if (!(requestsPerSecond > 0) || !Double.isFinite(requestsPerSecond)) {
            throw new IllegalArgumentException("The rate of a shared rate limiter is " + requestsPerSecond
                    + "; allowed values are positive numbers of calls per second");
        }
        this.buckets = buckets;
        this.requestsPerSecond = requestsPerSecond;
    }

    /**
     * Sets the name of the account in the store. Limiters with the same name share their rate. The default is "docproc".
     *
     * @throws IllegalArgumentException if the name is blank or longer than 200 characters
     */
    public void setName(String name) {
        if (name.isBlank() || name.length() > MAX_NAME) {
            throw new IllegalArgumentException("The name of a shared rate limiter has "
                    + name.strip().length() + " characters; allowed are 1 to " + MAX_NAME);
        }
        this.name = name;
    }

    /**
     * Sets the maximum time for which a call waits while the store does not respond; 5 seconds by default. After this
     * time the call fails unsent with a retryable exception. A request that takes longer ends by the timeout of the
     * {@code ProxyManager} or of its driver: set it to the same time.
     *
     * @throws IllegalArgumentException if the time is not positive
     */
    public void setStoreTimeout(Duration storeTimeout) {
        if (storeTimeout.isNegative() || storeTimeout.isZero()) {
            throw new IllegalArgumentException(
                    "storeTimeout is " + storeTimeout.toMillis() + " ms; allowed values are 1 ms or more");
        }
        this.storeTimeout = storeTimeout;
    }

    @Override
    protected void doStart() {
        if (requests.filter(executor -> !executor.isShutdown()).isEmpty()) {
            ScheduledExecutorService executor = newScheduledThreadPool("docproc rate limiter", REQUEST_THREADS);
            requests = Optional.of(executor);
            SharedBuckets shared = new SharedBuckets(buckets, name, requestsPerSecond);
            StoreRequests storeRequests = new StoreRequests(
                    (task, delay) -> schedule(executor, task, delay), TimeMeter.SYSTEM_NANOTIME, storeTimeout);
            schedule = Optional.of(new SlotSchedule(shared, requestsPerSecond, storeRequests));
        }
    }

    /** Schedules a request to the store. After a shutdown, requests are no longer necessary. */
    private static void schedule(ScheduledExecutorService executor, Supplier<Runnable> request, long delayNanos) {
        try {
            executor.schedule(() -> request.get().run(), delayNanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("The rate limiter is shut down", e);
        }
    }

    @Override
    protected void doShutdown() {
        requests.ifPresent(this::shutdown);
    }

    @Override
    public Optional<Permit> acquire(Duration maxWait) throws InterruptedException {
        SlotSchedule slots = schedule();
        long start = System.nanoTime();
        long maximum = maxWait.toNanos();
        long ahead = queued.getAndIncrement();
        try {
            long leastWait = slots.cooldownRemaining().toNanos() + ahead * SharedBuckets.interval(requestsPerSecond);
            if (leastWait > maximum || !queue.tryLock(maximum, TimeUnit.NANOSECONDS)) {
                return Optional.empty();
            }
            try {
                OptionalLong slot = slots.await(queued::get, start, maximum);
                return slot.isPresent() ? Optional.of(new SlotPermit(slots, slot.getAsLong())) : Optional.empty();
            } finally {
                queue.unlock();
            }
        } finally {
            queued.decrementAndGet();
        }
    }

    private SlotSchedule schedule() {
        return schedule.orElseThrow(
                () -> new IllegalStateException("The rate limiter is not started; start it before a call"));
    }

    @Override
    public void startCooldown(Duration duration) {
        schedule().startCooldown(duration);
    }

    /**
     * Returns the remaining cooldown of all nodes; zero if there is none. The value is read from the store in the
     * background, at most once a second.
     */
    @Override
    public Duration cooldownRemaining() {
        return schedule.map(SlotSchedule::cooldownRemaining).orElse(Duration.ZERO);
    }

    @Override
    public double requestsPerSecond() {
        return requestsPerSecond;
    }

    /** Permit for one slot. Another node cannot use a slot that is released. */
    private static final class SlotPermit implements Permit {
        private final SlotSchedule schedule;
        private final long slot;
        private final AtomicBoolean used = new AtomicBoolean();

        SlotPermit(SlotSchedule schedule, long slot) {
            this.schedule = schedule;
            this.slot = slot;
        }

        @Override
        public void sent() {
            if (used.compareAndSet(false, true)) {
                schedule.sent(slot);
            }
        }

        @Override
        public void release() {
            used.set(true);
        }
    }
}
