/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import java.time.Instant;
import java.util.Optional;

/**
 * A job with its lease.
 *
 * @param job the job
 * @param owner id of the node that has leased the job; empty without a lease
 * @param leasedUntil time at which the lease expires
 */
record JobEntry(SubmittedJob job, Optional<String> owner, Instant leasedUntil) {

    static JobEntry of(SubmittedJob job) {
        return new JobEntry(job, Optional.empty(), Instant.MIN);
    }

    boolean isLeased(Instant now) {
        return owner.isPresent() && !leasedUntil.isBefore(now);
    }

    boolean isLeasedByOther(String node, Instant now) {
        return isLeased(now) && isOwnedByOther(node);
    }

    boolean isOwnedByOther(String node) {
        return owner.isPresent() && !owner.get().equals(node);
    }

    /**
     * Returns the entry with a lease. The job is overdue as soon as the lease expires, because its node has probably
     * failed.
     */
    JobEntry leased(String node, Instant until) {
        return new JobEntry(job.withWaitingSince(job.submittedAt()), Optional.of(node), until);
    }

    JobEntry released() {
        return of(job);
    }
}
