/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.camel.support.service.ServiceSupport;

/** A job log in memory: for one node, and for as long as it runs. */
public class MemoryJobLog extends ServiceSupport implements JobLog {
    private final Map<String, JobEntry> entries = new ConcurrentHashMap<>();

    /** An empty log. */
    public MemoryJobLog() {}

    @Override
    public void submitted(SubmittedJob job) {
        entries.computeIfAbsent(job.jobId(), id -> stored(JobEntry.of(job)));
    }

    @Override
    public Claim claim(String jobId, String owner, Instant now, Instant until) {
        AtomicReference<Claim> claim = new AtomicReference<>(Claim.UNKNOWN);
        entries.computeIfPresent(jobId, (id, entry) -> {
            boolean claimable = entry.claimable(owner, now);
            claim.set(claimable ? Claim.TAKEN : Claim.BUSY);
            return claimable ? entry.claimed(owner, until) : entry;
        });
        return claim.get();
    }

    @Override
    public void askAgain(String jobId, String owner, Instant at) {
        entries.computeIfPresent(
                jobId, (id, entry) -> entry.claimedByOther(owner) ? entry : stored(entry.askedAgainAt(at)));
    }

    @Override
    public void release(String jobId, String owner) {
        entries.computeIfPresent(jobId, (id, entry) -> entry.claimedByOther(owner) ? entry : entry.released());
    }

    @Override
    public void completed(String jobId) {
        entries.computeIfPresent(jobId, (id, entry) -> {
            forgotten(id);
            return null;
        });
    }

    @Override
    public List<SubmittedJob> overdue(String path, Instant submittedBefore, Instant now, int most) {
        return entries.values().stream()
                .filter(entry -> entry.overdue(path, submittedBefore, now))
                .map(JobEntry::job)
                .sorted(Comparator.comparing(SubmittedJob::submittedAt))
                .limit(most)
                .toList();
    }

    @Override
    public int size() {
        return entries.size();
    }

    /** Takes up an entry that a store has kept. */
    final void recover(JobEntry entry) {
        entries.put(entry.job().jobId(), entry);
    }

    /** An entry has changed in a way that must survive the process; returns it. */
    JobEntry stored(JobEntry entry) {
        return entry;
    }

    /** An entry is no longer needed. */
    void forgotten(String jobId) {}
}
