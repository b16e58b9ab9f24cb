/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.completion;

import static io.docproc.camel.error.ServiceFailure.singleLine;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.http.ServiceAccount;
import io.docproc.camel.job.CallbackSigner;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.job.SubmittedJob;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Path, public URL and signature of the callbacks of an endpoint. Producers build callback URLs with them and store the
 * submitted jobs for the consumer of the path, which authenticates callbacks with them.
 */
public final class Callbacks {
    private static final Logger LOG = LoggerFactory.getLogger(Callbacks.class);
    private static final Duration FIRST_RETRY = Duration.ofMillis(500);
    private static final Duration MAX_RETRY_DELAY = Duration.ofSeconds(5);
    /** How long storing of a submitted job is retried: within the shutdown timeout of an application. */
    private static final Duration MAX_STORE_TIME = Duration.ofSeconds(30);

    private final String path;
    private final Optional<URI> publicUrl;
    private final Optional<CallbackSigner> signer;
    private final Duration timeToLive;
    private final ConsumerPaths consumers;
    private final Optional<JobRepository> jobs;
    private final Clock clock;

    /**
     * Reads the callback options of an endpoint.
     *
     * @param path the path of the consumer
     * @param publicUrl the public base URL of the application; null if it is not set
     * @param callbackSecret the secrets that sign callback URLs; null if they are not set
     * @param callbackTtl validity of a callback URL in milliseconds
     * @param consumers paths of the webhook consumers
     * @param jobs stores submitted jobs; empty if none is configured
     * @param clock the current time
     * @throws IllegalArgumentException if path, publicUrl, callbackSecret or callbackTtl is invalid
     */
    public Callbacks(
            String path,
            String publicUrl,
            String callbackSecret,
            long callbackTtl,
            ConsumerPaths consumers,
            Optional<JobRepository> jobs,
            Clock clock) {
        if (path == null || !path.matches("(?=.{1,255}$)(/(?!\\.+(/|$))[A-Za-z0-9._~-]+)+")) {
            throw new IllegalArgumentException(
                    "Option path is '" + path
                            + "'; allowed is a path of at most 255 letters, digits and the characters . _ ~ - such as /docproc/completions");
        }
        if (callbackTtl <= 0) {
            throw new IllegalArgumentException(
                    "Option callbackTtl is " + callbackTtl + " ms; allowed is a duration above 0");
        }
        this.path = path;
        this.publicUrl = Optional.ofNullable(publicUrl).map(url -> ServiceAccount.url("publicUrl", url));
        signer = Optional.ofNullable(callbackSecret)
                .filter(secret -> !secret.isBlank())
                .map(secret -> new CallbackSigner(secret, clock));
        timeToLive = ServiceAccount.duration(callbackTtl, TimeUnit.MILLISECONDS);
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
        consumers.warnOfMismatch(path, publicUrl.isPresent());
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
     *
     * @param fileName the name of the document, for a callback that arrives before the job is stored
     */
    public Optional<URI> callbackUrl(String correlationId, String fileName) {
        if (consumers.isPolled(consumers.pathFor(path))) {
            return Optional.empty();
        }
        consumers.putFileName(correlationId, fileName);
        return publicUrl
                .map(url -> URI.create(url + consumers.pathFor(path)))
                .flatMap(url -> signer.map(configured -> configured.sign(url, correlationId, timeToLive)));
    }

    /** Returns the name of the document of a job that this application has submitted last; empty if it is unknown. */
    String fileName(String correlationId) {
        return consumers.fileName(correlationId);
    }

    /**
     * Requires right before a job is submitted that the job repository works, because the job is billed then.
     *
     * @throws DocprocTransportException as unsent if it does not
     */
    public void requireRepository(String operation) {
        // No job has this id. A search by the primary key is the cheapest call that reaches the store.
        find(operation, operation);
    }

    /**
     * Returns the correlation id of a job that an earlier message has created; empty if the job is not stored.
     *
     * @throws DocprocTransportException as unsent if the job repository fails
     */
    public Optional<String> correlationId(String operation, String jobId) {
        return find(operation, jobId).map(SubmittedJob::correlationId);
    }

    private Optional<SubmittedJob> find(String operation, String jobId) {
        try {
            return jobs.flatMap(repository -> repository.find(jobId));
        } catch (RuntimeException e) {
            throw DocprocTransportException.notSent(
                    ServiceFailure.local(
                            operation,
                            0,
                            "nothing was sent, because the job repository cannot store a job at present ("
                                    + e.getMessage() + "); repair it, and retry the call later"),
                    e);
        }
    }

    /**
     * Stores a job that the service has accepted. A failure is retried with backoff.
     *
     * @param fileName the name of the document; empty if it has none
     * @throws DocprocTransportException if the job could not be stored
     */
    public void submitted(String operation, String jobId, String correlationId, String fileName) {
        SubmittedJob job = new SubmittedJob(jobId, correlationId, fileName, consumers.pathFor(path), clock.instant());
        long deadline = System.nanoTime() + MAX_STORE_TIME.toNanos();
        for (int attempt = 0; jobs.isPresent(); attempt++) {
            try {
                jobs.get().submitted(job);
                return;
            } catch (RuntimeException e) {
                Duration pause = ServiceAccount.backoff(FIRST_RETRY, attempt, MAX_RETRY_DELAY);
                if (System.nanoTime() + pause.toNanos() - deadline > 0) {
                    throw notStored(operation, job, e);
                }
                LOG.warn(
                        "Parse job {} ({}) was submitted and could not be stored in the job repository; storing is"
                                + " retried",
                        singleLine(jobId),
                        singleLine(correlationId),
                        e);
                try {
                    TimeUnit.NANOSECONDS.sleep(pause.toNanos());
                } catch (InterruptedException interrupt) {
                    Thread.currentThread().interrupt();
                    throw notStored(operation, job, e);
                }
            }
        }
    }

    private static DocprocException notStored(String operation, SubmittedJob job, RuntimeException cause) {
        return DocprocTransportException.withRetry(
                ServiceFailure.local(
                        operation,
                        0,
                        "parse job " + job.jobId() + " (" + job.correlationId() + ") was submitted, but the job"
                                + " repository could not store it (" + cause.getMessage() + "); retry the call, which"
                                + " stores the same job again, or request its result with parseResult"),
                cause);
    }
}
