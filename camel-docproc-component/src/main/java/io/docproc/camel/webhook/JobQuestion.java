/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.model.ParseJob;

/** Asks the service about a job. */
@FunctionalInterface
public interface JobQuestion {
    /**
     * Asks, within the quota.
     *
     * @throws DocprocException when there is no answer, or the service does not know the job
     */
    ParseJob ask(String jobId) throws InterruptedException;

    /** Ends the question that is being asked; no further ones are asked. */
    default void stop() {}
}
