/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import io.docproc.camel.job.JobLog;
import io.docproc.camel.job.SubmittedJob;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** What one node does in the job log: claims jobs while it works on their end, and lets go of them. */
final class Claims {
    private final String owner = UUID.randomUUID().toString();
    private final Optional<JobLog> jobLog;
    private final String path;
    private final Duration timeout;
    private final Clock clock;

    /**
     * @param jobLog shared by the nodes; empty when nothing is remembered
     * @param path the path of the consumer that waits for the jobs
     * @param timeout how long a claim holds that is not extended
     */
    Claims(Optional<JobLog> jobLog, String path, Duration timeout, Clock clock) {
        this.jobLog = jobLog;
        this.path = path;
        this.timeout = timeout;
        this.clock = clock;
    }

    /** Claims a job for this node, or extends its claim; a job that no log knows is nobody's. */
    JobLog.Claim claim(String jobId) {
        Instant now = clock.instant();
        return jobLog.map(log -> log.claim(jobId, owner, now, now.plus(timeout)))
                .orElse(JobLog.Claim.UNKNOWN);
    }

    /** Whether jobs are remembered. */
    boolean keepsLog() {
        return jobLog.isPresent();
    }

    /** Remembers a job whose callback was quicker than the answer to its submission. */
    void remember(String jobId, String correlationId) {
        jobLog.ifPresent(log -> log.submitted(new SubmittedJob(jobId, correlationId, path, clock.instant(), 0)));
    }

    /** Lets anybody try at once. */
    void release(String jobId) {
        jobLog.ifPresent(log -> log.release(jobId, owner));
    }

    /** Counts a question, and lets anybody ask the next one after a pause. */
    void askAgain(String jobId, Duration pause) {
        jobLog.ifPresent(log -> log.askAgain(jobId, owner, clock.instant().plus(pause)));
    }

    /** The route has processed the end of the job. */
    void completed(String jobId) {
        jobLog.ifPresent(log -> log.completed(jobId));
    }
}
