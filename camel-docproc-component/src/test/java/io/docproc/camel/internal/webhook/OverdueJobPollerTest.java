/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.ManualClock;
import io.docproc.camel.Survives;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.dispatch.InFlightTracker;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests when the service is polled for a job, and which completions reach the route. */
class OverdueJobPollerTest {
    private static final Duration POLL_AFTER = TestSettings.POLL_AFTER;
    private static final Duration CALLBACK_TTL = TestSettings.TIME_TO_LIVE;

    private final ManualClock clock = new ManualClock();
    private final MemoryJobRepository jobRepository = new MemoryJobRepository();
    private final List<Completion> routed = new ArrayList<>();
    private final List<String> polled = new ArrayList<>();
    private final Deque<Supplier<ParseJob>> responses = new ArrayDeque<>();
    private CompletableFuture<Boolean> routeResult = CompletableFuture.completedFuture(true);
    private final InFlightTracker inFlight = new InFlightTracker();
    private final CompletionDispatcher dispatcher = node(completion -> {
        routed.add(completion);
        return routeResult;
    });
    private final OverdueJobPoller poller = poller(jobRepository);

    private WebhookSettings settings(JobRepository repository) {
        return new TestSettings().jobRepository(repository).build();
    }

    private OverdueJobPoller poller(JobRepository repository) {
        return new OverdueJobPoller(settings(repository), this::respond, dispatcher, inFlight, Runnable::run, clock);
    }

    /** Returns the dispatcher of a node with its own leases and idempotent repository. */
    private CompletionDispatcher node(Function<Completion, CompletableFuture<Boolean>> route) {
        WebhookSettings settings = settings(jobRepository);
        return new CompletionDispatcher(
                settings, new JobLeases(settings, clock), route, RecordingExceptionHandler::new);
    }

    private ParseJob respond(String jobId) {
        polled.add(jobId);
        return responses.pop().get();
    }

    private void submit(String jobId) {
        jobRepository.submitted(new SubmittedJob(jobId, "doc of " + jobId, TestSettings.PATH, clock.instant(), 0));
    }

    private static ParseJob job(String status) {
        return new ParseJob(null, null, status, "https://r.example.com/1", null, Map.of());
    }

    private static Completion completion(String jobId) {
        return new Completion(new ParseCompletion(jobId, "completed", null, null, Map.of()), "doc of " + jobId);
    }

    private void callback(String jobId) {
        dispatcher.offer(completion(jobId));
    }

    private void runAfter(Duration duration) {
        clock.advance(duration);
        poller.run();
    }

