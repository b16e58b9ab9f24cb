/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.internal.polling.PollingSettings;
import io.docproc.camel.internal.submission.CallbackSettings;
import io.docproc.camel.job.JobRepository;
import java.time.Duration;
import java.util.Optional;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settings of a webhook endpoint.
 *
 * @param callbacks path, public URL and signature of callbacks
 * @param requireSignature whether callbacks without a valid signature are refused
 * @param maxCallbackSize maximum size of a callback body in bytes
 * @param processed records the completions that the route has processed
 * @param jobRepository contains the submitted jobs; empty if none is configured
 * @param leaseTimeout time after which a lease expires if its node does not extend it
 * @param polling times at which jobs are polled and abandoned
 */
public record WebhookSettings(
        CallbackSettings callbacks,
        boolean requireSignature,
        int maxCallbackSize,
        IdempotentRepository processed,
        Optional<JobRepository> jobRepository,
        Duration leaseTimeout,
        PollingSettings polling) {
    private static final Logger LOG = LoggerFactory.getLogger(WebhookSettings.class);
    private static final int PROCESSED_CAPACITY = 10_000;

    /**
     * Reads the options of a webhook consumer.
     *
     * @param options the options of the consumer
     * @param callbacks path, public URL and signature of callbacks
     * @param jobRepository the job repository of the component; empty if none is configured
     * @throws IllegalArgumentException if an option is out of range, or callbacks must be signed and there is no secret
     */
    public static WebhookSettings of(
            WebhookOptions options, CallbackSettings callbacks, Optional<JobRepository> jobRepository) {
        if (callbacks.signer().isEmpty() && options.isRequireSignature()) {
            throw new IllegalArgumentException("Option callbackSecret of docproc:webhook is not set; it is required"
                    + " while requireSignature is true; set it on the component, or set requireSignature=false to"
                    + " accept unsigned callbacks to " + callbacks.path() + " from any sender");
        }
        if (options.getMaxCallbackSize() < 1) {
            throw new IllegalArgumentException("Option maxCallbackSize is " + options.getMaxCallbackSize()
                    + "; allowed is a number of bytes from 1 up");
        }
        if (options.getLeaseTimeout() < 1) {
            throw new IllegalArgumentException(
                    "Option leaseTimeout is " + options.getLeaseTimeout() + " ms; allowed is a duration above 0");
        }
        return new WebhookSettings(
                callbacks,
                options.isRequireSignature(),
                options.getMaxCallbackSize(),
                Optional.ofNullable(options.getIdempotentRepository())
                        .orElseGet(() -> MemoryIdempotentRepository.memoryIdempotentRepository(PROCESSED_CAPACITY)),
                jobRepository,
                Duration.ofMillis(options.getLeaseTimeout()),
                new PollingSettings(
                        callbacks.path(), pollAfter(options.getPollAfter(), jobRepository), callbacks.timeToLive()));
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
}
