/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.internal.observe.CompletionCounts;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.model.ParseCompletion;
import io.docproc.camel.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;

/** Nodes with their repositories, for the tests of {@link CompletionDispatcher}. */
abstract class CompletionDispatcherFixture {
    static final Duration LEASE = Duration.ofMinutes(5);

    final ManualClock clock = new ManualClock();
    final FlakyJobRepository jobRepository = new FlakyJobRepository();
    final FlakyIdempotentRepository processed = new FlakyIdempotentRepository();
    final Node node = new Node(settings());

    TestSettings settings() {
        return withoutJobRepository().jobRepository(jobRepository);
    }

    TestSettings withoutJobRepository() {
        return new TestSettings()
                .leaseTimeout(LEASE)
                .pollAfter(Duration.ofMillis(1))
                .processed(processed);
    }

    /** A node whose routes run until the test completes them. */
    final class Node {
        final List<CompletableFuture<Boolean>> runs = new ArrayList<>();
        final JobLeases leases;
        final CompletionDispatcher dispatcher;

        Node(TestSettings nodeSettings) {
            WebhookSettings settings = nodeSettings.build();
            leases = new JobLeases(settings, clock);
            dispatcher = new CompletionDispatcher(
                    settings,
                    leases,
                    completion -> {
                        runs.add(new CompletableFuture<>());
                        return runs.get(runs.size() - 1);
                    },
                    new CompletionCounts(),
                    RecordingExceptionHandler::new);
        }

        void succeed() {
            runs.get(runs.size() - 1).complete(true);
        }

        void fail() {
            runs.get(runs.size() - 1).complete(false);
        }
    }

    /** Job repository that fails on request. */
    static final class FlakyJobRepository extends MemoryJobRepository {
        boolean broken;
        String brokenJob = "";
        Runnable afterFailed = () -> {};

        @Override
        public LeaseResult lease(String jobId, String owner, Instant now, Instant until) {
            failIf(broken || jobId.equals(brokenJob));
            return super.lease(jobId, owner, now, until);
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

        @Override
        public void release(String jobId, String owner) {
            failIf(broken);
            super.release(jobId, owner);
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

        @Override
        public boolean remove(String key) {
            failIf(broken);
            return super.remove(key);
        }
    }

    private static void failIf(boolean broken) {
        if (broken) {
            throw new IllegalStateException("the database is gone");
        }
    }

    void submit(String jobId) {
        jobRepository.submitted(new SubmittedJob(jobId, "doc", "/docproc/completions", clock.instant(), 0));
    }

    static Completion completion(String jobId) {
        return completion(jobId, "completed");
    }

    static Completion completion(String jobId, String status) {
        return new Completion(new ParseCompletion(jobId, status, null, null, Map.of()), "doc");
    }
}