    private static DocprocException unknownJob() {
        return ErrorCode.exceptionFor(new ServiceFailure("parseStatus", 40004, "no such job", "r-1", 200));
    }

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
                .containsExactly(new Completion(
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
    void aPollWithoutResponseIsRetriedWithoutLimit() {
        submit("1");
        DocprocException unreachable = DocprocTransportException.withRetry(
                ServiceFailure.local("parseStatus", 0, "connection refused"), new IOException());
        responses.add(() -> {
            throw unreachable;
        });
        responses.add(() -> {
            throw unreachable;
        });
        responses.add(() -> job("completed"));

        runAfter(POLL_AFTER.plusMillis(1));
        runAfter(CALLBACK_TTL);
        assertThat(routed).isEmpty();
        runAfter(CALLBACK_TTL);

        assertThat(routed).hasSize(1);
    }

    @Test
    void anUnknownJobIsAbandonedAfterCallbackTtl() {
        submit("1");
        responses.add(() -> {
            throw unknownJob();
        });
        responses.add(() -> {
            throw unknownJob();
        });

        runAfter(POLL_AFTER.plusMillis(1));
        assertThat(routed).isEmpty();
        assertThat(jobRepository.size()).isEqualTo(1);
        runAfter(CALLBACK_TTL);

        assertThat(routed).hasSize(1);
        assertThat(routed.get(0).event().status()).isEqualTo("failed");
        assertThat(routed.get(0).event().message()).contains("abandoned", "no such job");
        assertThat(routed.get(0).correlationId()).isEqualTo("doc of 1");
        assertThat(jobRepository.size()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pending", "in_progress"})
    void aRunningJobIsAbandonedAfterCallbackTtl(String status) {
        submit("1");
        responses.add(() -> job(status));
        responses.add(() -> job(status));

        runAfter(CALLBACK_TTL);
        assertThat(routed).isEmpty();
        runAfter(Duration.ofHours(1));

        assertThat(routed).hasSize(1);
        assertThat(routed.get(0).event().status()).isEqualTo("failed");
        assertThat(routed.get(0).event().message())
                .contains("abandoned without completion after callbackTtl, 604800000 ms", status);
        assertThat(routed.get(0).correlationId()).isEqualTo("doc of 1");
        assertThat(jobRepository.size()).isZero();
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
    void aJobWhoseRouteIsRunningIsNotPolled() {
        submit("1");
        routeResult = new CompletableFuture<>();
        clock.advance(POLL_AFTER.plusMillis(1));
        callback("1");

        runAfter(Duration.ofHours(1));

        assertThat(polled).isEmpty();
        assertThat(routed).hasSize(1);
    }

    @Survives(62)
    @Test
    void aCallbackAtAnotherNodeIsProcessedWhileThisOnePolls() {
        submit("1");
        List<Completion> routedByOther = new ArrayList<>();
        CompletionDispatcher other = node(completion -> {
            routedByOther.add(completion);
            return CompletableFuture.completedFuture(true);
        });
        responses.add(() -> {
            assertThat(other.offer(completion("1"))).isCompletedWithValue(true);
            assertThat(routedByOther).hasSize(1);
            return job("in_progress");
        });

        runAfter(POLL_AFTER.plusMillis(1));

        assertThat(polled).hasSize(1);
        assertThat(routed).isEmpty();
        assertThat(jobRepository.size()).isZero();
    }

    @Survives(62)
    @Test
    void aCallbackThatAnotherNodeAcknowledgedIsNotLost() {
        submit("1");
        routeResult = new CompletableFuture<>();
        responses.add(() -> job("completed"));
        responses.add(() -> job("completed"));
        clock.advance(POLL_AFTER.plusMillis(1));
        poller.run();
        CompletionDispatcher other = node(completion -> {
            throw new AssertionError("the route runs on the first node");
        });
        assertThat(other.offer(completion("1"))).as("acknowledged").isCompletedWithValue(true);

        routeResult.complete(false);
        routeResult = CompletableFuture.completedFuture(true);
        runAfter(Duration.ofSeconds(5));

        assertThat(routed).hasSize(2);
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void onlyOneOfTwoNodesPollsForAJob() {
        submit("1");
        responses.add(() -> {
            poller(jobRepository).run();
            return job("in_progress");
        });

        runAfter(POLL_AFTER.plusMillis(1));

        assertThat(polled).containsExactly("1");
    }

    @Test
    void aCallbackDuringAPollKeepsItsLease() {
        submit("1");
        routeResult = new CompletableFuture<>();
        responses.add(() -> {
            callback("1");
            return job("in_progress");
        });

        runAfter(POLL_AFTER.plusMillis(1));

        assertThat(new JobLeases(settings(jobRepository), clock).lease("1"))
                .isEqualTo(JobRepository.LeaseResult.HELD_BY_OTHER);
        routeResult.complete(true);
        assertThat(routed).hasSize(1);
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void aCallbackDuringAPollRunsTheRouteOnce() {
        submit("1");
        responses.add(() -> {
            callback("1");
            return job("completed");
        });

        runAfter(POLL_AFTER.plusMillis(1));

        assertThat(routed).hasSize(1);
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void aJobThatAnotherNodeHasLeasedIsNotPolled() {
        submit("1");
        clock.advance(POLL_AFTER.plusMillis(1));
        new JobLeases(settings(jobRepository), clock).lease("1");

        poller.run();
        assertThat(polled).isEmpty();
        responses.add(() -> job("completed"));
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
            public boolean reschedule(SubmittedJob job, Instant now, Instant waitingSince) {
                return jobRepository.reschedule(job, now, waitingSince);
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
    void aCompletionThatIsReportedDuringAStopIsLeftToOtherNodes() {
        submit("1");
        responses.add(() -> {
            poller.stop();
            inFlight.close();
            return job("completed");
        });

        runAfter(POLL_AFTER.plusMillis(1));

        assertThat(routed).isEmpty();
        assertThat(jobRepository.overdue(TestSettings.PATH, clock.instant(), clock.instant(), 10))
                .hasSize(1);
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
    void aStoppedPollerSendsNoStatusRequests() {
        submit("1");
        poller.stop();

        runAfter(POLL_AFTER.plusMillis(1));

        assertThat(polled).isEmpty();
    }
}
