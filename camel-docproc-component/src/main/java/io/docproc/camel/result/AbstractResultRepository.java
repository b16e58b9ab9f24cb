/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import io.docproc.camel.internal.storage.RepositorySupport;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Result repository over any store and lease table. Enforces age and size, renews leases and removes old results in the
 * background. Thread-safe.
 */
abstract class AbstractResultRepository extends RepositorySupport implements ResultRepository {
    private static final Logger LOG = LoggerFactory.getLogger(AbstractResultRepository.class);
    private static final Duration EVICTION_INTERVAL = Duration.ofMinutes(10);
    private static final int RENEWAL_SECONDS = 1;
    private static final int EVICTION_SECONDS = 5;
    private static final String EVICTION_LEASE = "eviction";
    private static final Duration EXPIRED_LEASE_KEPT = Duration.ofHours(1);

    private final Clock clock;
    private final ResultStore store;
    private final LeaseTable leases;
    private final Set<HeldLease> held = ConcurrentHashMap.newKeySet();
    private final AtomicLong storedSinceEviction = new AtomicLong();

    private Duration timeToLive = Duration.ofDays(7);
    private long maxSize = 10L * 1024 * 1024 * 1024;
    private Duration leaseTimeout = Duration.ofMinutes(1);
    private ScheduledExecutorService renewals;
    private ScheduledExecutorService evictions;

    AbstractResultRepository(Clock clock, ResultStore store, LeaseTable leases) {
        this.clock = clock;
        this.store = store;
        this.leases = leases;
    }

    /** Sets the time for which a result is kept; 7 days by default. Expired results are deleted within 10 minutes. */
    public void setTimeToLive(Duration timeToLive) {
        this.timeToLive = positive("timeToLive", timeToLive);
    }

    /**
     * Sets the maximum total size in bytes; 10 GB by default. The oldest results are removed first. The size is checked
     * in the background and may temporarily be exceeded by a tenth. A single result that is larger is not stored.
     */
    public void setMaxSize(long maxSize) {
        if (maxSize <= 0) {
            throw new IllegalArgumentException(
                    "maxSize is " + maxSize + "; allowed values are positive numbers of bytes");
        }
        this.maxSize = maxSize;
    }

    /**
     * Sets the time for which the lease of a node that died blocks the same call on other nodes; 1 minute by default.
     * Live nodes renew their leases, so a call may take longer. The difference between the clocks of the nodes must be
     * much shorter than this time.
     */
    public void setLeaseTimeout(Duration leaseTimeout) {
        this.leaseTimeout = positive("leaseTimeout", leaseTimeout);
    }

    private static Duration positive(String name, Duration duration) {
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException(name + " is " + duration + "; allowed values are durations above 0");
        }
        return duration;
    }

    @Override
    protected void doStart() throws Exception {
        long renewal = Math.max(1, leaseTimeout.toMillis() / 3);
        renewals = newScheduledThread("DocprocResultLeases");
        renewals.scheduleWithFixedDelay(this::renewLeases, renewal, renewal, TimeUnit.MILLISECONDS);
        evictions = newScheduledThread("DocprocResultEviction");
        evictions.scheduleWithFixedDelay(this::tryEvict, 0, EVICTION_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Stops the renewal of leases, waiting for at most 1 second, and the removal of old results, waiting for at most 5
     * seconds. Results of leases that are still held can still be
     * stored.
     */
    @Override
    protected void doStop() throws Exception {
        if (evictions != null) {
            shutdown(renewals);
            shutdown(evictions);
            if (!renewals.awaitTermination(RENEWAL_SECONDS, TimeUnit.SECONDS)) {
                LOG.debug("Leases are still being renewed");
            }
            if (!evictions.awaitTermination(EVICTION_SECONDS, TimeUnit.SECONDS)) {
                LOG.debug("Old results are still being removed; the next start continues");
            }
        }
    }

    @Override
    public final Optional<StoredResult> find(ResultKey key) throws IOException {
        return store.find(key, clock.instant().minus(timeToLive));
    }

    @Override
    public final Optional<ResultLease> tryAcquire(ResultKey key) throws IOException {
        if (!isStarted()) {
            throw new IOException("The result repository is not started; start it before a call");
        }
        String owner = UUID.randomUUID().toString();
        Instant now = clock.instant();
        if (!leases.acquire(key.value(), owner, now, now.plus(leaseTimeout))) {
            return Optional.empty();
        }
        HeldLease lease = new HeldLease(this, key, owner);
        held.add(lease);
        return Optional.of(lease);
    }

    @Override
    public final void remove(ResultKey key) throws IOException {
        store.remove(key, clock.instant());
    }

    ContentWriter openContent(HeldLease lease) throws IOException {
        return store.write(lease.key(), clock.instant());
    }

    long maxSize() {
        return maxSize;
    }

    void commit(ContentWriter writer, long length) throws IOException {
        writer.commit(clock.instant());
        storedSinceEviction.addAndGet(length);
        if (isEvictionDue()) {
            evictSoon();
        }
    }

    private boolean isEvictionDue() {
        return storedSinceEviction.get() > maxSize / 10;
    }

    /** Evicts after an eviction that is running, which does not see the new results. */
    private void evictSoon() {
        try {
            evictions.execute(() -> {
                if (isEvictionDue()) {
                    tryEvict();
                }
            });
        } catch (RejectedExecutionException e) {
            LOG.debug("No eviction is added: one is waiting already, or the repository is stopped", e);
        }
    }

    void release(HeldLease lease) {
        held.remove(lease);
        try {
            leases.release(lease.key().value(), lease.owner());
        } catch (IOException e) {
            LOG.warn("The lease of result {} cannot be released; it expires within {}", lease.key(), leaseTimeout, e);
        }
    }

    void renewLeases() {
        held.forEach(this::renew);
    }

    /** Renews a lease. Catches all exceptions, because a scheduled task that throws is never run again. */
    private void renew(HeldLease lease) {
        try {
            Instant expiresAt = clock.instant().plus(leaseTimeout);
            if (!leases.renew(lease.key().value(), lease.owner(), expiresAt) && held.contains(lease)) {
                LOG.warn(
                        "The lease of result {} has expired; another node may make the same call, which is then billed twice",
                        lease.key());
            }
        } catch (IOException | RuntimeException e) {
            LOG.warn("The lease of result {} cannot be renewed; this is retried", lease.key(), e);
        }
    }

    private void tryEvict() {
        try {
            evict();
        } catch (IOException | RuntimeException e) {
            if (isStoppingOrStopped()) {
                LOG.debug("Old results are removed at the next start", e);
                return;
            }
            LOG.warn("Old results cannot be removed; the next attempt follows within {}", EVICTION_INTERVAL, e);
        }
    }

    /**
     * Removes expired results and the oldest ones beyond the maximum size. Has no effect while another eviction runs; the
     * next stored result then requests another one.
     *
     * @return whether the results were removed; false while another eviction runs
     */
    final boolean evict() throws IOException {
        String owner = UUID.randomUUID().toString();
        Instant now = clock.instant();
        if (!leases.acquire(EVICTION_LEASE, owner, now, now.plus(EVICTION_INTERVAL))) {
            return false;
        }
        try {
            storedSinceEviction.set(0);
            store.evict(new Eviction(now, timeToLive, maxSize));
            leases.removeExpired(now.minus(EXPIRED_LEASE_KEPT));
            return true;
        } finally {
            leases.release(EVICTION_LEASE, owner);
        }
    }
}
