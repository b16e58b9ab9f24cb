/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.internal.observe.CompletionCounts;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.model.ParseCompletion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** Tests that the route runs once for each completion, also if a completion arrives twice or early. */
class DuplicateCompletionTest extends CompletionDispatcherFixture {
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
                    new CompletionCounts(),
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
}
