/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.internal.concurrency.ConcurrencyLimiter;
import io.docproc.camel.internal.http.CallDeadline;
import io.docproc.camel.internal.http.CallDeadlines;
import io.docproc.camel.internal.http.Credentials;
import io.docproc.camel.job.CallbackSigner;
import io.docproc.camel.job.JobRepository;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;

/**
 * Builder of webhook settings for tests. By default the consumer polls after ten minutes, accepts unsigned callbacks of
 * 1,000 bytes, has no job repository and downloads no results.
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
    private Optional<Supplier<JobStatusSource>> statusSource = Optional.of(() -> jobId -> {
        throw new AssertionError("unexpected status request for " + jobId);
    });
    private Optional<WebhookSettings.Results> results = Optional.empty();
    private CompletionCounters counters = new CompletionCounters();

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

    TestSettings statusSource(JobStatusSource value) {
        statusSource = Optional.of(() -> value);
        return this;
    }

    TestSettings withoutPolling() {
        statusSource = Optional.empty();
        return this;
    }

    TestSettings results(WebhookSettings.Results value) {
        results = Optional.of(value);
        return this;
    }

    TestSettings counters(CompletionCounters value) {
        counters = value;
        return this;
    }

    WebhookSettings build() {
        return new WebhookSettings(
                new CallbackSettings(PATH, Optional.empty(), Optional::empty, signer, TIME_TO_LIVE),
                requireSignature,
                maxCallbackSize,
                processed,
                jobRepository,
                leaseTimeout,
                pollAfter,
                statusSource,
                results,
                counters);
    }

    /** Returns settings of downloads without credentials and deadline. There is one permit. */
    static WebhookSettings.Results results(URI baseUrl, long maxSize, ConcurrencyLimiter permits) {
        return results(baseUrl, Optional.empty(), CallDeadlines.none(), maxSize, permits);
    }

    static WebhookSettings.Results results(
            URI baseUrl,
            Optional<Credentials> credentials,
            CallDeadline deadline,
            long maxSize,
            ConcurrencyLimiter permits) {
        return new WebhookSettings.Results(
                baseUrl, Set.of(), credentials, Optional.empty(), 10_000, 10_000, deadline, maxSize, 1, () -> permits);
    }
}
