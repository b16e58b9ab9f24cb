/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.internal.body.DocumentOutput;
import io.docproc.camel.internal.http.ServiceAccount;
import io.docproc.camel.job.JobRepository;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settings of a consumer of completions.
 *
 * @param operation name of the consumer's operation: {@code webhook}, or {@code completions}, which polls for all jobs
 * @param options the options of the consumer
 * @param callbacks path, signature and deadline of its jobs
 * @param jobRepository contains the submitted jobs; empty if none is configured
 * @param pollAfter time after the submission at which the consumer starts to poll for a job; also the first delay
 *     between two polls; zero disables polling
 * @param maxConcurrentRequests maximum number of concurrent calls
 * @param results downloads the results of completed jobs; empty if {@code fetchResult} is false
 * @param output message body for a downloaded result
 * @param jobStatus creates the client that polls for jobs
 * @param counts counts completions by outcome
 * @param clock the current time
 */
public record CompletionSettings(
        String operation,
        WebhookOptions options,
        Callbacks callbacks,
        Optional<JobRepository> jobRepository,
        Duration pollAfter,
        int maxConcurrentRequests,
        Optional<ResultDownloads.Source> results,
        DocumentOutput output,
        Supplier<JobPoller.JobStatus> jobStatus,
        CompletionCounts counts,
        Clock clock) {
    private static final Logger LOG = LoggerFactory.getLogger(CompletionSettings.class);

    /**
     * Checks the options of the consumer.
     *
     * @throws IllegalArgumentException if an option is out of range, callbacks must be signed and there is no secret, or
     *     a job repository is missing
     */
    public CompletionSettings {
        if (options.getLeaseTimeout() < 1) {
            throw new IllegalArgumentException(
                    "Option leaseTimeout is " + options.getLeaseTimeout() + " ms; allowed is a duration above 0");
        }
        if (operation.equals("completions")) {
            requirePolling(pollAfter, jobRepository);
        } else {
            requireCallbacks(options, callbacks, jobRepository);
        }
    }

    private static void requirePolling(Duration delay, Optional<JobRepository> jobRepository) {
        if (jobRepository.isEmpty()) {
            throw new IllegalArgumentException("docproc:completions polls for the jobs of the jobRepository, and the"
                    + " component has none; set jobRepository, for example to"
                    + " jdbc:h2:./data/jobs");
        }
        if (delay.isZero()) {
            throw new IllegalArgumentException("Option delay of docproc:completions is 0; allowed is a duration of at"
                    + " least 1 ms; set a longer one");
        }
    }

    private static void requireCallbacks(
            WebhookOptions options, Callbacks callbacks, Optional<JobRepository> jobRepository) {
        if (callbacks.signer().isEmpty() && options.isRequireSignature()) {
            throw new IllegalArgumentException("Option callbackSecret of docproc:webhook is not set; it is required"
                    + " while requireSignature is true; set it on the component, or set requireSignature=false to"
                    + " accept unsigned callbacks to " + callbacks.path() + " from any sender");
        }
        if (options.getMaxCallbackSize() < 1) {
            throw new IllegalArgumentException("Option maxCallbackSize is " + options.getMaxCallbackSize()
                    + "; allowed is a number of bytes from 1 up");
        }
        long pollAfter = options.getPollAfter();
        if (pollAfter < 0 || (pollAfter > 0 && jobRepository.isEmpty())) {
            throw new IllegalArgumentException("Option pollAfter is " + pollAfter
                    + " ms; allowed are 0 and, with a jobRepository on the component, durations above 0; set"
                    + " jobRepository, or remove pollAfter");
        }
        if (pollAfter == 0 && jobRepository.isPresent()) {
            LOG.warn("docproc:webhook has a jobRepository, but pollAfter is 0: a job whose callback is lost is never"
                    + " polled and stays in the repository; set pollAfter to a duration such as 15m");
        }
    }

    /** Returns whether jobs have callbacks, so that the consumer polls only for those whose callback is overdue. */
    boolean hasCallbacks() {
        return !operation.equals("completions");
    }

    /** Returns whether the consumer polls for jobs. */
    boolean polls() {
        return !pollAfter.isZero();
    }

    String path() {
        return callbacks.path();
    }

    Duration leaseTimeout() {
        return ServiceAccount.duration(options.getLeaseTimeout(), TimeUnit.MILLISECONDS);
    }

    /**
     * Returns the maximum number of callbacks whose result is downloaded, of status requests, and of completions of polls
     * in the route: half of {@code maxConcurrentRequests}, so that producers keep the other half.
     */
    int maxConcurrent() {
        return Math.max(1, maxConcurrentRequests / 2);
    }
}
