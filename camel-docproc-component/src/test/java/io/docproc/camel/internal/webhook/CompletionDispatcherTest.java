/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.ManualClock;
import io.docproc.camel.internal.webhook.CompletionDispatcher.OtherNode;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.model.ParseCompletion;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.junit.jupiter.api.Test;

/** That every completion runs the route once, whoever brings it, whatever fails. */
class CompletionDispatcherTest {
    private static final Duration LEASE = Duration.ofMinutes(5);

    private final ManualClock clock = new ManualClock();
    private final FlakyJobRepository jobRepository = new FlakyJobRepository();
    private final FlakyRepository done = new FlakyRepository();
    private final Node node = new Node(Optional.of(jobRepository), OtherNode.IS_RELIED_ON);

    /** A node whose routes run until the test ends them. */
    private final class Node implements CompletionDispatcher.Route {
        final List<CompletableFuture<Boolean>> runs = new ArrayList<>();
        final JobLeases leases;
        final CompletionDispatcher feed;

        Node(Optional<JobRepository> log, OtherNode otherNode) {
            leases = new JobLeases(log, "/docproc/completions", LEASE, clock);
            feed = new CompletionDispatcher(
                    done, leases, otherNode, this, RecordingHandler::new, new CompletionCounters());
        }

        @Override
        public CompletableFuture<Boolean> process(Completion completion) {
            runs.add(new CompletableFuture<>());
            return runs.get(runs.size() - 1);
        }

        void succeed() {
            runs.get(runs.size() - 1).complete(true);
        }

        void fail() {
            runs.get(runs.size() - 1).complete(false);
        }
    }

    /** A log whose store fails when it is told to. */
    private static final class FlakyJobRepository extends MemoryJobRepository {
        boolean broken;
        String brokenJob = "";
        Runnable afterFailed = () -> {};

        @Override
        public LeaseResult lease(String jobId, String owner, Instant now, Instant until) {
            requireIntact(broken || jobId.equals(brokenJob));
            return super.lease(jobId, owner, now, until);
        }

        @Override
        public void failed(String jobId, String owner, Instant waitingSince) {
            super.failed(jobId, owner, waitingSince);
            afterFailed.run();
        }

        @Override
        public void completed(String jobId, Instant keepUntil) {
            requireIntact(broken);
            super.completed(jobId, keepUntil);
        }

        @Override
        public void release(String jobId, String owner) {
            requireIntact(broken);
            super.release(jobId, owner);
        }
    }

    /** A repository whose store fails when it is told to. */
    private static final class FlakyRepository extends MemoryIdempotentRepository {
        boolean broken;

        FlakyRepository() {
            setCacheSize(100);
            start();
        }

        @Override
        public boolean add(String key) {
            requireIntact(broken);
            return super.add(key);
        }

        @Override
        public boolean contains(String key) {
            requireIntact(broken);
            return super.contains(key);
        }

        @Override
        public boolean remove(String key) {
            requireIntact(broken);
            return super.remove(key);
        }
    }

