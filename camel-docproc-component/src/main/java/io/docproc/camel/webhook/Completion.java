/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import io.docproc.camel.model.ParseCompletion;

/**
 * The end of a job, with what the route knows the document by.
 *
 * @param event the end, as the service told it
 * @param correlationId from the signed callback or the job log; empty when there is none
 */
record Completion(ParseCompletion event, String correlationId) {
    /** What makes two completions the same event. */
    String key() {
        return event.jobId() + ":" + event.status();
    }
}
