/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.operation;

import java.net.URI;
import java.util.Optional;

/** Orders callbacks for parse jobs, and remembers the jobs that were submitted. */
public interface Submissions {
    /** The address that the service shall call when the job ends; empty when no callback is wanted. */
    Optional<URI> callbackFor(String correlationId);

    /** The service has taken a job. */
    void submitted(String jobId, String correlationId);
}
