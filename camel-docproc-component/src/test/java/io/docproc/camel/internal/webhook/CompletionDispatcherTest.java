/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.internal.observe.CompletionCounts;
import io.docproc.camel.job.JobRepository;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Tests that the result of a route decides whether its job is completed or redelivered. */
class CompletionDispatcherTest extends CompletionDispatcherFixture {
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
        CompletionDispatcher dispatcher = new CompletionDispatcher(
                settings().build(), node.leases, route, new CompletionCounts(), RecordingExceptionHandler::new);

        assertThat(dispatcher.offer(completion("1"))).isCompletedWithValue(false);
        assertThat(dispatcher.offer(completion("unknown"))).isCompletedWithValue(false);
        assertThat(dispatcher.offer(completion("unknown"))).isCompletedWithValue(false);
        assertThat(dispatcher.offer(completion("unknown"))).isCompletedWithValue(true);
        assertThat(new Node(settings().withoutPolling()).leases.lease("1"))
                .isEqualTo(JobRepository.LeaseResult.ACQUIRED);
    }
}
