/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * Snapshot of a parse job.
 *
 * @param id the job id
 * @param status the current status
 * @param request the request that created the job
 * @param resultUrl the URL of the result; empty unless the job is completed
 * @param message the reason of a failed job; empty otherwise
 * @param callbacks the callbacks that were sent and responded to so far, in order
 * @param events the events so far, in order
 */
public record ParseJob(
        String id,
        JobStatus status,
        ServiceRequest request,
        Optional<URI> resultUrl,
        Optional<String> message,
        List<SentCallback> callbacks,
        List<JobEvent> events) {

    /** Copies callbacks and events. */
    public ParseJob {
        callbacks = List.copyOf(callbacks);
        events = List.copyOf(events);
    }
}
