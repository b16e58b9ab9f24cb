/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.internal.observe.CompletionCounts;
import io.docproc.camel.internal.observe.CompletionCounts.Outcome;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.model.ParseCompletion;
import io.docproc.camel.testkit.ManualClock;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.camel.spi.ExceptionHandler;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the outcome counts of completions, and the reports of failures outside of the route. */
class CompletionOutcomeTest {
    private final ManualClock clock = new ManualClock();
    private final RecordingExceptionHandler failures = new RecordingExceptionHandler();
    private final CompletionCounts counts = new CompletionCounts();
    private final MemoryIdempotentRepository processed = new MemoryIdempotentRepository();
    private final CompletableFuture<Boolean> routeResult = new CompletableFuture<>();

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
        processed.setCacheSize(100);
        processed.start();
    }

    private CompletionDispatcher dispatcher(JobRepository jobRepository) {
        return dispatcher(jobRepository, () -> failures);
    }

    private CompletionDispatcher dispatcher(JobRepository jobRepository, Supplier<ExceptionHandler> handler) {
        WebhookSettings settings = new TestSettings()
                .jobRepository(jobRepository)
                .processed(processed)
                .build();
        return new CompletionDispatcher(
                settings, new JobLeases(settings, clock), completion -> routeResult, counts, handler);
    }

    private static Completion completion(String jobId) {
        return new Completion(new ParseCompletion(jobId, "completed", null, null, Map.of()), "a.pdf");
    }

    private void assertCounted(Map<Outcome, Long> expected) {
        assertThat(Arrays.stream(Outcome.values())
                        .filter(outcome -> counts.count(outcome) > 0)
                        .collect(Collectors.toMap(outcome -> outcome, counts::count)))
                .isEqualTo(expected);
    }

    @Test
    void redeliveriesOfACompletionCountAsDuplicates() {
        CompletionDispatcher dispatcher = dispatcher(new MemoryJobRepository());

        dispatcher.offer(completion("1"));
        dispatcher.offer(completion("1"));
        assertCounted(Map.of(Outcome.DUPLICATE, 1L));
        routeResult.complete(true);
        dispatcher.offer(completion("1"));

        assertCounted(Map.of(Outcome.DUPLICATE, 2L, Outcome.PROCESSED, 1L));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRouteThatFailsCountsAsFailed(boolean exceptionally) {
        dispatcher(new MemoryJobRepository()).offer(completion("1"));

        if (exceptionally) {
            routeResult.completeExceptionally(new IllegalStateException());
        } else {
            routeResult.complete(false);
        }

        assertCounted(Map.of(Outcome.FAILED, 1L));
        assertThat(failures.reports())
                .as("the route's error handler reports them")
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"true,succeeded", "false,failed"})
    void aResultThatCannotBeRecordedIsReported(boolean success, String result) {
        CompletableFuture<Boolean> accepted =
                dispatcher(new BrokenJobRepository()).offer(completion("1"));

        routeResult.complete(success);

        assertThat(accepted).isCompletedWithValue(false);
        assertThat(failures.reports())
                .containsExactly("The route " + result + " for parse job 1, but a repository failed to record this;"
                        + " the completion may be delivered again: the database is gone");
        assertCounted(Map.of(Outcome.FAILED, 1L));
    }

    @Test
    void aFailingExceptionHandlerDoesNotBlockTheResponse() {
        CompletionDispatcher dispatcher = dispatcher(new BrokenJobRepository(), () -> {
            throw new IllegalStateException("no handler");
        });
        CompletableFuture<Boolean> accepted = dispatcher.offer(completion("1"));

        routeResult.complete(true);

        assertThat(accepted).isCompletedWithValue(false);
    }

    @Test
    void aJobIsInFlightUntilItsRouteCompletes() {
        CompletionDispatcher dispatcher = dispatcher(new MemoryJobRepository());
        dispatcher.offer(completion("1"));
        dispatcher.offer(completion("2"));

        assertThat(dispatcher.isInFlight("1")).isTrue();
        assertThat(dispatcher.isInFlight("2")).isTrue();
        assertThat(dispatcher.isInFlight("3")).isFalse();
        routeResult.complete(true);

        assertThat(dispatcher.isInFlight("1")).isFalse();
        assertThat(dispatcher.isInFlight("2")).isFalse();
    }

    @Test
    void aFailingRepositoryLeavesNothingInFlight() {
        CompletionDispatcher dispatcher = dispatcher(new MemoryJobRepository() {
            @Override
            public LeaseResult lease(String jobId, String owner, Instant now, Instant until) {
                throw new IllegalStateException("the database is gone");
            }
        });

        assertThatThrownBy(() -> dispatcher.offer(completion("1"))).hasMessage("the database is gone");

        assertThat(dispatcher.isInFlight("1")).isFalse();
        dispatcher.extendLeases();
        assertCounted(Map.of());
    }
}
