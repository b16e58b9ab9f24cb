/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import io.docproc.camel.internal.store.RepositorySupport;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Result repository with limits of age and size, and with leases in this process. Thread-safe. */
abstract class AbstractResultRepository extends RepositorySupport implements ResultRepository {
    private static final Logger LOG = LoggerFactory.getLogger(AbstractResultRepository.class);
    private static final Duration EVICTION_INTERVAL = Duration.ofMinutes(10);
    private static final Duration FOR_EVER = Duration.ofDays(36_500);
    private static final int STOP_SECONDS = 5;

    /** Much longer than any response takes to arrive, so that the writer of an older incomplete result has died. */
    static final Duration ABANDONED_AFTER = Duration.ofDays(1);

    /** Longer than the longest refusal of a document, which is a day. */
    static final Duration COUNTS_KEPT = Duration.ofDays(7);

    /** Keys of the calls in flight. */
    final Set<ResultKey> leased = ConcurrentHashMap.newKeySet();

    ScheduledExecutorService scheduler;
    private final AtomicLong storedSinceEviction = new AtomicLong();
    private volatile Duration timeToLive = Duration.ofDays(7);
    private volatile long maxSize = 10L * 1024 * 1024 * 1024;

    /** Sets the time for which a result is kept; 7 days by default. Expired results are deleted within 10 minutes. */
    public void setTimeToLive(Duration timeToLive) {
        if (timeToLive.isNegative() || timeToLive.isZero()) {
            throw new IllegalArgumentException(
                    "timeToLive is " + timeToLive + "; allowed values are durations above 0");
        }
        this.timeToLive = timeToLive.compareTo(FOR_EVER) < 0 ? timeToLive : FOR_EVER;
    }

    /**
     * Sets the maximum total size in bytes; 10 GB by default. Results are stored compressed. The oldest results are
     * removed first. The size is checked in the background and may temporarily be exceeded by a tenth. A single result
     * that is larger is not stored.
     */
    public void setMaxSize(long maxSize) {
        if (maxSize <= 0) {
            throw new IllegalArgumentException(
                    "maxSize is " + maxSize + "; allowed values are positive numbers of bytes");
        }
        this.maxSize = maxSize;
    }

    @Override
    protected void doStart() throws Exception {
        scheduler = newScheduledThreadPool("DocprocResults", 2);
        scheduler.scheduleWithFixedDelay(this::tryEvict, 0, EVICTION_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Stops the background work, and waits up to 5 seconds for it. Results of calls in flight can still be stored. */
    @Override
    protected void doStop() throws Exception {
        if (scheduler != null) {
            shutdown(scheduler);
            if (!scheduler.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
                LOG.debug("Old results are still being removed; the next start continues");
            }
        }
    }

    @Override
    public final Optional<InputStream> find(ResultKey key) throws IOException {
        return open(key, timeToLive);
    }

    /** Opens the result of a key; empty if there is none that is younger than a time. */
    abstract Optional<InputStream> open(ResultKey key, Duration age) throws IOException;

    @Override
    public final void store(ResultKey key, InputStream content, long length) throws IOException {
        if (length > maxSize) {
            throw new IOException("The result is larger than maxSize, " + maxSize
                    + " bytes, and is not stored; increase maxSize to store it");
        }
        write(key, content, length);
        answered(key);
        if (storedSinceEviction.addAndGet(length) > maxSize / 10) {
            storedSinceEviction.set(0);
            evictSoon();
        }
    }

    abstract void write(ResultKey key, InputStream content, long length) throws IOException;

    /** A lease that this process holds is not free, even if it has expired during a pause of the process. */
    @Override
    public final Optional<UnansweredCalls> tryLease(ResultKey key) throws IOException {
        if (!isStarted()) {
            throw new IOException("The result repository is not started; start it before a call");
        }
        if (!leased.add(key)) {
            return Optional.empty();
        }
        Optional<UnansweredCalls> acquired = Optional.empty();
        try {
            acquired = acquireLease(key);
            return acquired;
        } finally {
            if (acquired.isEmpty()) {
                leased.remove(key);
            }
        }
    }

    /** Acquires a lease that no other caller of this process has, as {@link #tryLease} does. */
    abstract Optional<UnansweredCalls> acquireLease(ResultKey key) throws IOException;

    @Override
    public void releaseLease(ResultKey key) {
        leased.remove(key);
    }

    /** Removes expired and abandoned results and counts, and the oldest results if there is too little space. */
    final synchronized void evict() throws IOException {
        storedSinceEviction.set(0);
        evict(timeToLive, maxSize);
    }

    /** Removes results above an age, the oldest ones above a total size, and what dead writers and old counts leave. */
    abstract void evict(Duration age, long maximum) throws IOException;

    private void tryEvict() {
        try {
            evict();
        } catch (IOException | RuntimeException e) {
            LOG.warn("Old results cannot be removed; the next attempt follows within {}", EVICTION_INTERVAL, e);
        }
    }

    final void evictSoon() {
        try {
            scheduler.execute(this::tryEvict);
        } catch (RejectedExecutionException e) {
            LOG.debug("Old results are removed at the next start", e);
        }
    }
}
