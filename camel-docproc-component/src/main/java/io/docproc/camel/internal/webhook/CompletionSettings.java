/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.job.CallbackSigner;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.job.SubmittedJob;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settings of a consumer of completions.
 *
 * @param operation name of the consumer's operation, for exceptions
 * @param path path of the consumer, which identifies its jobs in the job repository
 * @param signer verifies callback URLs; empty if no secret is configured
 * @param requireSignature whether callbacks without a valid signature are refused
 * @param maxCallbackSize maximum size of a callback body in bytes
 * @param processed records the completions that the route has processed
 * @param jobRepository contains the submitted jobs; empty if none is configured
 * @param leaseTimeout time after which a lease expires if its node does not extend it
 * @param pollAfter how long the consumer waits for a callback before it polls for the job; also the first delay between
 *     two polls; zero disables polling
 * @param pollInterval delay between two rounds of polls; zero if the consumer starts each round
 * @param maxPollDelay maximum delay between two polls of a job, unless {@code pollAfter} is longer
 * @param timeToLive how long a callback URL is valid; a job without completion is abandoned after this time
 * @param maxConcurrent maximum number of callbacks whose result is downloaded, of status requests, and of completions
 *     of polls in the route; half of {@code maxConcurrentRequests}, so that producers keep the other half
 */