    private static void requireIntact(boolean broken) {
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
    void aJobThatTheLogKnowsIsForgottenWhenItsRouteHasSucceeded() {
        submit("1");

        CompletableFuture<Boolean> answer = node.feed.offer(completion("1"));
        assertThat(answer).isNotDone();
        assertThat(jobRepository.size()).isEqualTo(1);
        node.succeed();

        assertThat(answer).isCompletedWithValue(true);
        assertThat(jobRepository.size()).isZero();
        assertThat(node.feed.offer(completion("1"))).isCompletedWithValue(true);
        assertThat(node.runs).hasSize(1);
    }

    @Test
    void aJobWhoseRouteFailedIsKeptAndMayBeOfferedAgainAtOnce() {
        submit("1");
        CompletableFuture<Boolean> answer = node.feed.offer(completion("1"));
        node.fail();
        assertThat(answer).isCompletedWithValue(false);
        assertThat(jobRepository.size()).isEqualTo(1);

        CompletableFuture<Boolean> again = node.feed.offer(completion("1"));
        node.succeed();

        assertThat(again).isCompletedWithValue(true);
        assertThat(node.runs).hasSize(2);
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void whatComesWhileTheRouteRunsSharesItsEnd() {
        submit("1");

        CompletableFuture<Boolean> first = node.feed.offer(completion("1"));
        CompletableFuture<Boolean> second = node.feed.offer(completion("1"));
        assertThat(second).isNotDone();
        node.fail();

        assertThat(first).isCompletedWithValue(false);
        assertThat(second).isCompletedWithValue(false);
        assertThat(node.runs).hasSize(1);
    }

    @Test
    void aDuplicateThatOccupiesAThreadOfItsServerIsRefusedWhileTheRouteRuns() {
        submit("1");
        Completion callback = new Completion(
                new ParseCompletion("1", "completed", null, null, Map.of()), "doc", Completion.WhenFull.REFUSE_EARLY);
        CompletableFuture<Boolean> first = node.feed.offer(callback);

        assertThat(node.feed.offer(callback))
                .failsWithin(Duration.ZERO)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(RejectedExecutionException.class);
        node.succeed();

        assertThat(first).isCompletedWithValue(true);
        assertThat(node.feed.offer(callback)).isCompletedWithValue(true);
        assertThat(node.runs).hasSize(1);
    }

    @Test
    void anotherStatusOfAJobWaitsUntilTheRouteOfTheFirstHasEnded() {
        submit("1");
        CompletableFuture<Boolean> first = node.feed.offer(completion("1", "archiving"));
        CompletableFuture<Boolean> second = node.feed.offer(completion("1", "completed"));
        assertThat(node.runs).hasSize(1);

        node.fail();
        assertThat(first).isCompletedWithValue(false);
        assertThat(node.runs).hasSize(2);
        node.succeed();

        assertThat(second).isCompletedWithValue(true);
        assertThat(jobRepository.size()).isZero();
        assertThat(node.feed.runningCount()).isZero();
    }

    @Test
    void aRefusalForLackOfCapacityEndsTheLeaseAndIsNoFailureOfTheRoute() {
        submit("1");
        CompletableFuture<Boolean> refused = node.feed.offer(completion("1"));
        node.runs.get(0).completeExceptionally(new RejectedExecutionException("full"));

        assertThat(refused).isCompletedExceptionally();
        assertThat(jobRepository.find("1")).hasValueSatisfying(job -> {
            assertThat(job.failureCount()).isZero();
            assertThat(job.waitingSince()).isEqualTo(job.submittedAt());
        });
        assertThat(new Node(Optional.of(jobRepository), OtherNode.MAY_FAIL).leases.lease("1"))
                .isEqualTo(JobRepository.LeaseResult.ACQUIRED);
    }

    @Test
    void aLeaseThatEndsIsNotExtendedAgain() {
        List<JobRepository.LeaseResult> otherNode = new ArrayList<>();
        JobLeases other = new JobLeases(Optional.of(jobRepository), "/docproc/completions", LEASE, clock);
        submit("1");
        node.feed.offer(completion("1"));
        jobRepository.afterFailed = () -> {
            node.feed.extendLeases();
            otherNode.add(other.lease("1"));
        };

        node.fail();

        assertThat(otherNode).containsExactly(JobRepository.LeaseResult.ACQUIRED);
    }

    @Test
    void aLeaseThatCannotBeExtendedDoesNotKeepTheOthersFromBeingExtended() {
        JobLeases other = new JobLeases(Optional.of(jobRepository), "/docproc/completions", LEASE, clock);
        List<String> jobIds = List.of("1", "2", "3");
        jobIds.forEach(this::submit);
        jobIds.forEach(jobId -> node.feed.offer(completion(jobId)));
        clock.advance(LEASE.minusMillis(1));
        jobRepository.brokenJob = "1";
        node.feed.extendLeases();
        clock.advance(Duration.ofMillis(2));

        jobRepository.brokenJob = "";
        assertThat(other.lease("1")).isEqualTo(JobRepository.LeaseResult.ACQUIRED);
        assertThat(other.lease("2")).isEqualTo(JobRepository.LeaseResult.HELD_BY_OTHER);
        assertThat(other.lease("3")).isEqualTo(JobRepository.LeaseResult.HELD_BY_OTHER);
    }

    @Test
    void aCallbackAndAQuestionAtTheSameMomentRunTheRouteOnce() throws Exception {
        for (int round = 0; round < 200; round++) {
            String jobId = "job-" + round;
            submit(jobId);
            List<CompletableFuture<Boolean>> runs = new ArrayList<>();
            CompletionDispatcher feed = new CompletionDispatcher(
                    done,
                    new JobLeases(Optional.of(jobRepository), "/docproc/completions", LEASE, clock),
                    OtherNode.IS_RELIED_ON,
                    any -> {
                        CompletableFuture<Boolean> run = CompletableFuture.completedFuture(true);
                        synchronized (runs) {
                            runs.add(run);
                        }
                        return run;
                    },
                    RecordingHandler::new,
                    new CompletionCounters());
            CountDownLatch together = new CountDownLatch(2);
            CompletableFuture<Boolean> callback = CompletableFuture.supplyAsync(() -> offer(feed, jobId, together));
            CompletableFuture<Boolean> question = CompletableFuture.supplyAsync(() -> offer(feed, jobId, together));

            assertThat(callback.get()).isTrue();
            assertThat(question.get()).isTrue();
            assertThat(runs).hasSize(1);
        }
        assertThat(jobRepository.size()).isZero();
    }

    private static boolean offer(CompletionDispatcher feed, String jobId, CountDownLatch together) {
        together.countDown();
        try {
            together.await();
        } catch (InterruptedException impossible) {
            throw new IllegalStateException(impossible);
        }
        return feed.offer(completion(jobId)).join();
    }

    @Test
    void anotherNodeAcceptsWhatThisOneIsProcessing() {
        Node other = new Node(Optional.of(jobRepository), OtherNode.IS_RELIED_ON);
        submit("1");
        node.feed.offer(completion("1"));

        assertThat(other.feed.offer(completion("1"))).isCompletedWithValue(true);
        node.succeed();

        assertThat(other.feed.offer(completion("1"))).isCompletedWithValue(true);
        assertThat(other.runs).isEmpty();
        assertThat(node.runs).hasSize(1);
    }

    @Test
    void whereNobodyAsksAboutJobsAnotherNodeDoesNotAcceptWhatMayYetFail() {
        Node other = new Node(Optional.of(jobRepository), OtherNode.MAY_FAIL);
        submit("1");
        node.feed.offer(completion("1"));

        assertThat(other.feed.offer(completion("1"))).isCompletedWithValue(false);
        node.succeed();

        assertThat(other.feed.offer(completion("1"))).isCompletedWithValue(true);
        assertThat(other.runs).isEmpty();
    }

    @Test
    void aNodeTakesOverTheJobOfOneThatDied() {
        Node other = new Node(Optional.of(jobRepository), OtherNode.IS_RELIED_ON);
        submit("1");
        node.feed.offer(completion("1"));

        clock.advance(LEASE.plusMillis(1));
        CompletableFuture<Boolean> takenOver = other.feed.offer(completion("1"));
        other.succeed();

        assertThat(takenOver).isCompletedWithValue(true);
        assertThat(other.runs).hasSize(1);
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void aRouteThatRunsLongKeepsItsLease() {
        Node other = new Node(Optional.of(jobRepository), OtherNode.IS_RELIED_ON);
        submit("1");
        CompletableFuture<Boolean> answer = node.feed.offer(completion("1"));

        for (int minute = 0; minute < 60; minute++) {
            clock.advance(Duration.ofMinutes(1));
            node.feed.extendLeases();
        }
        other.feed.offer(completion("1"));
        node.succeed();

        assertThat(other.runs).isEmpty();
        assertThat(answer).isCompletedWithValue(true);
    }

    @Test
    void leasesThatCannotBeExtendedAreExtendedLater() {
        Node other = new Node(Optional.of(jobRepository), OtherNode.IS_RELIED_ON);
        submit("1");
        node.feed.offer(completion("1"));

        jobRepository.broken = true;
        node.feed.extendLeases();
        jobRepository.broken = false;
        clock.advance(LEASE.minusMinutes(1));
        node.feed.extendLeases();
        clock.advance(LEASE.minusMinutes(1));
        other.feed.offer(completion("1"));

        assertThat(other.runs).isEmpty();
    }

    @Test
    void aJobThatNoLogKnowsRunsOnceAndAgainAfterAFailure() {
        Node logless = new Node(Optional.empty(), OtherNode.MAY_FAIL);

        CompletableFuture<Boolean> failed = logless.feed.offer(completion("1"));
        logless.fail();
        CompletableFuture<Boolean> succeeded = logless.feed.offer(completion("1"));
        logless.succeed();

        assertThat(failed).isCompletedWithValue(false);
        assertThat(succeeded).isCompletedWithValue(true);
        assertThat(logless.feed.offer(completion("1"))).isCompletedWithValue(true);
        assertThat(logless.runs).hasSize(2);
    }

    @Test
    void aCallbackQuickerThanTheAnswerToItsSubmissionRunsOnceAndLeavesNothingBehind() {
        CompletableFuture<Boolean> answer = node.feed.offer(completion("1"));
        submit("1");
        node.succeed();

        assertThat(answer).isCompletedWithValue(true);
        assertThat(jobRepository.size()).isZero();
        assertThat(node.feed.offer(completion("1"))).isCompletedWithValue(true);
        assertThat(node.runs).hasSize(1);
    }

    @Test
    void aJobThatIsDoneBeforeItsSubmissionIsToldDoesNotComeBack() {
        Node other = new Node(Optional.of(jobRepository), OtherNode.IS_RELIED_ON);
        node.feed.offer(completion("1"));
        node.succeed();

        submit("1");

        assertThat(jobRepository.size()).isZero();
        done.clear();
        assertThat(other.feed.offer(completion("1"))).isCompletedWithValue(true);
        assertThat(other.runs).isEmpty();
    }

    @Test
    void aRepeatedCompletionThatIsNotTheLastKeepsItsJobWaiting() {
        submit("1");
        node.feed.offer(completion("1", "archiving"));
        node.succeed();

        assertThat(node.feed.offer(completion("1", "archiving"))).isCompletedWithValue(true);

        assertThat(node.runs).hasSize(1);
        assertThat(jobRepository.size()).isEqualTo(1);
        assertThat(new Node(Optional.of(jobRepository), OtherNode.MAY_FAIL).leases.lease("1"))
                .as("nobody holds it")
                .isEqualTo(JobRepository.LeaseResult.ACQUIRED);
    }

    @Test
    void aNodeThatDiesOverAQuickCallbackIsReplacedAsWell() {
        Node other = new Node(Optional.of(jobRepository), OtherNode.IS_RELIED_ON);
        node.feed.offer(completion("1"));
        submit("1");

        clock.advance(LEASE.plusMillis(1));
        other.feed.offer(completion("1"));
        other.succeed();

        assertThat(other.runs).hasSize(1);
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void anotherStatusOfAJobIsAnotherEvent() {
        submit("1");

        node.feed.offer(completion("1", "archiving"));
        node.succeed();
        assertThat(jobRepository.size()).as("it is not over").isEqualTo(1);
        node.feed.offer(completion("1", "completed"));
        node.succeed();

        assertThat(node.runs).hasSize(2);
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void whenTheJobRepositoryFailsNothingRunsAndALaterRedeliveryIsTaken() {
        submit("1");
        jobRepository.broken = true;
        assertThatThrownBy(() -> node.feed.offer(completion("1"))).isInstanceOf(IllegalStateException.class);
        assertThat(node.runs).isEmpty();
        assertThat(node.feed.runningCount()).isZero();

        jobRepository.broken = false;
        CompletableFuture<Boolean> again = node.feed.offer(completion("1"));
        node.succeed();

        assertThat(again).isCompletedWithValue(true);
    }

    @Test
    void whenTheRepositoryFailsNothingRunsAndALaterRedeliveryIsTaken() {
        submit("1");
        for (String jobId : List.of("1", "unknown")) {
            done.broken = true;
            assertThatThrownBy(() -> node.feed.offer(completion(jobId))).isInstanceOf(IllegalStateException.class);

            done.broken = false;
            CompletableFuture<Boolean> again = node.feed.offer(completion(jobId));
            node.succeed();
            assertThat(again).isCompletedWithValue(true);
        }
        assertThat(node.runs).hasSize(2);
    }

    @Test
    void aSuccessThatTheLogDidNotTakeIsNotRunAgain() {
        submit("1");
        CompletableFuture<Boolean> answer = node.feed.offer(completion("1"));
        jobRepository.broken = true;
        node.succeed();
        assertThat(answer).isCompletedWithValue(false);
        jobRepository.broken = false;

        assertThat(node.feed.offer(completion("1"))).isCompletedWithValue(true);
        assertThat(node.runs).hasSize(1);
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void aFailureThatCouldNotBeRecordedDoesNotMakeTheRedeliveryADuplicate() {
        Node logless = new Node(Optional.empty(), OtherNode.MAY_FAIL);
        CompletableFuture<Boolean> failed = logless.feed.offer(completion("1"));
        done.broken = true;
        logless.fail();
        assertThat(failed).isCompletedWithValue(false);
        assertThatThrownBy(() -> logless.feed.offer(completion("1"))).isInstanceOf(IllegalStateException.class);
        done.broken = false;

        CompletableFuture<Boolean> again = logless.feed.offer(completion("1"));
        logless.succeed();

        assertThat(again).isCompletedWithValue(true);
        assertThat(logless.runs).hasSize(2);
    }

    @Test
    void aRouteThatCannotBeStartedIsAFailureAndNothingStaysLeased() {
        submit("1");
        List<String> attempts = new ArrayList<>();
        CompletionDispatcher.Route route = completion -> {
            attempts.add(completion.event().jobId());
            return switch (attempts.size()) {
                case 1 -> throw new IllegalStateException("stopping");
                case 2 -> throw new StackOverflowError();
                case 3 -> CompletableFuture.failedFuture(new IllegalStateException("stopped"));
                default -> CompletableFuture.completedFuture(true);
            };
        };
        CompletionDispatcher feed = new CompletionDispatcher(
                done, node.leases, OtherNode.IS_RELIED_ON, route, RecordingHandler::new, new CompletionCounters());

        assertThat(feed.offer(completion("1"))).isCompletedWithValue(false);
        assertThat(feed.offer(completion("unknown"))).isCompletedWithValue(false);
        assertThat(feed.offer(completion("unknown"))).isCompletedWithValue(false);
        assertThat(feed.offer(completion("unknown"))).isCompletedWithValue(true);
        assertThat(new Node(Optional.of(jobRepository), OtherNode.MAY_FAIL).leases.lease("1"))
                .isEqualTo(JobRepository.LeaseResult.ACQUIRED);
    }
}
