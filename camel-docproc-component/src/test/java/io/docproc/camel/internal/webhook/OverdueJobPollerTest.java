/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.ManualClock;
import io.docproc.camel.Survives;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.webhook.CompletionDispatcher.OtherNode;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.model.ParseCompletion;
import io.docproc.camel.model.ParseJob;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When the service is asked about a job, and what comes of it. */
class OverdueJobPollerTest {
    private static final String PATH = "/docproc/completions";
    private static final Duration TIMEOUT = Duration.ofMinutes(10);
    private static final Duration GIVE_UP = Duration.ofDays(7);
    private static final OverdueJobPoller.Waiting WAITING = new OverdueJobPoller.Waiting(PATH, TIMEOUT, GIVE_UP);

    private final ManualClock clock = new ManualClock();
    private final MemoryJobRepository jobRepository = new MemoryJobRepository();
    private final List<Completion> routed = new ArrayList<>();
    private final List<String> asked = new ArrayList<>();
    private final Deque<Supplier<ParseJob>> answers = new ArrayDeque<>();
    private CompletableFuture<Boolean> routeEnds = CompletableFuture.completedFuture(true);
    private final CompletionDispatcher feed = feed(completion -> {
        routed.add(completion);
        return routeEnds;
    });
    private final OverdueJobPoller overdue =
            new OverdueJobPoller(jobRepository, WAITING, this::answer, feed, Runnable::run, clock);

    /** Another node's, where it is a second one. */
    private CompletionDispatcher feed(CompletionDispatcher.Route route) {
        return new CompletionDispatcher(
                MemoryIdempotentRepository.memoryIdempotentRepository(100),
                new JobLeases(Optional.of(jobRepository), WAITING, Duration.ofMinutes(5), clock),
                OtherNode.IS_RELIED_ON,
                route,
                RecordingHandler::new,
                new CompletionCounters());
    }

    private ParseJob answer(String jobId) {
        asked.add(jobId);
        return answers.pop().get();
    }

    private void submit(String jobId) {
        jobRepository.submitted(new SubmittedJob(jobId, "doc of " + jobId, PATH, clock.instant(), 0));
    }

    private static ParseJob job(String status) {
        return new ParseJob(null, null, status, "https://r.example.com/1", null, Map.of());
    }

    private static Completion completion(String jobId) {
        return new Completion(new ParseCompletion(jobId, "completed", null, null, Map.of()), "doc of " + jobId);
    }

    private void callback(String jobId) {
        feed.offer(completion(jobId));
    }

    private void runAfter(Duration duration) {
        clock.advance(duration);
        overdue.run();
    }

    private static DocprocException unknownJob() {
        return ErrorCode.exceptionFor(new ServiceFailure("parseStatus", 40004, "no such job", "r-1", 200));
    }

    @Test
    void aJobIsNotAskedAboutBeforeItsTime() {
        submit("1");

        runAfter(TIMEOUT);

        assertThat(asked).isEmpty();
    }

