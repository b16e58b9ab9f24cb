/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.operation;

import java.net.URI;
import java.util.Optional;

/** Orders callbacks for parse jobs, and remembers the jobs that were submitted. */
public interface Submissions {
    /** Neither orders nor remembers anything. */
    Submissions NONE = new Submissions() {
        @Override
        public Optional<URI> callbackFor(String correlationId) {
            return Optional.empty();
        }

        @Override
        public void submitted(String jobId, String correlationId) {}
    };

    /** The address that the service shall call when the job ends; empty when no callback is wanted. */
    Optional<URI> callbackFor(String correlationId);

    /** The service has taken a job. */
    void submitted(String jobId, String correlationId);
}
