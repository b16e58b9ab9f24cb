/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.model.ParseJob;

/** Requests the status of jobs from the service. Implementations are thread-safe. */
@FunctionalInterface
public interface JobStatusSource {
    /**
     * Requests the status of a job, within the rate limit and the limit of concurrent requests.
     *
     * @throws DocprocException if the service does not respond, or responds with an error
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    ParseJob requestStatus(String jobId) throws InterruptedException;

    /** Returns the maximum number of concurrent status requests. It leaves permits to the producers. */
    default int maxConcurrentRequests() {
        return 1;
    }

    /** Aborts the requests in flight and refuses further ones. */
    default void stop() {}
}
