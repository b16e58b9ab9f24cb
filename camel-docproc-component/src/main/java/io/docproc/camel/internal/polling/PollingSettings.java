/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.polling;

import io.docproc.camel.job.SubmittedJob;
import java.time.Duration;
import java.time.Instant;

/**
 * Times at which the jobs of a webhook consumer are polled and abandoned.
 *
 * @param path path of the consumer, which identifies its jobs in the job repository
 * @param pollAfter how long the consumer waits for a callback before it polls for the job; also the first delay between
 *     two polls; zero disables polling
 * @param timeToLive how long a callback URL is valid; a job without completion is abandoned after this time
 */
public record PollingSettings(String path, Duration pollAfter, Duration timeToLive) {
    /** Job repositories round times to milliseconds. */
    private static final Duration STORED_PRECISION = Duration.ofMillis(1);

    /** Returns whether the consumer polls for overdue jobs. */
    public boolean isEnabled() {
        return !pollAfter.isZero();
    }

    /** Returns whether the callback URL of a job has expired. */
    public boolean isExpired(SubmittedJob job, Instant now) {
        return job.submittedAt().plus(timeToLive).isBefore(now);
    }

    /** Returns the start of a wait that makes a job overdue at the time {@code due}. */
    public Instant waitingSince(Instant due) {
        return due.minus(pollAfter).minus(STORED_PRECISION);
    }
}
