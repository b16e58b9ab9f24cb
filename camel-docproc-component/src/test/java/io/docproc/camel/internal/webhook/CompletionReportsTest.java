/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.ManualClock;
import io.docproc.camel.internal.webhook.CompletionCounters.End;
import io.docproc.camel.internal.webhook.CompletionDispatcher.OtherNode;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.model.ParseCompletion;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an operator learns about the completions that have come, and which of them their jobs belong to. */
class CompletionReportsTest {
    private static final String PATH = "/docproc/completions";
    private static final Duration LEASE = Duration.ofMinutes(5);

    private final ManualClock clock = new ManualClock();
    private final RecordingHandler failures = new RecordingHandler();
    private final CompletionCounters counts = new CompletionCounters();
    private final MemoryIdempotentRepository done = new MemoryIdempotentRepository();
    private final CompletableFuture<Boolean> routeEnds = new CompletableFuture<>();

    private static final class BrokenJobRepository extends MemoryJobRepository {
        @Override
        public void completed(String jobId, Instant keepUntil) {
            throw new IllegalStateException("the database is gone");
        }

        @Override
        public void failed(String jobId, String owner, Instant waitingSince) {
            throw new IllegalStateException("the database is gone");
        }
    }

    @BeforeEach
    void startRepository() {
        done.setCacheSize(100);
        done.start();
    }

    private JobLeases leases(JobRepository log) {
        return new JobLeases(Optional.of(log), PATH, LEASE, clock);
    }

    private CompletionDispatcher feed(JobRepository log) {
        return new CompletionDispatcher(
                done, leases(log), OtherNode.IS_RELIED_ON, completion -> routeEnds, () -> failures, counts);
    }

    private static Completion completion(String jobId) {
        return new Completion(new ParseCompletion(jobId, "completed", null, null, Map.of()), "a.pdf");
    }

    private void assertCounted(Map<End, Long> expected) {
        assertThat(Arrays.stream(End.values())
                        .filter(end -> counts.count(end) > 0)
                        .collect(Collectors.toMap(end -> end, counts::count)))
                .isEqualTo(expected);
    }

    @Test
    void aCompletionCountsOnceAsProcessedAndItsRepetitionsAsDuplicates() {
        CompletionDispatcher feed = feed(new MemoryJobRepository());

        feed.offer(completion("1"));
        feed.offer(completion("1"));
        assertCounted(Map.of(End.DUPLICATE, 1L));
        routeEnds.complete(true);
        feed.offer(completion("1"));

        assertCounted(Map.of(End.DUPLICATE, 2L, End.PROCESSED, 1L));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRouteThatFailsCountsAsFailed(boolean exceptionally) {
        feed(new MemoryJobRepository()).offer(completion("1"));

        if (exceptionally) {
            routeEnds.completeExceptionally(new IllegalStateException());
        } else {
            routeEnds.complete(false);
        }

        assertCounted(Map.of(End.FAILED, 1L));
        assertThat(failures.reports()).as("the route has told it itself").isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"true,succeeded", "false,failed"})
    void anEndThatCannotBeRecordedIsReportedAndCountsAsFailed(boolean success, String end) {
        CompletableFuture<Boolean> answer = feed(new BrokenJobRepository()).offer(completion("1"));

        routeEnds.complete(success);

        assertThat(answer).isCompletedWithValue(false);
        assertThat(failures.reports())
                .containsExactly("That the route " + end + " for parse job 1 cannot be recorded: the database is gone");
        assertCounted(Map.of(End.FAILED, 1L));
    }

    @Test
    void whoeverReportsMayFailAsWellAndTheSenderStillGetsAnAnswer() {
        CompletionDispatcher feed = new CompletionDispatcher(
                done,
                leases(new BrokenJobRepository()),
                OtherNode.IS_RELIED_ON,
                completion -> routeEnds,
                () -> {
                    throw new IllegalStateException("no handler");
                },
                counts);
        CompletableFuture<Boolean> answer = feed.offer(completion("1"));

        routeEnds.complete(true);

        assertThat(answer).isCompletedWithValue(false);
    }

    @Test
    void whatIsBeingProcessedIsCountedByJobUntilItsRouteEnds() {
        CompletionDispatcher feed = feed(new MemoryJobRepository());
        feed.offer(completion("1"));
        feed.offer(completion("2"));

        assertThat(feed.runningCount()).isEqualTo(2);
        assertThat(feed.isRunning("1")).isTrue();
        assertThat(feed.isRunning("3")).isFalse();
        routeEnds.complete(true);

        assertThat(feed.runningCount()).isZero();
        assertThat(feed.isRunning("1")).isFalse();
    }

    @Test
    void aStoreThatFailsLeavesNothingThatSeemsToBeRunning() {
        CompletionDispatcher feed = feed(new MemoryJobRepository() {
            @Override
            public LeaseResult lease(String jobId, String owner, Instant now, Instant until) {
                throw new IllegalStateException("the database is gone");
            }
        });

        assertThatThrownBy(() -> feed.offer(completion("1"))).hasMessage("the database is gone");

        assertThat(feed.isRunning("1")).isFalse();
        feed.extendLeases();
        assertCounted(Map.of());
    }

    @ParameterizedTest
    @CsvSource({"job-1,a.pdf,true", "job-1,b.pdf,false", "job-1,'',false", "job-2,b.pdf,true"})
    void aCompletionIsForTheDocumentThatItsJobWasSubmittedWith(String jobId, String correlationId, boolean its) {
        MemoryJobRepository log = new MemoryJobRepository();
        log.submitted(new SubmittedJob("job-1", "a.pdf", PATH, clock.instant(), 0));
        Completion completion =
                new Completion(new ParseCompletion(jobId, "completed", null, null, Map.of()), correlationId);

        assertThat(leases(log).isForItsDocument(completion)).isEqualTo(its);
        assertThat(new JobLeases(Optional.empty(), PATH, LEASE, clock).isForItsDocument(completion))
                .isTrue();
    }
}
