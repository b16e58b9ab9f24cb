/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.model.ParseCompletion;

/**
 * Status of a parse job that a callback or a poll has reported, with the correlation id of its document.
 *
 * @param event the status as the service reported it
 * @param correlationId from the signed callback URL or the job repository; empty if there is none
 * @param queueFullPolicy behavior if the download queue is full
 */
record Completion(ParseCompletion event, String correlationId, QueueFullPolicy queueFullPolicy) {
    /** Behavior if the download queue is full. */
    enum QueueFullPolicy {
        /** The current thread waits. It belongs to the consumer, not to an HTTP server. */
        WAIT,
        /** The callback is refused. The HTTP server blocks no thread while a callback waits in the queue. */
        REFUSE,
        /**
         * The callback is refused as soon as a few callbacks wait, because each of them blocks a thread of the HTTP
         * server.
         */
        REFUSE_EARLY
    }

    /** Creates a completion whose thread waits if the download queue is full. */
    Completion(ParseCompletion event, String correlationId) {
        this(event, correlationId, QueueFullPolicy.WAIT);
    }

    /** Returns the key that identifies duplicates: the job id and the status. */
    String key() {
        return event.jobId() + ":" + event.status();
    }

    /**
     * Returns this completion with the status {@code failed}. It keeps the URL of the result that could not be
     * downloaded.
     *
     * @param message the reason, reported to the route
     */
    Completion failed(String message) {
        ParseCompletion failed =
                new ParseCompletion(event.jobId(), "failed", event.resultUrl(), message, event.other());
        return new Completion(failed, correlationId, queueFullPolicy);
    }
}