public record CompletionSettings(
        String operation,
        String path,
        Optional<CallbackSigner> signer,
        boolean requireSignature,
        int maxCallbackSize,
        IdempotentRepository processed,
        Optional<JobRepository> jobRepository,
        Duration leaseTimeout,
        Duration pollAfter,
        Duration pollInterval,
        Duration maxPollDelay,
        Duration timeToLive,
        int maxConcurrent) {
    private static final Logger LOG = LoggerFactory.getLogger(CompletionSettings.class);
    private static final int PROCESSED_CAPACITY = 10_000;
    private static final Duration MIN_INTERVAL = Duration.ofMillis(50);
    private static final Duration MAX_INTERVAL = Duration.ofSeconds(5);
    /** Maximum delay between two polls of a job whose callback is overdue. */
    private static final Duration MAX_OVERDUE = Duration.ofHours(1);
    /** Maximum delay between two polls of a job that has no callback. */
    private static final Duration MAX_UNCALLED = Duration.ofMinutes(1);
    /** Job repositories round times to milliseconds. */
    private static final Duration STORED_PRECISION = Duration.ofMillis(1);

    /**
     * Reads the options of a webhook consumer.
     *
     * @param options the options of the consumer
     * @param callbacks path and signature of callbacks
     * @param jobRepository the job repository of the component; empty if none is configured
     * @param maxConcurrentRequests maximum number of concurrent calls
     * @throws IllegalArgumentException if an option is out of range, or callbacks must be signed and there is no secret
     */
    public static CompletionSettings ofWebhook(
            WebhookOptions options,
            Callbacks callbacks,
            Optional<JobRepository> jobRepository,
            int maxConcurrentRequests) {
        if (callbacks.signer().isEmpty() && options.isRequireSignature()) {
            throw new IllegalArgumentException("Option callbackSecret of docproc:webhook is not set; it is required"
                    + " while requireSignature is true; set it on the component, or set requireSignature=false to"
                    + " accept unsigned callbacks to " + callbacks.path() + " from any sender");
        }
        if (options.getMaxCallbackSize() < 1) {
            throw new IllegalArgumentException("Option maxCallbackSize is " + options.getMaxCallbackSize()
                    + "; allowed is a number of bytes from 1 up");
        }
        Duration pollAfter = pollAfter(options.getPollAfter(), jobRepository);
        Duration interval = Backoff.min(Backoff.max(pollAfter.dividedBy(4), MIN_INTERVAL), MAX_INTERVAL);
        return of(
                "webhook", options, callbacks, jobRepository, pollAfter, interval, MAX_OVERDUE, maxConcurrentRequests);
    }

    /**
     * Reads the options of a consumer that polls for all jobs, without callbacks.
     *
     * @param options the options of the consumer
     * @param callbacks path and deadline of the jobs
     * @param jobRepository the job repository of the component; empty if none is configured
     * @param delay time after the submission of a job at which the consumer starts to poll its status
     * @param maxConcurrentRequests maximum number of concurrent calls
     * @throws IllegalArgumentException if an option is out of range, or no job repository is configured
     */
    public static CompletionSettings ofCompletions(
            WebhookOptions options,
            Callbacks callbacks,
            Optional<JobRepository> jobRepository,
            Duration delay,
            int maxConcurrentRequests) {
        if (jobRepository.isEmpty()) {
            throw new IllegalArgumentException("docproc:completions polls for the jobs of the jobRepository, and the"
                    + " component has none; set jobRepository, for example to"
                    + " #class:io.docproc.camel.job.JdbcJobRepository('jdbc:h2:./data/jobs')");
        }
        if (delay.isZero()) {
            throw new IllegalArgumentException("Option delay of docproc:completions is 0; allowed is a duration of at"
                    + " least 1 ms; set a longer one");
        }
        return of(
                "completions",
                options,
                callbacks,
                jobRepository,
                delay,
                Duration.ZERO,
                MAX_UNCALLED,
                maxConcurrentRequests);
    }

    private static CompletionSettings of(
            String operation,
            WebhookOptions options,
            Callbacks callbacks,
            Optional<JobRepository> jobRepository,
            Duration pollAfter,
            Duration pollInterval,
            Duration maxPollDelay,
            int maxConcurrentRequests) {
        if (options.getLeaseTimeout() < 1) {
            throw new IllegalArgumentException(
                    "Option leaseTimeout is " + options.getLeaseTimeout() + " ms; allowed is a duration above 0");
        }
        return new CompletionSettings(
                operation,
                callbacks.path(),
                callbacks.signer(),
                options.isRequireSignature(),
                options.getMaxCallbackSize(),
                Optional.ofNullable(options.getIdempotentRepository())
                        .orElseGet(() -> MemoryIdempotentRepository.memoryIdempotentRepository(PROCESSED_CAPACITY)),
                jobRepository,
                Duration.ofMillis(options.getLeaseTimeout()),
                pollAfter,
                pollInterval,
                maxPollDelay,
                callbacks.timeToLive(),
                Math.max(1, maxConcurrentRequests / 2));
    }

    private static Duration pollAfter(long millis, Optional<JobRepository> jobRepository) {
        if (millis < 0 || (millis > 0 && jobRepository.isEmpty())) {
            throw new IllegalArgumentException("Option pollAfter is " + millis
                    + " ms; allowed are 0 and, with a jobRepository on the component, durations above 0; set"
                    + " jobRepository, or remove pollAfter");
        }
        if (millis == 0 && jobRepository.isPresent()) {
            LOG.warn("docproc:webhook has a jobRepository, but pollAfter is 0: a job whose callback is lost is never"
                    + " polled and stays in the repository; set pollAfter to a duration such as 15m");
        }
        return Duration.ofMillis(millis);
    }

    /**
     * Returns the maximum number of concurrent status requests. With a rate limit few suffice: each takes less than a
     * second, and holds a permit while it waits for the rate limit.
     */
    int maxPolls(double requestsPerSecond) {
        return requestsPerSecond == 0
                ? maxConcurrent
                : (int) Math.max(1, Math.min(Math.ceil(requestsPerSecond), maxConcurrent));
    }

    /** Returns whether the consumer polls for overdue jobs. */
    boolean polls() {
        return !pollAfter.isZero();
    }

    /** Returns whether the callback URL of a job has expired. */
    boolean isExpired(SubmittedJob job, Instant now) {
        return job.submittedAt().plus(timeToLive).isBefore(now);
    }

    /** Returns the start of a wait that makes a job overdue at the time {@code due}. */
    Instant waitingSince(Instant due) {
        return due.minus(pollAfter).minus(STORED_PRECISION);
    }
}
