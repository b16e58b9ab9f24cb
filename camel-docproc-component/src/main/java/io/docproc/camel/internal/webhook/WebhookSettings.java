/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.internal.concurrency.ConcurrencyLimiter;
import io.docproc.camel.internal.http.CallDeadline;
import io.docproc.camel.internal.http.Credentials;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.job.SubmittedJob;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.apache.camel.spi.IdempotentRepository;

/**
 * Settings of a webhook endpoint.
 *
 * @param callbacks path, public URL and signature of callbacks
 * @param requireSignature whether callbacks without a valid signature are refused
 * @param maxCallbackSize maximum size of a callback body in bytes
 * @param processed records the completions that the route has processed
 * @param jobRepository contains the submitted jobs; empty if none is configured
 * @param leaseTimeout time after which a lease expires if its node does not extend it
 * @param pollAfter how long the consumer waits for a callback before it polls for the job; also the first delay between
 *     two polls
 * @param statusSource creates the client that polls for jobs; empty if polling is disabled
 * @param results how results are downloaded; empty if {@code fetchResult} is false
 * @param counters counts completions by outcome
 */
public record WebhookSettings(
        CallbackSettings callbacks,
        boolean requireSignature,
        int maxCallbackSize,
        IdempotentRepository processed,
        Optional<JobRepository> jobRepository,
        Duration leaseTimeout,
        Duration pollAfter,
        Optional<Supplier<JobStatusSource>> statusSource,
        Optional<Results> results,
        CompletionCounters counters) {
    /** Job repositories round times to milliseconds. */
    private static final Duration STORED_PRECISION = Duration.ofMillis(1);

    /**
     * Settings for the download of results.
     *
     * @param baseUrl base URL of the service
     * @param allowedHosts host names that results may be downloaded from; empty for any public host
     * @param credentials sent to the origin of {@code baseUrl} only
     * @param tls TLS configuration of the service; empty for the default
     * @param connectTimeout connection timeout in milliseconds
     * @param responseTimeout maximum time without received data, in milliseconds
     * @param deadline maximum duration of a whole download
     * @param maxSize maximum size of a result in bytes
     * @param maxDownloads maximum number of concurrent downloads; each uses one connection and one thread
     * @param permits permits that downloads share with the other calls to the service
     */
    public record Results(
            URI baseUrl,
            Set<String> allowedHosts,
            Optional<Credentials> credentials,
            Optional<SSLContext> tls,
            long connectTimeout,
            long responseTimeout,
            CallDeadline deadline,
            long maxSize,
            int maxDownloads,
            Supplier<ConcurrencyLimiter> permits) {}

    String path() {
        return callbacks.path();
    }

    /** Returns how long a callback URL is valid. A job without completion is abandoned after this time. */
    Duration timeToLive() {
        return callbacks.timeToLive();
    }

    boolean isPolling() {
        return statusSource.isPresent();
    }

    /** Returns whether the callback URL of a job has expired. */
    boolean isExpired(SubmittedJob job, Instant now) {
        return job.submittedAt().plus(timeToLive()).isBefore(now);
    }

    /** Returns the start of a wait that makes a job overdue at the time {@code due}. */
    Instant waitingSince(Instant due) {
        return due.minus(pollAfter).minus(STORED_PRECISION);
    }
}
