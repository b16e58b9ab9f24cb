/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.internal.http.ServiceAccount;
import io.docproc.camel.job.CallbackSigner;
import io.docproc.camel.job.SubmittedJob;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Path, public URL and signature of the callbacks of an endpoint. Producers build callback URLs with them and store the
 * submitted jobs for the consumer of the path, which authenticates callbacks with them.
 */
public final class Callbacks {
    private final String path;
    private final Optional<URI> publicUrl;
    private final Supplier<Optional<URI>> registeredUrl;
    private final Optional<CallbackSigner> signer;
    private final Duration timeToLive;
    private final ConsumerPaths consumers;
    private final SubmittedJobs jobs;
    private final Clock clock;

    /**
     * Reads the callback options of an endpoint.
     *
     * @param callbackTtl validity of a callback URL in milliseconds
     * @param registeredUrl supplies the complete callback URL that camel-webhook has registered; used if there is no
     *     public URL
     * @param consumers paths of the webhook consumers
     * @param jobs stores submitted jobs
     * @param clock the current time
     * @throws IllegalArgumentException if path, publicUrl, callbackSecret or callbackTtl is invalid
     */
    public Callbacks(
            CallbackOptions options,
            long callbackTtl,
            Supplier<Optional<URI>> registeredUrl,
            ConsumerPaths consumers,
            SubmittedJobs jobs,
            Clock clock) {
        path = options.getPath();
        if (path == null || !path.matches("(?=.{1,255}$)(/(?!\\.+(/|$))[A-Za-z0-9._~-]+)+")) {
            throw new IllegalArgumentException(
                    "Option path is '" + path
                            + "'; allowed is a path of at most 255 letters, digits and the characters . _ ~ - such as /docproc/completions");
        }
        if (callbackTtl <= 0) {
            throw new IllegalArgumentException(
                    "Option callbackTtl is " + callbackTtl + " ms; allowed is a duration above 0");
        }
        publicUrl = Optional.ofNullable(options.getPublicUrl()).map(url -> ServiceAccount.url("publicUrl", url));
        signer = Optional.ofNullable(options.getCallbackSecret())
                .filter(secret -> !secret.isBlank())
                .map(secret -> new CallbackSigner(secret, clock));
        timeToLive = ServiceAccount.duration(callbackTtl, TimeUnit.MILLISECONDS);
        this.registeredUrl = registeredUrl;
        this.consumers = consumers;
        this.jobs = jobs;
        this.clock = clock;
    }

    String path() {
        return path;
    }

    Optional<CallbackSigner> signer() {
        return signer;
    }

    Duration timeToLive() {
        return timeToLive;
    }

    /** Returns whether the callback URL of a job has expired. */
    boolean isExpired(SubmittedJob job, Instant now) {
        return job.submittedAt().plus(timeToLive).isBefore(now);
    }

    /** Logs a warning if no consumer has the path of the jobs. */
    public void warnOfMismatchedPath() {
        if (publicUrl.isPresent() || consumers.anyPolls()) {
            consumers.warnOfMismatch(path);
        }
    }

    /**
     * Checks that callback URLs can be signed.
     *
     * @throws IllegalArgumentException if publicUrl is set without callbackSecret
     */
    public void requireSigner() {
        if (publicUrl.isPresent() && signer.isEmpty()) {
            throw new IllegalArgumentException("Option publicUrl of docproc:parseAsync is set without callbackSecret;"
                    + " callback URLs must be signed; set callbackSecret, or set the option webhook to your own URL");
        }
    }

    /**
     * Returns the signed URL that the service calls when the job of a document completes. Empty if the URL or the secret
     * is not configured, or if the consumer of the path polls. Its path is the current one, because consumers may start
     * after the producers.
     */
    public Optional<URI> callbackUrl(String correlationId) {
        if (consumers.isPolled(consumers.pathFor(path))) {
            return Optional.empty();
        }
        return publicUrl
                .map(url -> URI.create(url + consumers.pathFor(path)))
                .or(registeredUrl)
                .flatMap(url -> signer.map(configured -> configured.sign(url, correlationId, timeToLive)));
    }

    /**
     * Requires that all submitted jobs are stored.
     *
     * @throws io.docproc.camel.error.DocprocTransportException as unsent if one cannot be stored now
     */
    public void requireStored(String operation) {
        jobs.requireStored(operation);
    }

    /** Stores a job that the service has accepted. */
    public void submitted(String jobId, String correlationId) {
        jobs.add(new SubmittedJob(jobId, correlationId, consumers.pathFor(path), clock.instant(), 0));
    }
}
