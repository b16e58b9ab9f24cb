/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.ManualClock;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.model.ParseCompletion;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.junit.jupiter.api.Test;

/** Tests that each completion runs the route once, also with several nodes and failing repositories. */
class CompletionDispatcherTest {
    private static final Duration LEASE = Duration.ofMinutes(5);

    private final ManualClock clock = new ManualClock();
    private final FlakyJobRepository jobRepository = new FlakyJobRepository();
    private final FlakyIdempotentRepository processed = new FlakyIdempotentRepository();
    private final Node node = new Node(settings());

    private TestSettings settings() {
        return withoutJobRepository().jobRepository(jobRepository);
    }

    private TestSettings withoutJobRepository() {
        return new TestSettings().leaseTimeout(LEASE).pollAfter(Duration.ZERO).processed(processed);
    }

    /** A node whose routes run until the test completes them. */
    private final class Node {
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
    private static final class FlakyJobRepository extends MemoryJobRepository {
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
    private static final class FlakyIdempotentRepository extends MemoryIdempotentRepository {
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

    private void submit(String jobId) {
        jobRepository.submitted(new SubmittedJob(jobId, "doc", "/docproc/completions", clock.instant(), 0));
    }

    private static Completion completion(String jobId) {
        return completion(jobId, "completed");
    }

    private static Completion completion(String jobId, String status) {
        return new Completion(new ParseCompletion(jobId, status, null, null, Map.of()), "doc");
    }

    @Test
    void aJobIsCompletedWhenItsRouteHasSucceeded() {
        submit("1");

        CompletableFuture<Boolean> accepted = node.dispatcher.offer(completion("1"));
        assertThat(accepted).isNotDone();
        assertThat(jobRepository.size()).isEqualTo(1);
        node.succeed();

        assertThat(accepted).isCompletedWithValue(true);
        assertThat(jobRepository.size()).isZero();
        assertThat(node.dispatcher.offer(completion("1"))).isCompletedWithValue(true);
        assertThat(node.runs).hasSize(1);
    }

