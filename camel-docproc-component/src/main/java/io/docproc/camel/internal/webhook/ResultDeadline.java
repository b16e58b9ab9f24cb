/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.job.JobRepository;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/**
 * Limits how long the download of an unavailable result is attempted. A job that the repository does not contain has no
 * deadline.
 *
 * @param jobRepository contains the times of submission; empty if none is configured
 * @param timeToLive time from the submission to the deadline, option {@code callbackTtl}
 */
record ResultDeadline(Optional<JobRepository> jobRepository, Duration timeToLive, Clock clock) {
    /** Returns whether the deadline of a job has passed. */
    boolean hasPassed(String jobId) {
        return jobRepository
                .flatMap(log -> log.find(jobId))
                .map(job -> job.submittedAt().plus(timeToLive).isBefore(clock.instant()))
                .orElse(false);
    }

    /** Returns the error message that the route receives after the deadline of a job. */
    String message(Throwable cause) {
        return "the result could not be downloaded within callbackTtl, " + timeToLive.toMillis()
                + " ms after the submission: " + cause.getMessage();
    }
}
