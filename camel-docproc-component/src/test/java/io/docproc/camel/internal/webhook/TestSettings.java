/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.internal.polling.PollingSettings;
import io.docproc.camel.internal.submission.CallbackSettings;
import io.docproc.camel.job.CallbackSigner;
import io.docproc.camel.job.JobRepository;
import java.time.Duration;
import java.util.Optional;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;

/**
 * Builder of webhook settings for tests. By default the consumer polls after ten minutes, accepts unsigned callbacks of
 * 1,000 bytes and has no job repository.
 */
final class TestSettings {
    static final String PATH = "/docproc/completions";
    static final Duration POLL_AFTER = Duration.ofMinutes(10);
    static final Duration TIME_TO_LIVE = Duration.ofDays(7);

    private Optional<CallbackSigner> signer = Optional.empty();
    private boolean requireSignature;
    private int maxCallbackSize = 1_000;
    private IdempotentRepository processed = MemoryIdempotentRepository.memoryIdempotentRepository(100);
    private Optional<JobRepository> jobRepository = Optional.empty();
    private Duration leaseTimeout = Duration.ofMinutes(5);
    private Duration pollAfter = POLL_AFTER;

    /** Sets the signer. Unsigned callbacks are refused from then on. */
    TestSettings signer(CallbackSigner value) {
        signer = Optional.of(value);
        requireSignature = true;
        return this;
    }

    TestSettings requireSignature(boolean value) {
        requireSignature = value;
        return this;
    }

    TestSettings maxCallbackSize(int value) {
        maxCallbackSize = value;
        return this;
    }

    TestSettings processed(IdempotentRepository value) {
        processed = value;
        return this;
    }

    TestSettings jobRepository(JobRepository value) {
        jobRepository = Optional.of(value);
        return this;
    }

    TestSettings leaseTimeout(Duration value) {
        leaseTimeout = value;
        return this;
    }

    TestSettings pollAfter(Duration value) {
        pollAfter = value;
        return this;
    }

    TestSettings withoutPolling() {
        return pollAfter(Duration.ZERO);
    }

    WebhookSettings build() {
        return new WebhookSettings(
                new CallbackSettings(PATH, Optional.empty(), Optional::empty, signer, TIME_TO_LIVE),
                requireSignature,
                maxCallbackSize,
                processed,
                jobRepository,
                leaseTimeout,
                new PollingSettings(PATH, pollAfter, TIME_TO_LIVE));
    }
}
