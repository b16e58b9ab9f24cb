/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.internal.dispatch.ComponentCall;
import io.docproc.camel.internal.http.ServiceClient;
import io.docproc.camel.model.ParseJob;

/**
 * Requests the status of parse jobs by {@code parseStatus}, within the component's rate limit and permits. Thread-safe.
 */
public final class JobStatusClient implements JobStatusSource {
    private final ServiceClient client;
    private final ComponentCall status;
    private final int maxConcurrentRequests;

    /**
     * Creates a client.
     *
     * @param client makes the calls, and is stopped with this client
     * @param status the calls of the operation {@code parseStatus}
     * @param maxConcurrentRequests maximum number of concurrent requests
     */
    public JobStatusClient(ServiceClient client, ComponentCall status, int maxConcurrentRequests) {
        this.client = client;
        this.status = status;
        this.maxConcurrentRequests = maxConcurrentRequests;
    }

    @Override
    public ParseJob requestStatus(String jobId) throws InterruptedException {
        return (ParseJob) status.execute(jobId);
    }

    /**
     * Returns half of the permits, so that producers keep the other half. With a rate limit fewer suffice: a poll takes
     * less than a second, and polls that wait for the rate limit hold permits.
     *
     * @param permits the number of permits that producers and polls share
     * @param requestsPerSecond the rate limit of the account; 0 if it is unlimited
     */
    public static int concurrentRequests(int permits, double requestsPerSecond) {
        int half = permits / 2;
        int needed = requestsPerSecond == 0 ? half : (int) Math.ceil(Math.min(requestsPerSecond, half));
        return Math.max(1, needed);
    }

    @Override
    public int maxConcurrentRequests() {
        return maxConcurrentRequests;
    }

    @Override
    public void stop() {
        client.stop();
    }
}
