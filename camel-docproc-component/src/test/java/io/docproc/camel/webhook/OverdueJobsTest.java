/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.ManualClock;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.job.JobLog;
import io.docproc.camel.job.MemoryJobLog;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.model.ParseCompletion;
import io.docproc.camel.model.ParseJob;
import io.docproc.camel.webhook.CompletionFeed.OtherNode;
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
class OverdueJobsTest {
    private static final String PATH = "/docproc/completions";
    private static final Duration TIMEOUT = Duration.ofMinutes(10);
    private static final Duration GIVE_UP = Duration.ofDays(7);

    private final ManualClock clock = new ManualClock();
    private final MemoryJobLog jobLog = new MemoryJobLog();
    private final Claims claims = new Claims(Optional.of(jobLog), PATH, Duration.ofMinutes(5), clock);
    private final List<Completion> routed = new ArrayList<>();
    private final List<String> asked = new ArrayList<>();
    private final Deque<Supplier<ParseJob>> answers = new ArrayDeque<>();
    private CompletableFuture<Boolean> routeEnds = CompletableFuture.completedFuture(true);
    private final CompletionFeed feed = new CompletionFeed(
            MemoryIdempotentRepository.memoryIdempotentRepository(100),
            claims,
            OtherNode.IS_RELIED_ON,
            completion -> {
                routed.add(completion);
                return routeEnds;
            },
            RecordingHandler::new,
            new ReceptionCounts());
    private final OverdueJobs overdue =
            new OverdueJobs(jobLog, claims, new OverdueJobs.Waiting(PATH, TIMEOUT, GIVE_UP), this::answer, feed, clock);

    private ParseJob answer(String jobId) {
        asked.add(jobId);
        return answers.pop().get();
    }

    private void submit(String jobId) {
        jobLog.submitted(new SubmittedJob(jobId, "doc of " + jobId, PATH, clock.instant(), 0));
    }

    private static ParseJob job(String status) {
        return new ParseJob(null, null, status, "https://r.example.com/1", null, Map.of());
    }

    private void callback(String jobId) {
        feed.offer(new Completion(new ParseCompletion(jobId, "completed", null, null, Map.of()), "doc of " + jobId));
    }

    private void runAfter(Duration duration) {
        clock.advance(duration);
        overdue.run();
    }

    private static DocprocException unknownJob() {
        return ErrorCode.PARAMETER_ERROR.refusal("parseStatus", "no such job");
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
        assertThat(jobLog.size()).isZero();
    }

    @Test
    void aFailedJobIsFedAsFailed() {
        submit("1");
        answers.add(() -> new ParseJob("1", null, "failed", null, "page 3", Map.of()));

        runAfter(TIMEOUT.plusMillis(1));

        assertThat(routed.get(0).event()).isEqualTo(new ParseCompletion("1", "failed", null, "page 3", Map.of()));
        assertThat(jobLog.size()).isZero();
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
    void aQuestionWithoutAnswerIsAskedAgainHoweverLongItTakes() {
        submit("1");
        DocprocException unreachable = DocprocTransportException.repeatable(
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
        assertThat(jobLog.size()).isEqualTo(1);
        runAfter(GIVE_UP);

        assertThat(routed).hasSize(1);
        assertThat(routed.get(0).event().status()).isEqualTo("failed");
        assertThat(routed.get(0).event().message()).contains("given up", "no such job");
        assertThat(routed.get(0).correlationId()).isEqualTo("doc of 1");
        assertThat(jobLog.size()).isZero();
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
        assertThat(routed.get(0).event().message()).contains("given up after PT168H", status);
        assertThat(routed.get(0).correlationId()).isEqualTo("doc of 1");
        assertThat(jobLog.size()).isZero();
    }

    @Test
    void aJobWhoseRouteFailedIsAskedAboutAgainAfterAPause() {
        submit("1");
        answers.add(() -> job("completed"));
        answers.add(() -> job("completed"));
        routeEnds = CompletableFuture.completedFuture(false);

        runAfter(TIMEOUT.plusMillis(1));
        runAfter(TIMEOUT.minusMillis(1));
        assertThat(asked).hasSize(1);
        routeEnds = CompletableFuture.completedFuture(true);
        runAfter(Duration.ofMillis(1));

        assertThat(routed).hasSize(2);
        assertThat(jobLog.size()).isZero();
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

    @Test
    void aCallbackThatComesDuringTheQuestionKeepsItsClaimThoughTheAnswerIsStale() {
        submit("1");
        routeEnds = new CompletableFuture<>();
        answers.add(() -> {
            callback("1");
            return job("in_progress");
        });

        runAfter(TIMEOUT.plusMillis(1));

        assertThat(new Claims(Optional.of(jobLog), PATH, Duration.ofMinutes(5), clock).claim("1"))
                .isEqualTo(JobLog.Claim.BUSY);
        routeEnds.complete(true);
        assertThat(routed).hasSize(1);
        assertThat(jobLog.size()).isZero();
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
        assertThat(jobLog.size()).isZero();
    }

    @Test
    void aJobThatAnotherNodeHasClaimedIsNotAskedAbout() {
        submit("1");
        clock.advance(TIMEOUT.plusMillis(1));
        new Claims(Optional.of(jobLog), PATH, Duration.ofMinutes(5), clock).claim("1");

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
        assertThat(jobLog.size()).isEqualTo(1);
        answers.add(() -> job("completed"));
        runAfter(TIMEOUT);
        assertThat(routed).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void jobsThatCannotBeLookedUpAreLookedUpLater(boolean error) {
        AtomicBoolean broken = new AtomicBoolean(true);
        MemoryJobLog flaky = new MemoryJobLog() {
            @Override
            public List<SubmittedJob> overdue(String path, Instant submittedBefore, Instant now, int most) {
                if (broken.getAndSet(false)) {
                    if (error) {
                        throw new OutOfMemoryError("unable to create native thread");
                    }
                    throw new IllegalStateException("the database is gone");
                }
                return jobLog.overdue(path, submittedBefore, now, most);
            }
        };
        OverdueJobs schedule = new OverdueJobs(
                flaky, claims, new OverdueJobs.Waiting(PATH, TIMEOUT, GIVE_UP), this::answer, feed, clock);
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
