/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.polling;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.webhook.TestNode;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.model.ParseCompletion;
import io.docproc.camel.model.ParseJob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests when the service is polled for a job, and which completions reach the route. */
class OverdueJobPollerTest extends OverdueJobPollerFixture {
    @Test
    void aJobIsNotPolledBeforePollAfter() {
        submit("1");

        runAfter(POLL_AFTER);

        assertThat(polled).isEmpty();
    }

    @Test
    void aCompletedJobIsDispatchedOnceWithItsCorrelationId() {
        submit("1");
        responses.add(() -> job("completed"));

        runAfter(POLL_AFTER.plusMillis(1));
        runAfter(Duration.ofDays(1));

        assertThat(routed)
                .containsExactly(new TestNode.Routed(
                        new ParseCompletion("1", "completed", "https://r.example.com/1", null, Map.of()), "doc of 1"));
        assertThat(polled).containsExactly("1");
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void aFailedJobIsDispatchedAsFailed() {
        submit("1");
        responses.add(() -> new ParseJob("1", null, "failed", null, "page 3", Map.of()));

        runAfter(POLL_AFTER.plusMillis(1));

        assertThat(routed.get(0).event()).isEqualTo(new ParseCompletion("1", "failed", null, "page 3", Map.of()));
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void theDelayBetweenPollsDoublesUpToOneHour() {
        submit("1");
        clock.advance(POLL_AFTER.plusMillis(1));
        for (int poll = 0; poll < 6; poll++) {
            responses.add(() -> job("in_progress"));
        }
        List<Long> minutes = new ArrayList<>();

        for (long minute = 0; !responses.isEmpty(); minute++) {
            int before = polled.size();
            poller.run();
            if (polled.size() > before) {
                minutes.add(minute);
            }
            clock.advance(Duration.ofMinutes(1));
        }

        assertThat(minutes).containsExactly(0L, 10L, 30L, 70L, 130L, 190L);
        assertThat(routed).isEmpty();
    }

    @Test
    void aFailedRouteIsRetriedWithinSecondsAndThenLessOften() {
        submit("1");
        routeResult = CompletableFuture.completedFuture(false);
        List<Long> seconds = new ArrayList<>();
        clock.advance(POLL_AFTER.plusMillis(1));

        for (long second = 0; polled.size() < 5; second++) {
            responses.add(() -> job("completed"));
            int before = polled.size();
            poller.run();
            if (polled.size() > before) {
                seconds.add(second);
            }
            clock.advance(Duration.ofSeconds(1));
        }

        assertThat(seconds).containsExactly(0L, 5L, 15L, 35L, 75L);
        routeResult = CompletableFuture.completedFuture(true);
        runAfter(Duration.ofMinutes(2));
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void aFailedRouteShortensTheDelayOfAnHourlyPoll() {
        submit("1");
        clock.advance(POLL_AFTER.plusMillis(1));
        for (int poll = 0; poll < 10; poll++) {
            responses.add(() -> job("in_progress"));
            runAfter(Duration.ofHours(1));
        }
        responses.add(() -> job("completed"));
        responses.add(() -> job("completed"));
        routeResult = CompletableFuture.completedFuture(false);
        runAfter(Duration.ofHours(1));
        assertThat(routed).hasSize(1);

        routeResult = CompletableFuture.completedFuture(true);
        runAfter(Duration.ofSeconds(5));

        assertThat(routed).hasSize(2);
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void aPolledCompletionIsInFlightUntilItsRouteCompletes() {
        submit("1");
        routeResult = new CompletableFuture<>();
        responses.add(() -> job("completed"));

        runAfter(POLL_AFTER.plusMillis(1));
        assertThat(inFlight.count()).isEqualTo(1);
        routeResult.complete(true);

        assertThat(inFlight.count()).isZero();
    }

    @Test
    void aCompletionThatIsReportedDuringAStopIsLeftToOtherNodes() {
        submit("1");
        responses.add(() -> {
            poller.stop();
            inFlight.close();
            return job("completed");
        });

        runAfter(POLL_AFTER.plusMillis(1));

        assertThat(routed).isEmpty();
        assertThat(jobRepository.overdue(TestNode.PATH, clock.instant(), clock.instant(), 10))
                .hasSize(1);
    }

    @Test
    void aStoppedPollerSendsNoStatusRequests() {
        submit("1");
        poller.stop();

        runAfter(POLL_AFTER.plusMillis(1));

        assertThat(polled).isEmpty();
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
    void aFailedPollDoesNotAffectOtherJobs(Supplier<ParseJob> failure) {
        submit("1");
        submit("2");
        responses.add(failure);
        responses.add(() -> job("completed"));

        runAfter(POLL_AFTER.plusMillis(1));

        assertThat(routed).hasSize(1);
        assertThat(jobRepository.size()).isEqualTo(1);
        responses.add(() -> job("completed"));
        runAfter(POLL_AFTER);
        assertThat(routed).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFailingJobRepositoryIsQueriedAgain(boolean error) {
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
            public boolean reschedule(SubmittedJob job, SubmittedJob next, Instant now) {
                return jobRepository.reschedule(job, next, now);
            }
        };
        OverdueJobPoller flakyPoller = poller(flaky);
        submit("1");
        responses.add(() -> job("completed"));
        clock.advance(POLL_AFTER.plusMillis(1));

        flakyPoller.run();
        flakyPoller.run();

        assertThat(routed).hasSize(1);
    }

    @Test
    void aPollThatCannotStartLeavesTheNumberOfConcurrentPolls() {
        List<Runnable> started = new ArrayList<>();
        AtomicInteger executions = new AtomicInteger();
        OverdueJobPoller concurrent = poller(2, poll -> {
            switch (executions.incrementAndGet()) {
                case 1 -> poll.run();
                case 2 -> throw new OutOfMemoryError("unable to create native thread");
                case 3 -> started.add(poll);
                default -> {
                    started.add(poll);
                    Thread.currentThread().interrupt();
                }
            }
        });
        responses.add(() -> job("in_progress"));
        submit("1");
        submit("2");
        clock.advance(POLL_AFTER.plusMillis(1));
        concurrent.run();
        submit("3");
        clock.advance(POLL_AFTER.multipliedBy(2));

        concurrent.run();

        assertThat(Thread.interrupted()).as("while it waits for a permit").isTrue();
        assertThat(started).hasSize(2);
    }

    @Test
    void noJobIsRescheduledWhileTheRoutesOfAllAreRunning() {
        List<Map<SubmittedJob, SubmittedJob>> rescheduled = new ArrayList<>();
        MemoryJobRepository recording = new MemoryJobRepository() {
            @Override
            public List<SubmittedJob> overdue(String path, Instant waitingBefore, Instant now, int limit) {
                return List.of(new SubmittedJob("1", "doc of 1", path, waitingBefore, 0));
            }

            @Override
            public List<SubmittedJob> rescheduleAll(Map<SubmittedJob, SubmittedJob> next, Instant now) {
                rescheduled.add(next);
                return List.of();
            }
        };
        submit("1");
        routeResult = new CompletableFuture<>();
        callback("1");

        poller(recording).run();

        assertThat(rescheduled).isEmpty();
    }

    @Test
    void jobsAreRescheduledInBatchesOf100WhateverTheNumberOfPermits() {
        List<Integer> batches = new ArrayList<>();
        MemoryJobRepository recording = new MemoryJobRepository() {
            @Override
            public List<SubmittedJob> overdue(String path, Instant waitingBefore, Instant now, int limit) {
                return jobRepository.overdue(path, waitingBefore, now, limit);
            }

            @Override
            public List<SubmittedJob> rescheduleAll(Map<SubmittedJob, SubmittedJob> next, Instant now) {
                batches.add(next.size());
                return jobRepository.rescheduleAll(next, now);
            }
        };
        for (int number = 0; number < 250; number++) {
            submit(Integer.toString(number));
            responses.add(() -> job("in_progress"));
        }
        clock.advance(POLL_AFTER.plusMillis(1));

        poller(recording).run();

        assertThat(batches).containsExactly(100, 100, 50);
        assertThat(polled).hasSize(250).doesNotHaveDuplicates();
    }

    @Test
    void jobsThatAPauseLeavesUnpolledArePolledAfterItWithoutBeingRescheduledAgain() {
        submit("1");
        submit("2");
        responses.add(OverdueJobPollerTest::accountError);

        runAfter(POLL_AFTER.plusMillis(1));
        assertThat(polled).containsExactly("1");
        responses.add(() -> job("in_progress"));
        runAfter(Duration.ofMinutes(1));

        assertThat(polled).containsExactly("1", "2");
        assertThat(jobRepository.find("2").orElseThrow().pollCount()).isEqualTo(1);
    }

    private static ParseJob accountError() {
        throw ErrorCode.exceptionFor(new ServiceFailure("parseStatus", 40101, "no account", "r-1", 200));
    }

    @Test
    void aJobIsNotPolledAfterItsNextWaitBecauseAnotherNodeMayPollThen() {
        submit("1");
        submit("2");
        responses.add(() -> {
            clock.advance(POLL_AFTER.plusMillis(1));
            return job("in_progress");
        });
        responses.add(() -> job("in_progress"));
        responses.add(() -> job("in_progress"));

        runAfter(POLL_AFTER.plusMillis(1));

        assertThat(polled).hasSize(3).containsOnlyOnce("2");
    }

    @Test
    void aJobWhoseCallbackArrivesWhileItsPollIsPlannedIsNotPolled() {
        submit("1");
        submit("2");
        routeResult = new CompletableFuture<>();
        responses.add(() -> {
            callback("2");
            return job("in_progress");
        });

        runAfter(POLL_AFTER.plusMillis(1));

        assertThat(polled).containsExactly("1");
    }

    @Test
    void jobsThatAStopLeavesUnpolledAreOverdueForOtherNodes() {
        submit("1");
        submit("2");
        submit("3");
        responses.add(() -> {
            poller.stop();
            return job("in_progress");
        });

        runAfter(POLL_AFTER.plusMillis(1));

        assertThat(polled).containsExactly("1");
        assertThat(overdue()).containsExactlyInAnyOrder("2", "3");
        assertThat(jobRepository.find("3").orElseThrow().pollCount()).isZero();
    }

    @Test
    void aStopDuringAPauseLeavesItsJobsToOtherNodes() {
        submit("1");
        submit("2");
        responses.add(OverdueJobPollerTest::accountError);
        runAfter(POLL_AFTER.plusMillis(1));
        assertThat(overdue()).isEmpty();

        poller.stop();

        assertThat(overdue()).containsExactly("2");
        assertThat(jobRepository.find("2").orElseThrow().pollCount()).isZero();
    }

    private List<String> overdue() {
        Instant now = clock.instant();
        return jobRepository.overdue(TestNode.PATH, now.minus(POLL_AFTER), now, 10).stream()
                .map(SubmittedJob::jobId)
                .toList();
    }
}