    @Test
    void aJobWhoseRouteFailedCanBeRedeliveredImmediately() {
        submit("1");
        CompletableFuture<Boolean> accepted = node.dispatcher.offer(completion("1"));
        node.fail();
        assertThat(accepted).isCompletedWithValue(false);
        assertThat(jobRepository.size()).isEqualTo(1);

        CompletableFuture<Boolean> redelivered = node.dispatcher.offer(completion("1"));
        node.succeed();

        assertThat(redelivered).isCompletedWithValue(true);
        assertThat(node.runs).hasSize(2);
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void aDuplicateDuringTheRouteReceivesItsResult() {
        submit("1");

        CompletableFuture<Boolean> first = node.dispatcher.offer(completion("1"));
        CompletableFuture<Boolean> second = node.dispatcher.offer(completion("1"));
        assertThat(second).isNotDone();
        node.fail();

        assertThat(first).isCompletedWithValue(false);
        assertThat(second).isCompletedWithValue(false);
        assertThat(node.runs).hasSize(1);
    }

    @Test
    void aDuplicateThatWouldBlockAServerThreadIsRefused() {
        submit("1");
        Completion callback = new Completion(
                new ParseCompletion("1", "completed", null, null, Map.of()),
                "doc",
                Completion.QueueFullPolicy.REFUSE_EARLY);
        CompletableFuture<Boolean> first = node.dispatcher.offer(callback);

        assertThat(node.dispatcher.offer(callback))
                .failsWithin(Duration.ZERO)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(RejectedExecutionException.class);
        node.succeed();

        assertThat(first).isCompletedWithValue(true);
        assertThat(node.dispatcher.offer(callback)).isCompletedWithValue(true);
        assertThat(node.runs).hasSize(1);
    }

    @Test
    void anotherStatusOfAJobWaitsForTheRunningRoute() {
        submit("1");
        CompletableFuture<Boolean> first = node.dispatcher.offer(completion("1", "archiving"));
        CompletableFuture<Boolean> second = node.dispatcher.offer(completion("1", "completed"));
        assertThat(node.runs).hasSize(1);

        node.fail();
        assertThat(first).isCompletedWithValue(false);
        assertThat(node.runs).hasSize(2);
        node.succeed();

        assertThat(second).isCompletedWithValue(true);
        assertThat(jobRepository.size()).isZero();
        assertThat(node.dispatcher.isInFlight("1")).isFalse();
    }

    @Test
    void aRefusalForLackOfCapacityIsNoFailureOfTheRoute() {
        submit("1");
        CompletableFuture<Boolean> refused = node.dispatcher.offer(completion("1"));
        node.runs.get(0).completeExceptionally(new RejectedExecutionException("full"));

        assertThat(refused).isCompletedExceptionally();
        assertThat(jobRepository.find("1")).hasValueSatisfying(job -> {
            assertThat(job.failureCount()).isZero();
            assertThat(job.waitingSince()).isEqualTo(job.submittedAt());
        });
        assertThat(new Node(settings().withoutPolling()).leases.lease("1"))
                .isEqualTo(JobRepository.LeaseResult.ACQUIRED);
    }

    @Test
    void aReleasedLeaseIsNotExtended() {
        List<JobRepository.LeaseResult> otherNode = new ArrayList<>();
        JobLeases other = new JobLeases(settings().build(), clock);
        submit("1");
        node.dispatcher.offer(completion("1"));
        jobRepository.afterFailed = () -> {
            node.dispatcher.extendLeases();
            otherNode.add(other.lease("1"));
        };

        node.fail();

        assertThat(otherNode).containsExactly(JobRepository.LeaseResult.ACQUIRED);
    }

    @Test
    void aFailedExtensionDoesNotAffectOtherLeases() {
        JobLeases other = new JobLeases(settings().build(), clock);
        List<String> jobIds = List.of("1", "2", "3");
        jobIds.forEach(this::submit);
        jobIds.forEach(jobId -> node.dispatcher.offer(completion(jobId)));
        clock.advance(LEASE.minusMillis(1));
        jobRepository.brokenJob = "1";
        node.dispatcher.extendLeases();
        clock.advance(Duration.ofMillis(2));

        jobRepository.brokenJob = "";
        assertThat(other.lease("1")).isEqualTo(JobRepository.LeaseResult.ACQUIRED);
        assertThat(other.lease("2")).isEqualTo(JobRepository.LeaseResult.HELD_BY_OTHER);
        assertThat(other.lease("3")).isEqualTo(JobRepository.LeaseResult.HELD_BY_OTHER);
    }

    @Test
    void aConcurrentCallbackAndPollRunTheRouteOnce() throws Exception {
        for (int round = 0; round < 200; round++) {
            String jobId = "job-" + round;
            submit(jobId);
            List<CompletableFuture<Boolean>> runs = new ArrayList<>();
            WebhookSettings settings = settings().build();
            CompletionDispatcher dispatcher = new CompletionDispatcher(
                    settings,
                    new JobLeases(settings, clock),
                    any -> {
                        CompletableFuture<Boolean> run = CompletableFuture.completedFuture(true);
                        synchronized (runs) {
                            runs.add(run);
                        }
                        return run;
                    },
                    RecordingExceptionHandler::new);
            CountDownLatch together = new CountDownLatch(2);
            CompletableFuture<Boolean> callback =
                    CompletableFuture.supplyAsync(() -> offer(dispatcher, jobId, together));
            CompletableFuture<Boolean> poll = CompletableFuture.supplyAsync(() -> offer(dispatcher, jobId, together));

            assertThat(callback.get()).isTrue();
            assertThat(poll.get()).isTrue();
            assertThat(runs).hasSize(1);
        }
        assertThat(jobRepository.size()).isZero();
    }

    private static boolean offer(CompletionDispatcher dispatcher, String jobId, CountDownLatch together) {
        together.countDown();
        try {
            together.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return dispatcher.offer(completion(jobId)).join();
    }

    @Test
    void aPollingNodeAcceptsACompletionLeasedByAnotherNode() {
        Node other = new Node(settings());
        submit("1");
        node.dispatcher.offer(completion("1"));

        assertThat(other.dispatcher.offer(completion("1"))).isCompletedWithValue(true);
        node.succeed();

        assertThat(other.dispatcher.offer(completion("1"))).isCompletedWithValue(true);
        assertThat(other.runs).isEmpty();
        assertThat(node.runs).hasSize(1);
    }

    @Test
    void aNodeWithoutPollingRefusesACompletionLeasedByAnother() {
        Node other = new Node(settings().withoutPolling());
        submit("1");
        node.dispatcher.offer(completion("1"));

        assertThat(other.dispatcher.offer(completion("1"))).isCompletedWithValue(false);
        node.succeed();

        assertThat(other.dispatcher.offer(completion("1"))).isCompletedWithValue(true);
        assertThat(other.runs).isEmpty();
    }

    @Test
    void aNodeProcessesTheJobOfAFailedNode() {
        Node other = new Node(settings());
        submit("1");
        node.dispatcher.offer(completion("1"));

        clock.advance(LEASE.plusMillis(1));
        CompletableFuture<Boolean> processedByOther = other.dispatcher.offer(completion("1"));
        other.succeed();

        assertThat(processedByOther).isCompletedWithValue(true);
        assertThat(other.runs).hasSize(1);
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void theLeaseOfALongRunningRouteIsExtended() {
        Node other = new Node(settings());
        submit("1");
        CompletableFuture<Boolean> accepted = node.dispatcher.offer(completion("1"));

        for (int minute = 0; minute < 60; minute++) {
            clock.advance(Duration.ofMinutes(1));
            node.dispatcher.extendLeases();
        }
        other.dispatcher.offer(completion("1"));
        node.succeed();

        assertThat(other.runs).isEmpty();
        assertThat(accepted).isCompletedWithValue(true);
    }

    @Test
    void aFailedExtensionIsRetried() {
        Node other = new Node(settings());
        submit("1");
        node.dispatcher.offer(completion("1"));

        jobRepository.broken = true;
        node.dispatcher.extendLeases();
        jobRepository.broken = false;
        clock.advance(LEASE.minusMinutes(1));
        node.dispatcher.extendLeases();
        clock.advance(LEASE.minusMinutes(1));
        other.dispatcher.offer(completion("1"));

        assertThat(other.runs).isEmpty();
    }

    @Test
    void withoutJobRepositoryAFailedCompletionRunsAgain() {
        Node standalone = new Node(withoutJobRepository().withoutPolling());

        CompletableFuture<Boolean> failed = standalone.dispatcher.offer(completion("1"));
        standalone.fail();
        CompletableFuture<Boolean> succeeded = standalone.dispatcher.offer(completion("1"));
        standalone.succeed();

        assertThat(failed).isCompletedWithValue(false);
        assertThat(succeeded).isCompletedWithValue(true);
        assertThat(standalone.dispatcher.offer(completion("1"))).isCompletedWithValue(true);
        assertThat(standalone.runs).hasSize(2);
    }

    @Test
    void aCallbackBeforeItsSubmissionResponseRunsOnce() {
        CompletableFuture<Boolean> accepted = node.dispatcher.offer(completion("1"));
        submit("1");
        node.succeed();

        assertThat(accepted).isCompletedWithValue(true);
        assertThat(jobRepository.size()).isZero();
        assertThat(node.dispatcher.offer(completion("1"))).isCompletedWithValue(true);
        assertThat(node.runs).hasSize(1);
    }

    @Test
    void aJobCompletedBeforeItsSubmissionIsStoredStaysCompleted() {
        Node other = new Node(settings());
        node.dispatcher.offer(completion("1"));
        node.succeed();

        submit("1");

        assertThat(jobRepository.size()).isZero();
        processed.clear();
        assertThat(other.dispatcher.offer(completion("1"))).isCompletedWithValue(true);
        assertThat(other.runs).isEmpty();
    }

    @Test
    void aDuplicateOfANonFinalStatusKeepsItsJobOpen() {
        submit("1");
        node.dispatcher.offer(completion("1", "archiving"));
        node.succeed();

        assertThat(node.dispatcher.offer(completion("1", "archiving"))).isCompletedWithValue(true);

        assertThat(node.runs).hasSize(1);
        assertThat(jobRepository.size()).isEqualTo(1);
        assertThat(new Node(settings().withoutPolling()).leases.lease("1"))
                .as("no node holds the lease")
                .isEqualTo(JobRepository.LeaseResult.ACQUIRED);
    }

    @Test
    void anEarlyCallbackSurvivesTheFailureOfItsNode() {
        Node other = new Node(settings());
        node.dispatcher.offer(completion("1"));
        submit("1");

        clock.advance(LEASE.plusMillis(1));
        other.dispatcher.offer(completion("1"));
        other.succeed();

        assertThat(other.runs).hasSize(1);
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void eachStatusOfAJobRunsTheRoute() {
        submit("1");

        node.dispatcher.offer(completion("1", "archiving"));
        node.succeed();
        assertThat(jobRepository.size()).as("open").isEqualTo(1);
        node.dispatcher.offer(completion("1", "completed"));
        node.succeed();

        assertThat(node.runs).hasSize(2);
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void aFailingJobRepositoryPreventsTheRouteUntilARedelivery() {
        submit("1");
        jobRepository.broken = true;
        assertThatThrownBy(() -> node.dispatcher.offer(completion("1"))).isInstanceOf(IllegalStateException.class);
        assertThat(node.runs).isEmpty();
        assertThat(node.dispatcher.isInFlight("1")).isFalse();

        jobRepository.broken = false;
        CompletableFuture<Boolean> redelivered = node.dispatcher.offer(completion("1"));
        node.succeed();

        assertThat(redelivered).isCompletedWithValue(true);
    }

    @Test
    void aFailingIdempotentRepositoryPreventsTheRoute() {
        submit("1");
        for (String jobId : List.of("1", "unknown")) {
            processed.broken = true;
            assertThatThrownBy(() -> node.dispatcher.offer(completion(jobId)))
                    .isInstanceOf(IllegalStateException.class);

            processed.broken = false;
            CompletableFuture<Boolean> redelivered = node.dispatcher.offer(completion(jobId));
            node.succeed();
            assertThat(redelivered).isCompletedWithValue(true);
        }
        assertThat(node.runs).hasSize(2);
    }

    @Test
    void aSuccessThatCouldNotBeRecordedIsNotRunAgain() {
        submit("1");
        CompletableFuture<Boolean> accepted = node.dispatcher.offer(completion("1"));
        jobRepository.broken = true;
        node.succeed();
        assertThat(accepted).isCompletedWithValue(false);
        jobRepository.broken = false;

        assertThat(node.dispatcher.offer(completion("1"))).isCompletedWithValue(true);
        assertThat(node.runs).hasSize(1);
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void aFailureThatCouldNotBeRecordedIsRedelivered() {
        Node standalone = new Node(withoutJobRepository().withoutPolling());
        CompletableFuture<Boolean> failed = standalone.dispatcher.offer(completion("1"));
        processed.broken = true;
        standalone.fail();
        assertThat(failed).isCompletedWithValue(false);
        assertThatThrownBy(() -> standalone.dispatcher.offer(completion("1")))
                .isInstanceOf(IllegalStateException.class);
        processed.broken = false;

        CompletableFuture<Boolean> redelivered = standalone.dispatcher.offer(completion("1"));
        standalone.succeed();

        assertThat(redelivered).isCompletedWithValue(true);
        assertThat(standalone.runs).hasSize(2);
    }

    @Test
    void aRouteThatCannotStartReleasesItsLease() {
        submit("1");
        List<String> attempts = new ArrayList<>();
        Function<Completion, CompletableFuture<Boolean>> route = completion -> {
            attempts.add(completion.event().jobId());
            return switch (attempts.size()) {
                case 1 -> throw new IllegalStateException("stopping");
                case 2 -> throw new StackOverflowError();
                case 3 -> CompletableFuture.failedFuture(new IllegalStateException("stopped"));
                default -> CompletableFuture.completedFuture(true);
            };
        };
        CompletionDispatcher dispatcher =
                new CompletionDispatcher(settings().build(), node.leases, route, RecordingExceptionHandler::new);

        assertThat(dispatcher.offer(completion("1"))).isCompletedWithValue(false);
        assertThat(dispatcher.offer(completion("unknown"))).isCompletedWithValue(false);
        assertThat(dispatcher.offer(completion("unknown"))).isCompletedWithValue(false);
        assertThat(dispatcher.offer(completion("unknown"))).isCompletedWithValue(true);
        assertThat(new Node(settings().withoutPolling()).leases.lease("1"))
                .isEqualTo(JobRepository.LeaseResult.ACQUIRED);
    }
}
