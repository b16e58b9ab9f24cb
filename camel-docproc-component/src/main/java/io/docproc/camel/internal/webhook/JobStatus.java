/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.model.ParseJob;

/** Client that requests the status of jobs, within the rate limit and the limit of concurrent requests. Thread-safe. */
public interface JobStatus {
    /**
     * Requests the status of a job.
     *
     * @throws io.docproc.camel.error.DocprocException if the service does not respond, or responds with an error
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    ParseJob request(String jobId) throws InterruptedException;

    /** Returns the rate limit of the account; 0 if it is unlimited. */
    double requestsPerSecond();

    /** Aborts the requests in flight and refuses further ones. */
    void abort();
}
