/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.internal.operation.JobSubmissions;
import io.docproc.camel.job.SubmittedJob;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;

/** Builds the callback URLs of jobs, and stores submitted jobs in the job repository. */
public final class CallbackSubmissions implements JobSubmissions {
    private final CallbackSettings callbacks;
    private final SubmittedJobs jobs;

    /**
     * Creates the submissions of an endpoint.
     *
     * @param operation the operation of the endpoint
     * @param callbacks path, public URL and signature of callbacks
     * @param jobs stores submitted jobs
     * @throws IllegalArgumentException if parseAsync has a publicUrl and no callbackSecret
     */
    public CallbackSubmissions(DocprocOperation operation, CallbackSettings callbacks, SubmittedJobs jobs) {
        this.callbacks = callbacks;
        this.jobs = jobs;
        boolean unsigned =
                callbacks.publicUrl().isPresent() && callbacks.signer().isEmpty();
        if (operation == DocprocOperation.parseAsync && unsigned) {
            throw new IllegalArgumentException("Option publicUrl of docproc:parseAsync is set without callbackSecret;"
                    + " callback URLs must be signed; set callbackSecret, or set the option webhook to your own URL");
        }
    }

    @Override
    public Optional<URI> callbackFor(String correlationId) {
        return callbacks.callbackUrl(correlationId);
    }

    @Override
    public void submitted(String jobId, String correlationId) {
        jobs.add(new SubmittedJob(jobId, correlationId, callbacks.path(), Instant.now(), 0));
    }
}
