/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.polling;

import io.docproc.camel.internal.http.ServiceClient;
import io.docproc.camel.internal.observe.ComponentCall;
import io.docproc.camel.model.ParseJob;

/**
 * Client that requests the status of jobs from the service.
 *
 * @param requests sends the status requests
 * @param maxConcurrentRequests maximum number of concurrent requests; it leaves permits to the producers
 * @param abort aborts the requests in flight and refuses further ones
 */
public record JobStatusClient(StatusRequests requests, int maxConcurrentRequests, Runnable abort) {
    /** Requests the status of jobs. Implementations are thread-safe. */
    @FunctionalInterface
    public interface StatusRequests {
        /**
         * Requests the status of a job, within the rate limit and the limit of concurrent requests.
         *
         * @throws io.docproc.camel.error.DocprocException if the service does not respond, or responds with an error
         * @throws InterruptedException if the thread is interrupted while it waits
         */
        ParseJob send(String jobId) throws InterruptedException;
    }

    /**
     * Creates a client that calls the operation {@code parseStatus}. It sends at most half as many concurrent requests
     * as there are permits, so that producers keep the other half. With a rate limit fewer suffice: a poll takes less
     * than a second, and polls that wait for the rate limit hold permits.
     *
     * @param client makes the calls, and is stopped by an abort
     * @param status the calls of the operation
     * @param permits the number of permits that producers and polls share
     * @param requestsPerSecond the rate limit of the account; 0 if it is unlimited
     */
    public static JobStatusClient of(
            ServiceClient client, ComponentCall status, int permits, double requestsPerSecond) {
        int half = permits / 2;
        int needed = requestsPerSecond == 0 ? half : (int) Math.ceil(Math.min(requestsPerSecond, half));
        return new JobStatusClient(jobId -> (ParseJob) status.execute(jobId), Math.max(1, needed), client::stop);
    }
}
