/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.ManualClock;
import io.docproc.camel.job.JobLog;
import io.docproc.camel.job.MemoryJobLog;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.model.ParseCompletion;
import io.docproc.camel.webhook.CompletionFeed.OtherNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.junit.jupiter.api.Test;

/** That every completion runs the route once, whoever brings it, whatever fails. */
class CompletionFeedTest {
    private static final Duration CLAIM = Duration.ofMinutes(5);

    private final ManualClock clock = new ManualClock();
    private final FlakyJobLog jobLog = new FlakyJobLog();
    private final FlakyRepository done = new FlakyRepository();
    private final Node node = new Node(Optional.of(jobLog), OtherNode.IS_RELIED_ON);

    /** A node whose routes run until the test ends them. */
    private final class Node implements CompletionFeed.Route {
        final List<CompletableFuture<Boolean>> runs = new ArrayList<>();
        final Claims claims;
        final CompletionFeed feed;

        Node(Optional<JobLog> log, OtherNode otherNode) {
            claims = new Claims(log, "/docproc/completions", CLAIM, clock);
            feed = new CompletionFeed(done, claims, otherNode, this, RecordingHandler::new, new ReceptionCounts());
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
    private static final class FlakyJobLog extends MemoryJobLog {
        boolean broken;

        @Override
        public Claim claim(String jobId, String owner, Instant now, Instant until) {
            requireIntact(broken);
            return super.claim(jobId, owner, now, until);
        }

        @Override
        public void completed(String jobId) {
            requireIntact(broken);
            super.completed(jobId);
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
        jobLog.submitted(new SubmittedJob(jobId, "doc", "/docproc/completions", clock.instant(), 0));
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
        assertThat(jobLog.size()).isEqualTo(1);
        node.succeed();

        assertThat(answer).isCompletedWithValue(true);
        assertThat(jobLog.size()).isZero();
        assertThat(node.feed.offer(completion("1"))).isCompletedWithValue(true);
        assertThat(node.runs).hasSize(1);
    }

    @Test
    void aJobWhoseRouteFailedIsKeptAndMayBeOfferedAgainAtOnce() {
        submit("1");
        CompletableFuture<Boolean> answer = node.feed.offer(completion("1"));
        node.fail();
        assertThat(answer).isCompletedWithValue(false);
        assertThat(jobLog.size()).isEqualTo(1);

        CompletableFuture<Boolean> again = node.feed.offer(completion("1"));
        node.succeed();

        assertThat(again).isCompletedWithValue(true);
        assertThat(node.runs).hasSize(2);
        assertThat(jobLog.size()).isZero();
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
    void aCallbackAndAQuestionAtTheSameMomentRunTheRouteOnce() throws Exception {
        for (int round = 0; round < 200; round++) {
            String jobId = "job-" + round;
            submit(jobId);
            List<CompletableFuture<Boolean>> runs = new ArrayList<>();
            CompletionFeed feed = new CompletionFeed(
                    done,
                    new Claims(Optional.of(jobLog), "/docproc/completions", CLAIM, clock),
                    OtherNode.IS_RELIED_ON,
                    any -> {
                        CompletableFuture<Boolean> run = CompletableFuture.completedFuture(true);
                        synchronized (runs) {
                            runs.add(run);
                        }
                        return run;
                    },
                    RecordingHandler::new,
                    new ReceptionCounts());
            CountDownLatch together = new CountDownLatch(2);
            CompletableFuture<Boolean> callback = CompletableFuture.supplyAsync(() -> offer(feed, jobId, together));
            CompletableFuture<Boolean> question = CompletableFuture.supplyAsync(() -> offer(feed, jobId, together));

            assertThat(callback.get()).isTrue();
            assertThat(question.get()).isTrue();
            assertThat(runs).hasSize(1);
        }
        assertThat(jobLog.size()).isZero();
    }

    private static boolean offer(CompletionFeed feed, String jobId, CountDownLatch together) {
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
        Node other = new Node(Optional.of(jobLog), OtherNode.IS_RELIED_ON);
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
        Node other = new Node(Optional.of(jobLog), OtherNode.MAY_FAIL);
        submit("1");
        node.feed.offer(completion("1"));

        assertThat(other.feed.offer(completion("1"))).isCompletedWithValue(false);
        node.succeed();

        assertThat(other.feed.offer(completion("1"))).isCompletedWithValue(true);
        assertThat(other.runs).isEmpty();
    }

    @Test
    void aNodeTakesOverTheJobOfOneThatDied() {
        Node other = new Node(Optional.of(jobLog), OtherNode.IS_RELIED_ON);
        submit("1");
        node.feed.offer(completion("1"));

        clock.advance(CLAIM.plusMillis(1));
        CompletableFuture<Boolean> takenOver = other.feed.offer(completion("1"));
        other.succeed();

        assertThat(takenOver).isCompletedWithValue(true);
        assertThat(other.runs).hasSize(1);
        assertThat(jobLog.size()).isZero();
    }

    @Test
    void aRouteThatRunsLongKeepsItsClaim() {
        Node other = new Node(Optional.of(jobLog), OtherNode.IS_RELIED_ON);
        submit("1");
        CompletableFuture<Boolean> answer = node.feed.offer(completion("1"));

        for (int minute = 0; minute < 60; minute++) {
            clock.advance(Duration.ofMinutes(1));
            node.feed.extendClaims();
        }
        other.feed.offer(completion("1"));
        node.succeed();

        assertThat(other.runs).isEmpty();
        assertThat(answer).isCompletedWithValue(true);
    }

    @Test
    void claimsThatCannotBeExtendedAreExtendedLater() {
        Node other = new Node(Optional.of(jobLog), OtherNode.IS_RELIED_ON);
        submit("1");
        node.feed.offer(completion("1"));

        jobLog.broken = true;
        node.feed.extendClaims();
        jobLog.broken = false;
        clock.advance(CLAIM.minusMinutes(1));
        node.feed.extendClaims();
        clock.advance(CLAIM.minusMinutes(1));
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
        assertThat(jobLog.size()).isZero();
        assertThat(node.feed.offer(completion("1"))).isCompletedWithValue(true);
        assertThat(node.runs).hasSize(1);
    }

    @Test
    void aJobThatIsDoneBeforeItsSubmissionIsToldDoesNotComeBack() {
        Node other = new Node(Optional.of(jobLog), OtherNode.IS_RELIED_ON);
        node.feed.offer(completion("1"));
        node.succeed();

        submit("1");

        assertThat(jobLog.size()).isZero();
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
        assertThat(jobLog.size()).isEqualTo(1);
        assertThat(new Node(Optional.of(jobLog), OtherNode.MAY_FAIL).claims.claim("1"))
                .as("nobody holds it")
                .isEqualTo(JobLog.Claim.TAKEN);
    }

    @Test
    void aNodeThatDiesOverAQuickCallbackIsReplacedAsWell() {
        Node other = new Node(Optional.of(jobLog), OtherNode.IS_RELIED_ON);
        node.feed.offer(completion("1"));
        submit("1");

        clock.advance(CLAIM.plusMillis(1));
        other.feed.offer(completion("1"));
        other.succeed();

        assertThat(other.runs).hasSize(1);
        assertThat(jobLog.size()).isZero();
    }

    @Test
    void anotherStatusOfAJobIsAnotherEvent() {
        submit("1");

        node.feed.offer(completion("1", "archiving"));
        node.succeed();
        assertThat(jobLog.size()).as("it is not over").isEqualTo(1);
        node.feed.offer(completion("1", "completed"));
        node.succeed();

        assertThat(node.runs).hasSize(2);
        assertThat(jobLog.size()).isZero();
    }

    @Test
    void whenTheJobLogFailsNothingRunsAndALaterRedeliveryIsTaken() {
        submit("1");
        jobLog.broken = true;
        assertThatThrownBy(() -> node.feed.offer(completion("1"))).isInstanceOf(IllegalStateException.class);
        assertThat(node.runs).isEmpty();
        assertThat(node.feed.runningCount()).isZero();

        jobLog.broken = false;
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
        jobLog.broken = true;
        node.succeed();
        assertThat(answer).isCompletedWithValue(false);
        jobLog.broken = false;

        assertThat(node.feed.offer(completion("1"))).isCompletedWithValue(true);
        assertThat(node.runs).hasSize(1);
        assertThat(jobLog.size()).isZero();
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
    void aRouteThatCannotBeStartedIsAFailureAndNothingStaysClaimed() {
        submit("1");
        List<String> attempts = new ArrayList<>();
        CompletionFeed.Route route = completion -> {
            attempts.add(completion.event().jobId());
            return switch (attempts.size()) {
                case 1 -> throw new IllegalStateException("stopping");
                case 2 -> throw new StackOverflowError();
                case 3 -> CompletableFuture.failedFuture(new IllegalStateException("stopped"));
                default -> CompletableFuture.completedFuture(true);
            };
        };
        CompletionFeed feed = new CompletionFeed(
                done, node.claims, OtherNode.IS_RELIED_ON, route, RecordingHandler::new, new ReceptionCounts());

        assertThat(feed.offer(completion("1"))).isCompletedWithValue(false);
        assertThat(feed.offer(completion("unknown"))).isCompletedWithValue(false);
        assertThat(feed.offer(completion("unknown"))).isCompletedWithValue(false);
        assertThat(feed.offer(completion("unknown"))).isCompletedWithValue(true);
        assertThat(new Node(Optional.of(jobLog), OtherNode.MAY_FAIL).claims.claim("1"))
                .isEqualTo(JobLog.Claim.TAKEN);
    }
}