    @Test
    void aCompletedJobIsFedOnceWithItsIdAndCorrelationId() {
        submit("1");
        answers.add(() -> job("completed"));

        runAfter(TIMEOUT.plusMillis(1));
        runAfter(Duration.ofDays(1));

        assertThat(routed)
                .containsExactly(new Completion(
                        new ParseCompletion("1", "completed", "https://r.example.com/1", null, Map.of()), "doc of 1"));
        assertThat(asked).containsExactly("1");
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void aFailedJobIsFedAsFailed() {
        submit("1");
        answers.add(() -> new ParseJob("1", null, "failed", null, "page 3", Map.of()));

        runAfter(TIMEOUT.plusMillis(1));

        assertThat(routed.get(0).event()).isEqualTo(new ParseCompletion("1", "failed", null, "page 3", Map.of()));
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void aJobThatIsStillRunningIsAskedAgainAfterPausesThatDoubleUpToAnHour() {
        submit("1");
        clock.advance(TIMEOUT.plusMillis(1));
        for (int question = 0; question < 6; question++) {
            answers.add(() -> job("in_progress"));
        }
        List<Long> minutes = new ArrayList<>();

        for (long minute = 0; !answers.isEmpty(); minute++) {
            int before = asked.size();
            overdue.run();
            if (asked.size() > before) {
                minutes.add(minute);
            }
            clock.advance(Duration.ofMinutes(1));
        }

        assertThat(minutes).containsExactly(0L, 10L, 30L, 70L, 130L, 190L);
        assertThat(routed).isEmpty();
    }

    @Test
    void aPollWithoutResponseIsRetriedHoweverLongItTakes() {
        submit("1");
        DocprocException unreachable = DocprocTransportException.retryable(
                ServiceFailure.local("parseStatus", 0, "connection refused"), new IOException());
        answers.add(() -> {
            throw unreachable;
        });
        answers.add(() -> {
            throw unreachable;
        });
        answers.add(() -> job("completed"));

        runAfter(TIMEOUT.plusMillis(1));
        runAfter(GIVE_UP);
        assertThat(routed).isEmpty();
        runAfter(GIVE_UP);

        assertThat(routed).hasSize(1);
    }

    @Test
    void aJobThatTheServiceDoesNotKnowIsGivenUpWhenItsCallbackHasExpired() {
        submit("1");
        answers.add(() -> {
            throw unknownJob();
        });
        answers.add(() -> {
            throw unknownJob();
        });

        runAfter(TIMEOUT.plusMillis(1));
        assertThat(routed).isEmpty();
        assertThat(jobRepository.size()).isEqualTo(1);
        runAfter(GIVE_UP);

        assertThat(routed).hasSize(1);
        assertThat(routed.get(0).event().status()).isEqualTo("failed");
        assertThat(routed.get(0).event().message()).contains("abandoned", "no such job");
        assertThat(routed.get(0).correlationId()).isEqualTo("doc of 1");
        assertThat(jobRepository.size()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pending", "in_progress"})
    void aJobThatIsStillRunningWhenItsCallbackHasExpiredIsGivenUpAsFailed(String status) {
        submit("1");
        answers.add(() -> job(status));
        answers.add(() -> job(status));

        runAfter(GIVE_UP);
        assertThat(routed).isEmpty();
        runAfter(Duration.ofHours(1));

        assertThat(routed).hasSize(1);
        assertThat(routed.get(0).event().status()).isEqualTo("failed");
        assertThat(routed.get(0).event().message()).contains("abandoned after PT168H", status);
        assertThat(routed.get(0).correlationId()).isEqualTo("doc of 1");
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void aJobWhoseRouteFailsIsPolledAgainWithinSecondsAndThenLessOften() {
        submit("1");
        routeEnds = CompletableFuture.completedFuture(false);
        List<Long> seconds = new ArrayList<>();
        clock.advance(TIMEOUT.plusMillis(1));

        for (long second = 0; asked.size() < 5; second++) {
            answers.add(() -> job("completed"));
            int before = asked.size();
            overdue.run();
            if (asked.size() > before) {
                seconds.add(second);
            }
            clock.advance(Duration.ofSeconds(1));
        }

        assertThat(seconds).containsExactly(0L, 5L, 15L, 35L, 75L);
        routeEnds = CompletableFuture.completedFuture(true);
        runAfter(Duration.ofMinutes(2));
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void aJobThatIsPolledHourlyIsPolledWithinSecondsAfterItsRouteFailed() {
        submit("1");
        clock.advance(TIMEOUT.plusMillis(1));
        for (int poll = 0; poll < 10; poll++) {
            answers.add(() -> job("in_progress"));
            runAfter(Duration.ofHours(1));
        }
        answers.add(() -> job("completed"));
        answers.add(() -> job("completed"));
        routeEnds = CompletableFuture.completedFuture(false);
        runAfter(Duration.ofHours(1));
        assertThat(routed).hasSize(1);

        routeEnds = CompletableFuture.completedFuture(true);
        runAfter(Duration.ofSeconds(5));

        assertThat(routed).hasSize(2);
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void aJobWhoseRouteIsRunningIsNotAskedAbout() {
        submit("1");
        routeEnds = new CompletableFuture<>();
        clock.advance(TIMEOUT.plusMillis(1));
        callback("1");

        runAfter(Duration.ofHours(1));

        assertThat(asked).isEmpty();
        assertThat(routed).hasSize(1);
    }

    @Survives(62)
    @Test
    void aCallbackAtAnotherNodeIsProcessedWhileThisOnePolls() {
        submit("1");
        List<Completion> routedByOther = new ArrayList<>();
        CompletionDispatcher other = feed(completion -> {
            routedByOther.add(completion);
            return CompletableFuture.completedFuture(true);
        });
        answers.add(() -> {
            assertThat(other.offer(completion("1"))).isCompletedWithValue(true);
            assertThat(routedByOther).hasSize(1);
            return job("in_progress");
        });

        runAfter(TIMEOUT.plusMillis(1));

        assertThat(asked).hasSize(1);
        assertThat(routed).isEmpty();
        assertThat(jobRepository.size()).isZero();
    }

    @Survives(62)
    @Test
    void aCallbackThatAnotherNodeAcknowledgedIsNotLostWhenTheRouteOfThisOneFails() {
        submit("1");
        routeEnds = new CompletableFuture<>();
        answers.add(() -> job("completed"));
        answers.add(() -> job("completed"));
        clock.advance(TIMEOUT.plusMillis(1));
        overdue.run();
        CompletionDispatcher other = feed(completion -> {
            throw new AssertionError("the route runs elsewhere");
        });
        assertThat(other.offer(completion("1"))).as("acknowledged").isCompletedWithValue(true);

        routeEnds.complete(false);
        routeEnds = CompletableFuture.completedFuture(true);
        runAfter(Duration.ofSeconds(5));

        assertThat(routed).hasSize(2);
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void onlyOneOfTwoNodesPollsForAJob() {
        submit("1");
        answers.add(() -> {
            OverdueJobPoller other =
                    new OverdueJobPoller(jobRepository, WAITING, this::answer, feed, Runnable::run, clock);
            other.run();
            return job("in_progress");
        });

        runAfter(TIMEOUT.plusMillis(1));

        assertThat(asked).containsExactly("1");
    }

    @Test
    void aCallbackThatComesDuringTheQuestionKeepsItsLeaseThoughTheAnswerIsStale() {
        submit("1");
        routeEnds = new CompletableFuture<>();
        answers.add(() -> {
            callback("1");
            return job("in_progress");
        });

        runAfter(TIMEOUT.plusMillis(1));

        assertThat(new JobLeases(Optional.of(jobRepository), WAITING, Duration.ofMinutes(5), clock).lease("1"))
                .isEqualTo(JobRepository.LeaseResult.HELD_BY_OTHER);
        routeEnds.complete(true);
        assertThat(routed).hasSize(1);
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void aCallbackThatComesDuringTheQuestionAndTheAnswerRunTheRouteOnce() {
        submit("1");
        answers.add(() -> {
            callback("1");
            return job("completed");
        });

        runAfter(TIMEOUT.plusMillis(1));

        assertThat(routed).hasSize(1);
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void aJobThatAnotherNodeHasLeasedIsNotAskedAbout() {
        submit("1");
        clock.advance(TIMEOUT.plusMillis(1));
        new JobLeases(Optional.of(jobRepository), WAITING, Duration.ofMinutes(5), clock).lease("1");

        overdue.run();
        assertThat(asked).isEmpty();
        answers.add(() -> job("completed"));
        runAfter(Duration.ofMinutes(5).plusMillis(1));

        assertThat(routed).hasSize(1);
    }

    static List<Supplier<ParseJob>> failures() {
        return List.of(
                () -> {
                    throw new IllegalStateException("a store that fails");
                },
                () -> {
                    throw new OutOfMemoryError("unable to create native thread");
                });
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aFailureOfOneQuestionDoesNotKeepTheOthersFromBeingAsked(Supplier<ParseJob> failure) {
        submit("1");
        submit("2");
        answers.add(failure);
        answers.add(() -> job("completed"));

        runAfter(TIMEOUT.plusMillis(1));

        assertThat(routed).hasSize(1);
        assertThat(jobRepository.size()).isEqualTo(1);
        answers.add(() -> job("completed"));
        runAfter(TIMEOUT);
        assertThat(routed).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void jobsThatCannotBeLookedUpAreLookedUpLater(boolean error) {
        AtomicBoolean broken = new AtomicBoolean(true);
        MemoryJobRepository flaky = new MemoryJobRepository() {
            @Override
            public List<SubmittedJob> overdue(String path, Instant waitingBefore, Instant now, int limit) {
                if (broken.getAndSet(false)) {
                    if (error) {
                        throw new OutOfMemoryError("unable to create native thread");
                    }
                    throw new IllegalStateException("the database is gone");
                }
                return jobRepository.overdue(path, waitingBefore, now, limit);
            }

            @Override
            public boolean reschedule(SubmittedJob job, Instant now, Instant waitingSince) {
                return jobRepository.reschedule(job, now, waitingSince);
            }
        };
        OverdueJobPoller schedule = new OverdueJobPoller(flaky, WAITING, this::answer, feed, Runnable::run, clock);
        submit("1");
        answers.add(() -> job("completed"));
        clock.advance(TIMEOUT.plusMillis(1));

        schedule.run();
        schedule.run();

        assertThat(routed).hasSize(1);
    }

    @Test
    void nothingIsAskedOnceItIsStopped() {
        submit("1");
        overdue.stop();

        runAfter(TIMEOUT.plusMillis(1));

        assertThat(asked).isEmpty();
    }
}
