/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.job.SubmittedJob;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;

/** Builds the callback URLs of parse jobs, and stores submitted jobs in the job repository. */
public final class JobSubmissions {
    private final CallbackSettings callbacks;
    private final ConsumerPaths consumers;
    private final SubmittedJobs jobs;

    /**
     * Creates the submissions of an endpoint.
     *
     * @param callbacks path, public URL and signature of callbacks
     * @param consumers paths of the webhook consumers
     * @param jobs stores submitted jobs
     */
    public JobSubmissions(CallbackSettings callbacks, ConsumerPaths consumers, SubmittedJobs jobs) {
        this.callbacks = callbacks;
        this.consumers = consumers;
        this.jobs = jobs;
    }

    /** Logs a warning if no consumer has the path of the callback URLs. */
    public void warnOfMismatchedPath() {
        if (callbacks.publicUrl().isPresent()) {
            consumers.warnOfMismatch(callbacks.path());
        }
    }

    /**
     * Checks that callback URLs can be signed.
     *
     * @throws IllegalArgumentException if publicUrl is set without callbackSecret
     */
    public void requireSigner() {
        if (callbacks.publicUrl().isPresent() && callbacks.signer().isEmpty()) {
            throw new IllegalArgumentException("Option publicUrl of docproc:parseAsync is set without callbackSecret;"
                    + " callback URLs must be signed; set callbackSecret, or set the option webhook to your own URL");
        }
    }

    /** Returns the URL that the service calls when the job completes. Empty if no callback is configured. */
    public Optional<URI> callbackUrl(String correlationId) {
        return callbacks.withPath(path()).callbackUrl(correlationId);
    }

    /** Stores a job that the service has accepted. */
    public void submitted(String jobId, String correlationId) {
        jobs.add(new SubmittedJob(jobId, correlationId, path(), Instant.now(), 0));
    }

    /** Returns the current path, because consumers may start after the producers. */
    private String path() {
        return consumers.pathFor(callbacks.path());
    }
}
