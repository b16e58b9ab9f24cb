/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.polling;

import io.docproc.camel.model.ParseCompletion;
import java.util.concurrent.CompletableFuture;

/** Handles the completions that polls report. Implementations are thread-safe. */
public interface CompletionHandler {
    /** Returns whether a completion of this job is in flight on this node. Such a job is not polled. */
    boolean isInFlight(String jobId);

    /**
     * Handles a completion.
     *
     * @param event the status of a job, as the service reported it
     * @param correlationId the correlation id of the job
     * @return a future that completes when the completion has been processed, or has failed
     */
    CompletableFuture<Boolean> handle(ParseCompletion event, String correlationId);
}
