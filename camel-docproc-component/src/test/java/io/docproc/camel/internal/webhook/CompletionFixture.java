/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.internal.body.DocumentOutput;
import io.docproc.camel.job.CallbackSigner;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.model.ParseCompletion;
import io.docproc.camel.testkit.ManualClock;
import io.docproc.camel.testkit.TestContexts;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.AsyncProcessorSupport;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.junit.jupiter.api.AutoClose;

/** Nodes that share a job repository, with a clock and repositories that fail on request. */
abstract class CompletionFixture {
    static final String PATH = "/docproc/completions";
    static final Duration POLL_AFTER = Duration.ofMinutes(10);
    static final Duration CALLBACK_TTL = Duration.ofDays(7);
    static final Duration LEASE = Duration.ofMinutes(5);

    @AutoClose
    final DefaultCamelContext camel = TestContexts.create();

    final ManualClock clock = new ManualClock();
    final FlakyJobRepository jobRepository = new FlakyJobRepository();
    final FlakyIdempotentRepository processed = new FlakyIdempotentRepository();
    final RecordingExceptionHandler failures = new RecordingExceptionHandler();
    final Node node = new Node(settings(POLL_AFTER));

    CompletionSettings settings(Duration pollAfter) {
        return settings(pollAfter, 1);
    }

    CompletionSettings settings(Duration pollAfter, int maxConcurrent) {
        return new CompletionSettings(
                "webhook",
                PATH,
                Optional.empty(),
                false,
                1_000,
                processed,
                Optional.of(jobRepository),
                LEASE,
                pollAfter,
                pollAfter.dividedBy(4),
                Duration.ofHours(1),
                CALLBACK_TTL,
                maxConcurrent);
    }

    CompletionSettings withoutJobRepository() {
        return new CompletionSettings(
                "webhook",
                PATH,
                Optional.empty(),
                false,
                1_000,
                processed,
                Optional.empty(),
                LEASE,
                Duration.ZERO,
                Duration.ZERO,
                Duration.ofHours(1),
                CALLBACK_TTL,
                1);
    }

    CompletionSettings signed(CallbackSigner signer, int maxCallbackSize) {
        return new CompletionSettings(
                "webhook",
                PATH,
                Optional.of(signer),
                true,
                maxCallbackSize,
                processed,
                Optional.of(jobRepository),
                LEASE,
                POLL_AFTER,
                POLL_AFTER.dividedBy(4),
                Duration.ofHours(1),
                CALLBACK_TTL,
                1);
    }

    /** A node whose route succeeds at once, unless the test holds it. */
    final class Node extends AsyncProcessorSupport {
        final CompletionSettings settings;
        final CompletionRunner runner;
        final List<Exchange> routed = new ArrayList<>();
        Runnable step = () -> {};
        boolean held;
        private AsyncCallback running;

        Node(CompletionSettings settings) {
            this(settings, CompletionFixture.this.clock);
        }

        Node(CompletionSettings settings, Clock clock) {
            this.settings = settings;
            this.runner = new CompletionRunner(
                    settings,
                    camel.getEndpoint("direct:completions"),
                    this,
                    () -> failures,
                    Optional.empty(),
                    DocumentOutput.of(null, null),
                    clock);
            runner.accept(true);
        }

        @Override
        public synchronized boolean process(Exchange exchange, AsyncCallback callback) {
            routed.add(exchange);
            running = callback;
            step.run();
            if (!held) {
                callback.done(true);
            }
            return !held;
        }

        void succeed() {
            running.done(false);
        }

        void fail() {
            routed.get(routed.size() - 1).setException(new IllegalStateException("the disk is full"));
            running.done(false);
        }

        List<String> statuses() {
            return routed.stream()
                    .map(exchange -> exchange.getMessage().getHeader("CamelDocprocStatus", String.class))
                    .toList();
        }
    }

    /** Job repository that fails on request. */
    static final class FlakyJobRepository extends MemoryJobRepository {
        volatile boolean broken;
        String brokenJob = "";
        Runnable afterFailed = () -> {};

        @Override
        public LeaseResult lease(String jobId, String owner, Instant now, Instant until) {
            failIf(broken || jobId.equals(brokenJob));
            return super.lease(jobId, owner, now, until);
        }

        @Override
        public List<SubmittedJob> overdue(String path, Instant waitingBefore, Instant now, int limit) {
            failIf(broken);
            return super.overdue(path, waitingBefore, now, limit);
        }

        @Override
        public void failed(String jobId, String owner, Instant waitingSince) {
            super.failed(jobId, owner, waitingSince);
            afterFailed.run();
        }

        @Override
        public void completed(String jobId, Instant keepUntil) {
            failIf(broken);
            super.completed(jobId, keepUntil);
        }
    }

    /** Idempotent repository that fails on request. */
    static final class FlakyIdempotentRepository extends MemoryIdempotentRepository {
        boolean broken;

        FlakyIdempotentRepository() {
            setCacheSize(100);
            start();
        }

        @Override
        public boolean add(String key) {
            failIf(broken);
            return super.add(key);
        }

        @Override
        public boolean contains(String key) {
            failIf(broken);
            return super.contains(key);
        }
    }

    private static void failIf(boolean broken) {
        if (broken) {
            throw new IllegalStateException("the database is gone");
        }
    }

    void submit(String jobId) {
        jobRepository.submitted(new SubmittedJob(jobId, "doc of " + jobId, PATH, clock.instant(), 0));
    }

    static ParseCompletion completion(String jobId) {
        return completion(jobId, "completed");
    }

    static ParseCompletion completion(String jobId, String status) {
        return new ParseCompletion(jobId, status, null, null, Map.of());
    }
}
