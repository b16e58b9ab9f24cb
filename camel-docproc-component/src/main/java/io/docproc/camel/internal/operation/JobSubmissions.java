/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import java.net.URI;
import java.util.Optional;

/** Builds the callback URLs of parse jobs and stores submitted jobs. */
public interface JobSubmissions {
    /** Returns the URL that the service calls when the job completes. Empty if no callback is configured. */
    Optional<URI> callbackFor(String correlationId);

    /** Stores a job that the service has accepted. */
    void submitted(String jobId, String correlationId);
}
