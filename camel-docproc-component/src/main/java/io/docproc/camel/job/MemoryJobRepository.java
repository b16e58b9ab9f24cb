/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.support.LRUCacheFactory;
import org.apache.camel.support.service.ServiceSupport;

/**
 * Job repository in memory, for a single node. Its content is lost when the process stops. It records the last 10,000
 * completed jobs. Thread-safe.
 */
public class MemoryJobRepository extends ServiceSupport implements JobRepository {
    private static final int MAX_COMPLETED = 10_000;
    private static final Comparator<SubmittedJob> BY_WAIT =
            Comparator.comparing(SubmittedJob::waitingSince).thenComparing(SubmittedJob::jobId);

    private final int maxOpen;
    /** Open jobs in the order of their submission. */
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    private final Map<String, Boolean> completed = LRUCacheFactory.newLRUCache(MAX_COMPLETED);

    /** An open job with its lease. The owner is empty if there is none. */
    private record Entry(SubmittedJob job, String owner, Instant leasedUntil) {
        boolean isLeased(Instant now) {
            return !owner.isEmpty() && !leasedUntil.isBefore(now);
        }

        boolean isOwnedByOther(String node) {
            return !owner.isEmpty() && !owner.equals(node);
        }
    }

    /** Creates an empty repository, whose number of open jobs is unlimited. */
    public MemoryJobRepository() {
        this(Integer.MAX_VALUE);
    }

    /**
     * Creates an empty repository that deletes its oldest job without a lease when a further one is submitted to it.
     *
     * @param maxOpen number of open jobs from which on the oldest one is deleted
     */
    public MemoryJobRepository(int maxOpen) {
        this.maxOpen = maxOpen;
    }

    @Override
    public synchronized void submitted(SubmittedJob job) {
        if (!entries.containsKey(job.jobId()) && !completed.containsKey(job.jobId())) {
            if (entries.size() >= maxOpen) {
                deleteOldest();
            }
            put(job, "", Instant.MIN);
        }
    }

    private void deleteOldest() {
        entries.values().stream()
                .filter(entry -> entry.owner.isEmpty())
                .findFirst()
                .ifPresent(oldest -> entries.remove(oldest.job.jobId()));
    }

    @Override
    public synchronized Optional<SubmittedJob> find(String jobId) {
        return Optional.ofNullable(entries.get(jobId)).map(Entry::job);
    }

    @Override
    public synchronized LeaseResult lease(String jobId, String owner, Instant now, Instant until) {
        Entry entry = entries.get(jobId);
        if (entry == null) {
            return completed.containsKey(jobId) ? LeaseResult.COMPLETED : LeaseResult.UNKNOWN;
        }
        if (entry.isLeased(now) && entry.isOwnedByOther(owner)) {
            return LeaseResult.HELD_BY_OTHER;
        }
        put(entry.job.withWaitingSince(entry.job.submittedAt()), owner, until);
        return LeaseResult.ACQUIRED;
    }

    @Override
    public synchronized boolean reschedule(SubmittedJob job, SubmittedJob next, Instant now) {
        Entry entry = entries.get(job.jobId());
        if (entry == null || entry.isLeased(now) || !entry.job.waitingSince().equals(job.waitingSince())) {
            return false;
        }
        put(entry.job.rescheduled(next), "", Instant.MIN);
        return true;
    }

    @Override
    public synchronized void release(String jobId, String owner) {
        Entry entry = entries.get(jobId);
        if (entry != null && !entry.isOwnedByOther(owner)) {
            put(entry.job, "", Instant.MIN);
        }
    }

    @Override
    public synchronized void failed(String jobId, String owner, Instant waitingSince) {
        Entry entry = entries.get(jobId);
        if (entry != null && !entry.isOwnedByOther(owner)) {
            put(entry.job.failed(waitingSince), "", Instant.MIN);
        }
    }

    @Override
    public synchronized void completed(String jobId, Instant keepUntil) {
        if (entries.remove(jobId) != null) {
            completed.put(jobId, true);
        }
    }

    @Override
    public synchronized List<SubmittedJob> overdue(String path, Instant waitingBefore, Instant now, int limit) {
        return entries.values().stream()
                .filter(entry -> !entry.isLeased(now))
                .map(Entry::job)
                .filter(job -> job.path().equals(path) && job.waitingSince().isBefore(waitingBefore))
                .sorted(BY_WAIT)
                .limit(limit)
                .toList();
    }

    @Override
    public void purge(Instant now) {
        // Not needed: the number of completed jobs in memory is bounded.
    }

    @Override
    public synchronized int size() {
        return entries.size();
    }

    private void put(SubmittedJob job, String owner, Instant leasedUntil) {
        entries.put(job.jobId(), new Entry(job, owner, leasedUntil));
    }
}
