/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.internal.operation.JobSubmissions;
import io.docproc.camel.internal.webhook.CallbackSettings;
import io.docproc.camel.job.SubmittedJob;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;

/** Builds the callback URLs of jobs from an endpoint's options, and stores submitted jobs in the job repository. */
final class EndpointSubmissions implements JobSubmissions {
    private final DocprocEndpoint endpoint;
    private final CallbackSettings callbacks;

    /**
     * Reads the callback options.
     *
     * @throws IllegalArgumentException if an option is invalid, or parseAsync has a publicUrl and no callbackSecret
     */
    EndpointSubmissions(DocprocEndpoint endpoint) {
        this.endpoint = endpoint;
        this.callbacks = EndpointCallbacks.of(endpoint);
        boolean unsigned =
                callbacks.publicUrl().isPresent() && callbacks.signer().isEmpty();
        if (endpoint.getOperation() == DocprocOperation.parseAsync && unsigned) {
            throw new IllegalArgumentException("Option publicUrl of docproc:parseAsync needs callbackSecret, so that"
                    + " callbacks can be recognized; set it, or give an address of your own as webhook");
        }
    }

    @Override
    public Optional<URI> callbackFor(String correlationId) {
        return callbacks.callbackUrl(correlationId);
    }

    @Override
    public void submitted(String jobId, String correlationId) {
        endpoint.getComponent()
                .submittedJobs()
                .add(new SubmittedJob(jobId, correlationId, callbacks.path(), Instant.now(), 0));
    }
}
