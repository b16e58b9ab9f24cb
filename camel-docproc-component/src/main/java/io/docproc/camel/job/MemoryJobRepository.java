/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.camel.support.LRUCacheFactory;
import org.apache.camel.support.service.ServiceSupport;

/**
 * Job repository in memory, for a single node. Its content is lost when the process stops. It records the last 10,000
 * completed jobs. Thread-safe.
 */
public class MemoryJobRepository extends ServiceSupport implements JobRepository {
    private static final int MAX_COMPLETED = 10_000;

    private final Map<String, JobEntry> entries = new ConcurrentHashMap<>();
    /**
     * Waits by path of the consumer, in the order in which jobs become overdue. Modified only while the entry of the
     * job is locked.
     */
    private final Map<String, NavigableSet<Wait>> waits = new ConcurrentHashMap<>();

    private final Map<String, Boolean> completed = LRUCacheFactory.newLRUCache(MAX_COMPLETED);

    private record Wait(Instant since, String jobId) implements Comparable<Wait> {
        private static final Comparator<Wait> ORDER =
                Comparator.comparing(Wait::since).thenComparing(Wait::jobId);

        static Wait of(JobEntry entry) {
            return new Wait(entry.job().waitingSince(), entry.job().jobId());
        }

        @Override
        public int compareTo(Wait other) {
            return ORDER.compare(this, other);
        }
    }

    /** Creates an empty repository. */
    public MemoryJobRepository() {}

    /** Stores a job. If it cannot be saved, it stays in memory, and the caller may submit it again to save it. */
    @Override
    public void submitted(SubmittedJob job) {
        entries.computeIfAbsent(job.jobId(), id -> isCompleted(id) ? null : added(JobEntry.of(job)));
        entries.computeIfPresent(job.jobId(), (id, entry) -> {
            saveNew(entry.job());
            return entry;
        });
    }

    @Override
    public Optional<SubmittedJob> find(String jobId) {
        return Optional.ofNullable(entries.get(jobId)).map(JobEntry::job);
    }

    @Override
    public LeaseResult lease(String jobId, String owner, Instant now, Instant until) {
        AtomicReference<LeaseResult> result = new AtomicReference<>();
        entries.compute(jobId, (id, entry) -> {
            if (entry == null) {
                result.set(isCompleted(id) ? LeaseResult.COMPLETED : LeaseResult.UNKNOWN);
                return null;
            }
            boolean busy = entry.isLeasedByOther(owner, now);
            result.set(busy ? LeaseResult.HELD_BY_OTHER : LeaseResult.ACQUIRED);
            return busy ? entry : replaced(entry, entry.leased(owner, until), this::saveChange);
        });
        return result.get();
    }

    @Override
    public boolean reschedule(SubmittedJob job, SubmittedJob next, Instant now) {
        return reschedule(job, next, now, this::saveChange);
    }

    /** Does the same as {@link JobRepository#reschedule}, but passes the change to {@code save}. */
    final boolean reschedule(SubmittedJob job, SubmittedJob next, Instant now, Consumer<SubmittedJob> save) {
        AtomicBoolean rescheduled = new AtomicBoolean();
        entries.computeIfPresent(job.jobId(), (id, entry) -> {
            if (entry.isLeased(now) || !entry.job().waitingSince().equals(job.waitingSince())) {
                return entry;
            }
            rescheduled.set(true);
            return replaced(entry, JobEntry.of(entry.job().rescheduled(next)), save);
        });
        return rescheduled.get();
    }

    @Override
    public void release(String jobId, String owner) {
        entries.computeIfPresent(jobId, (id, entry) -> entry.isOwnedByOther(owner) ? entry : entry.released());
    }

    @Override
    public void failed(String jobId, String owner, Instant waitingSince) {
        entries.computeIfPresent(
                jobId,
                (id, entry) -> entry.isOwnedByOther(owner)
                        ? entry
                        : replaced(entry, JobEntry.of(entry.job().failed(waitingSince)), this::saveChange));
    }

    @Override
    public void completed(String jobId, Instant keepUntil) {
        entries.computeIfPresent(jobId, (id, entry) -> {
            saveCompleted(id, keepUntil);
            completed.put(id, true);
            return removed(entry);
        });
    }

    @Override
    public List<SubmittedJob> overdue(String path, Instant waitingBefore, Instant now, int limit) {
        return queue(path).headSet(new Wait(waitingBefore, ""), false).stream()
                .map(wait -> entries.get(wait.jobId()))
                .filter(Objects::nonNull)
                .filter(entry -> entry.job().waitingSince().isBefore(waitingBefore) && !entry.isLeased(now))
                .map(JobEntry::job)
                .limit(limit)
                .toList();
    }

    @Override
    public void purge(Instant now) {
        // Not needed: the number of completed jobs in memory is bounded.
    }

    @Override
    public int size() {
        return entries.size();
    }

    /**
     * Adds or replaces a job that a subclass has read from its storage, unless this repository has completed it since.
     */
    final void recover(SubmittedJob job) {
        JobEntry recovered = JobEntry.of(job);
        entries.compute(job.jobId(), (id, entry) -> {
            if (entry != null) {
                return replaced(entry, recovered, saved -> {});
            }
            return completed.containsKey(id) ? null : added(recovered);
        });
    }

    /** Removes a job that was completed according to the storage of a subclass. */
    final void remove(String jobId) {
        entries.computeIfPresent(jobId, (id, entry) -> removed(entry));
    }

    /** Passes each open job to an action. Meanwhile, the job does not change. */
    final void forEachOpen(Consumer<SubmittedJob> action) {
        entries.keySet()
                .forEach(jobId -> entries.computeIfPresent(jobId, (id, entry) -> {
                    action.accept(entry.job());
                    return entry;
                }));
    }

    private JobEntry added(JobEntry entry) {
        queue(entry).add(Wait.of(entry));
        return entry;
    }

    private JobEntry replaced(JobEntry before, JobEntry after, Consumer<SubmittedJob> save) {
        if (!before.job().equals(after.job())) {
            save.accept(after.job());
            queue(after).add(Wait.of(after));
            if (!Wait.of(before).equals(Wait.of(after))) {
                queue(before).remove(Wait.of(before));
            }
        }
        return after;
    }

    private JobEntry removed(JobEntry entry) {
        queue(entry).remove(Wait.of(entry));
        return null;
    }

    private NavigableSet<Wait> queue(JobEntry entry) {
        return queue(entry.job().path());
    }

    private NavigableSet<Wait> queue(String path) {
        return waits.computeIfAbsent(path, any -> new ConcurrentSkipListSet<>());
    }

    /** Returns whether a job without an entry was completed. */
    boolean isCompleted(String jobId) {
        return completed.containsKey(jobId);
    }

    /**
     * Saves a submitted job that is not saved yet. Throws an unchecked exception if the job may not survive a crash.
     */
    void saveNew(SubmittedJob job) {}

    /** Saves a change of a job. The job remains stored even if the change is lost. */
    void saveChange(SubmittedJob job) {}

    /** Saves that a job is completed. */
    void saveCompleted(String jobId, Instant keepUntil) {}
}
