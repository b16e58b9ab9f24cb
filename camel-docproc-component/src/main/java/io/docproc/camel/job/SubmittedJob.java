/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import java.time.Instant;

/**
 * A parse job that the service has accepted and whose completion has not been processed yet.
 *
 * @param jobId id of the job, assigned by the service
 * @param correlationId id of the document, assigned by the route; may be empty
 * @param fileName name of the document; empty if it has none
 * @param path path of the consumer that processes the completion
 * @param submittedAt time at which the service accepted the job
 * @param pollCount number of polls for the job
 * @param failureCount number of times that the route has failed to process the completion
 * @param waitingSince start of the current wait; the consumer polls when {@code pollAfter} has passed since then
 */
public record SubmittedJob(
        String jobId,
        String correlationId,
        String fileName,
        String path,
        Instant submittedAt,
        int pollCount,
        int failureCount,
        Instant waitingSince) {

    /** Creates a job without file name that has waited since its submission and whose route has not failed. */
    public SubmittedJob(String jobId, String correlationId, String path, Instant submittedAt, int pollCount) {
        this(jobId, correlationId, "", path, submittedAt, pollCount, 0, submittedAt);
    }

    /** Creates a job that was just submitted. */
    public SubmittedJob(String jobId, String correlationId, String fileName, String path, Instant submittedAt) {
        this(jobId, correlationId, fileName, path, submittedAt, 0, 0, submittedAt);
    }

    /** Returns this job with another start of its current wait. */
    SubmittedJob withWaitingSince(Instant since) {
        return new SubmittedJob(jobId, correlationId, fileName, path, submittedAt, pollCount, failureCount, since);
    }

    /** Returns this job after one more poll, with the start of its next wait. */
    public SubmittedJob polled(Instant since) {
        return new SubmittedJob(jobId, correlationId, fileName, path, submittedAt, pollCount + 1, failureCount, since);
    }

    /** Returns this job with the polls and the wait of another state of it. */
    SubmittedJob rescheduled(SubmittedJob next) {
        return new SubmittedJob(
                jobId, correlationId, fileName, path, submittedAt, next.pollCount, failureCount, next.waitingSince);
    }

    /** Returns this job after one more failure of its route. */
    SubmittedJob failed(Instant since) {
        return new SubmittedJob(jobId, correlationId, fileName, path, submittedAt, pollCount, failureCount + 1, since);
    }
}
