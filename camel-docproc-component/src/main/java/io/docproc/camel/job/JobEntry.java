/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import java.time.Instant;
import java.util.Optional;

/** A job with what the log knows of claims and questions; immutable. */
record JobEntry(SubmittedJob job, Optional<String> owner, Instant claimedUntil, Instant askAt) {

    static JobEntry of(SubmittedJob job) {
        return new JobEntry(job, Optional.empty(), Instant.MIN, Instant.MIN);
    }

    boolean claimable(String claimant, Instant now) {
        return owner.isEmpty() || owner.get().equals(claimant) || claimedUntil.isBefore(now);
    }

    boolean claimedByOther(String claimant) {
        return owner.isPresent() && !owner.get().equals(claimant);
    }

    JobEntry claimed(String claimant, Instant until) {
        return new JobEntry(job, Optional.of(claimant), until, askAt);
    }

    JobEntry released() {
        return new JobEntry(job, Optional.empty(), Instant.MIN, askAt);
    }

    JobEntry askedAgainAt(Instant at) {
        SubmittedJob asked =
                new SubmittedJob(job.jobId(), job.correlationId(), job.path(), job.submittedAt(), job.questions() + 1);
        return new JobEntry(asked, Optional.empty(), Instant.MIN, at);
    }

    boolean overdue(String path, Instant submittedBefore, Instant now) {
        return job.path().equals(path)
                && job.submittedAt().isBefore(submittedBefore)
                && !askAt.isAfter(now)
                && (owner.isEmpty() || claimedUntil.isBefore(now));
    }
}
