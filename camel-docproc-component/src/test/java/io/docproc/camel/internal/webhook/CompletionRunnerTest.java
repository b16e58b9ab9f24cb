/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.internal.webhook.CompletionCounts.Outcome;
import io.docproc.camel.job.JobRepository.LeaseResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Tests that the route runs once for each completion: leases, duplicates, and repositories that fail. */
class CompletionRunnerTest extends CompletionFixture {
    private final Node other = new Node(settings(POLL_AFTER));

    private CompletableFuture<Outcome> run(Node at, String jobId) {
        return at.runner.run(completion(jobId), "doc");
    }

    private LeaseResult leaseOfOther(String jobId) {
        return jobRepository.lease(
                jobId, "other", clock.instant(), clock.instant().plus(LEASE));
    }

    @Test
    void aJobIsCompletedWhenItsRouteHasSucceededAndDeliverableAfterAFailure() {
        submit("1");
        node.held = true;
        CompletableFuture<Outcome> failed = run(node, "1");
        node.fail();
        assertThat(failed).isCompletedWithValue(Outcome.FAILED);
        assertThat(jobRepository.size()).isEqualTo(1);

        CompletableFuture<Outcome> succeeded = run(node, "1");
        assertThat(run(node, "1")).as("while the route runs").isCompletedWithValue(Outcome.REFUSED);
        node.succeed();

        assertThat(succeeded).isCompletedWithValue(Outcome.PROCESSED);
        assertThat(run(node, "1")).isCompletedWithValue(Outcome.DUPLICATE);
        assertThat(node.routed).hasSize(2);
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void eachStatusOfAJobRunsTheRouteAndOnlyAFinalOneCompletesIt() {
        submit("1");

        node.runner.run(completion("1", "archiving"), "doc");
        node.runner.run(completion("1", "archiving"), "doc");
        assertThat(jobRepository.size()).isEqualTo(1);
        assertThat(leaseOfOther("1")).isEqualTo(LeaseResult.ACQUIRED);
        jobRepository.release("1", "other");
        run(node, "1");

        assertThat(node.statuses()).containsExactly("archiving", "completed");
        assertThat(jobRepository.size()).isZero();
    }

    /** A record before the route has run would make the completion a duplicate after a kill. */
    @Test
    void withoutAJobRepositoryACompletionIsRecordedAfterTheRouteHasSucceeded() {
        Node standalone = new Node(withoutJobRepository());
        standalone.held = true;

        run(standalone, "1");
        assertThat(processed.contains("1:completed")).isFalse();
        standalone.fail();
        assertThat(processed.contains("1:completed")).isFalse();
        run(standalone, "1");
        standalone.succeed();

        assertThat(processed.contains("1:completed")).isTrue();
        assertThat(run(standalone, "1")).isCompletedWithValue(Outcome.DUPLICATE);
    }

    @Test
    void aPollingNodeAcceptsACompletionThatAnotherNodeProcesses() {
        Node withoutPolling = new Node(settings(Duration.ZERO));
        submit("1");
        node.held = true;
        run(node, "1");

        assertThat(run(other, "1")).isCompletedWithValue(Outcome.DUPLICATE);
        assertThat(run(withoutPolling, "1"))
                .as("no poll would deliver it after a failure of the other node")
                .isCompletedWithValue(Outcome.REFUSED);
        node.succeed();

        assertThat(run(withoutPolling, "1")).isCompletedWithValue(Outcome.DUPLICATE);
        assertThat(other.routed).isEmpty();
        assertThat(withoutPolling.routed).isEmpty();
    }

    @Test
    void aCallbackBeforeItsSubmissionIsStoredSurvivesTheFailureOfItsNode() {
        node.held = true;
        run(node, "1");
        submit("1");

        clock.advance(LEASE.plusMillis(1));
        assertThat(run(other, "1")).isCompletedWithValue(Outcome.PROCESSED);

        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void theLeaseOfALongRunningRouteIsExtendedUntilTheRouteEnds() {
        List<LeaseResult> leases = new ArrayList<>();
        submit("1");
        node.held = true;
        run(node, "1");
        for (int minute = 0; minute < 60; minute++) {
            clock.advance(Duration.ofMinutes(1));
            node.runner.extendLeases();
        }
        assertThat(leaseOfOther("1")).isEqualTo(LeaseResult.HELD_BY_OTHER);
        jobRepository.afterFailed = () -> {
            node.runner.extendLeases();
            leases.add(leaseOfOther("1"));
        };

        node.fail();

        assertThat(leases).as("a released lease is not extended").containsExactly(LeaseResult.ACQUIRED);
    }

    @Test
    void aFailedExtensionDoesNotAffectOtherLeasesAndIsRetried() {
        node.held = true;
        for (String jobId : List.of("1", "2", "3")) {
            submit(jobId);
            run(node, jobId);
        }
        clock.advance(LEASE.minusMinutes(1));
        jobRepository.brokenJob = "1";
        node.runner.extendLeases();
        jobRepository.brokenJob = "";
        clock.advance(Duration.ofSeconds(90));

        assertThat(leaseOfOther("1")).isEqualTo(LeaseResult.ACQUIRED);
        assertThat(leaseOfOther("2")).isEqualTo(LeaseResult.HELD_BY_OTHER);
        assertThat(leaseOfOther("3")).isEqualTo(LeaseResult.HELD_BY_OTHER);
    }

    @Test
    void aRepositoryThatFailsPreventsTheRouteUntilARedelivery() {
        submit("1");
        jobRepository.broken = true;
        assertThatThrownBy(() -> run(node, "1")).isInstanceOf(IllegalStateException.class);
        jobRepository.broken = false;
        processed.broken = true;
        assertThatThrownBy(() -> run(node, "1")).isInstanceOf(IllegalStateException.class);
        processed.broken = false;
        assertThat(node.routed).isEmpty();
        assertThat(node.runner.isInFlight("1")).isFalse();

        assertThat(run(node, "1")).isCompletedWithValue(Outcome.PROCESSED);
    }

    @Test
    void aSuccessThatTheJobRepositoryCouldNotRecordIsReportedAndNotRunAgain() {
        submit("1");
        node.held = true;
        CompletableFuture<Outcome> outcome = run(node, "1");
        jobRepository.broken = true;
        node.succeed();
        assertThat(outcome).isCompletedWithValue(Outcome.FAILED);
        assertThat(failures.reports())
                .containsExactly("The route succeeded for parse job 1, but a repository failed to record this; the"
                        + " completion may be delivered again: the database is gone");
        jobRepository.broken = false;

        assertThat(run(node, "1")).isCompletedWithValue(Outcome.DUPLICATE);
        assertThat(node.routed).hasSize(1);
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void aSuccessThatTheIdempotentRepositoryCouldNotRecordIsReportedAndNotRunAgain() {
        submit("1");
        node.held = true;
        CompletableFuture<Outcome> outcome = run(node, "1");
        processed.broken = true;
        node.succeed();
        assertThat(outcome).isCompletedWithValue(Outcome.FAILED);
        assertThat(failures.reports()).hasSize(1);
        processed.broken = false;

        assertThat(run(node, "1")).isCompletedWithValue(Outcome.DUPLICATE);
        assertThat(node.routed).hasSize(1);
        assertThat(jobRepository.size()).isZero();
    }
}
