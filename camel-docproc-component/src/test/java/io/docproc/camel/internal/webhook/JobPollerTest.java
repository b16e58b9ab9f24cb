/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.webhook.CompletionCounts.Outcome;
import io.docproc.camel.job.JobRepository.LeaseResult;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.model.ParseCompletion;
import io.docproc.camel.model.ParseJob;
import io.docproc.camel.testkit.Matrix;
import io.docproc.camel.testkit.Survives;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests polls for overdue jobs: when they are made, what they deliver, failures, pauses, backlogs and stops. */
class JobPollerTest extends CompletionFixture {
    private static final int BACKLOG = Matrix.isFull() ? 100_000 : 2_000;

    private final List<String> polled = new CopyOnWriteArrayList<>();
    private final CompletionCounts counts = new CompletionCounts();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final JobPoller poller = poller(jobId -> job("completed"));

    /** Answers the status requests. */
    @FunctionalInterface
    private interface Service {
        ParseJob status(String jobId) throws InterruptedException;
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    private JobPoller poller(Service service) {
        return poller(node, service, Runnable::run, clock);
    }

    private JobPoller poller(Node of, Service service, Executor executor, Clock time) {
        JobPoller.JobStatus recorded = new JobPoller.JobStatus() {
            @Override
            public ParseJob request(String jobId) throws InterruptedException {
                polled.add(jobId);
                return service.status(jobId);
            }

            @Override
            public double requestsPerSecond() {
                return 0;
            }

            @Override
            public void abort() {
                // The interrupt ends the requests of the tests.
            }
        };
        return new JobPoller(of.settings, jobRepository, recorded, of.runner, counts, executor, time);
    }

    private static ParseJob job(String status) {
        return new ParseJob(null, null, status, "https://r.example.com/1", null, Map.of());
    }

    private static DocprocException failure(int code) {
        return ErrorCode.exceptionFor(new ServiceFailure("parseStatus", code, "no such job", "r-1", 200));
    }

    private void pollAfter(JobPoller at, Duration duration) {
        clock.advance(duration);
        at.poll();
    }

    private String message() {
        return node.routed.get(0).getMessage().getHeader("CamelDocprocMessage", String.class);
    }

    private List<SubmittedJob> due() {
        return jobRepository.overdue(PATH, clock.instant().minus(POLL_AFTER), clock.instant(), 2_000);
    }

    @Test
    void aJobIsPolledAfterPollAfterAndItsCompletionDeliveredOnce() {
        submit("1");

        pollAfter(poller, POLL_AFTER);
        assertThat(polled).isEmpty();
        pollAfter(poller, Duration.ofMillis(1));
        pollAfter(poller, Duration.ofDays(1));

        assertThat(polled).containsExactly("1");
        assertThat(node.routed).singleElement().satisfies(exchange -> {
            assertThat(exchange.getMessage().getBody(ParseCompletion.class).jobId())
                    .isEqualTo("1");
            assertThat(exchange.getMessage().getHeader("CamelDocprocCorrelationId"))
                    .isEqualTo("doc of 1");
        });
        assertThat(counts.count(Outcome.PROCESSED)).isEqualTo(1);
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void theDelayBetweenPollsDoublesUpToAnHour() {
        submit("1");
        JobPoller running = poller(jobId -> job("in_progress"));
        List<Integer> minutes = new ArrayList<>();

        clock.advance(Duration.ofMillis(1));
        for (int minute = 0; minute < 300; minute++) {
            int before = polled.size();
            running.poll();
            if (polled.size() > before) {
                minutes.add(minute);
            }
            clock.advance(Duration.ofMinutes(1));
        }

        assertThat(minutes).containsExactly(10, 20, 40, 80, 140, 200, 260);
    }

    @Test
    void aFailedRouteIsRunAgainWithinSecondsAndThenLessOften() {
        submit("1");
        node.held = true;
        pollAfter(poller, POLL_AFTER.plusMillis(1));
        node.fail();

        pollAfter(poller, Duration.ofSeconds(5));
        node.fail();
        pollAfter(poller, Duration.ofSeconds(5));
        assertThat(node.routed).hasSize(2);
        pollAfter(poller, Duration.ofSeconds(5));
        node.succeed();

        assertThat(node.routed).hasSize(3);
        assertThat(counts.count(Outcome.FAILED)).isEqualTo(2);
        assertThat(jobRepository.size()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pending", "in_progress", "40004", "404", "40422"})
    void aJobThatRunsOrIsRejectedIsAbandonedAfterCallbackTtl(String statusOrCode) {
        submit("1");
        boolean rejected = Character.isDigit(statusOrCode.charAt(0));
        JobPoller poller = poller(jobId -> {
            if (rejected) {
                throw failure(Integer.parseInt(statusOrCode));
            }
            return job(statusOrCode);
        });
        pollAfter(poller, CALLBACK_TTL);
        assertThat(node.routed).isEmpty();

        pollAfter(poller, Duration.ofHours(1));
        assertThat(node.statuses()).containsExactly("failed");
        assertThat(message())
                .contains(
                        rejected ? "abandoned" : "abandoned without completion after callbackTtl, 604800000 ms",
                        rejected ? "no such job" : statusOrCode);
        assertThat(jobRepository.size()).isZero();
    }

    static List<Supplier<DocprocException>> failuresNotAboutTheJob() {
        return Stream.of(40306, 40102, 40101, 40103, 40003, 40007, 40008, 40400, 500, 30203, 50011, 12345, 400)
                .<Supplier<DocprocException>>map(
                        code -> () -> ErrorCode.exceptionFor(new ServiceFailure("parseStatus", code, "no", "r-1", 200)))
                .collect(Collectors.collectingAndThen(Collectors.toList(), failures -> {
                    failures.add(() -> new DocprocInvalidResponseException(
                            new ServiceFailure("parseStatus", 0, "no JSON", "", 200), "<html>", null));
                    failures.add(() -> ErrorCode.exceptionFor(new ServiceFailure("parseStatus", 0, "", "", 503)));
                    failures.add(() -> DocprocTransportException.withRetry(
                            ServiceFailure.local("parseStatus", 0, "connection refused"), new IOException()));
                    return failures;
                }));
    }

    @Survives(54)
    @ParameterizedTest
    @MethodSource("failuresNotAboutTheJob")
    void aFailureNotAboutTheJobNeverAbandonsIt(Supplier<DocprocException> failure) {
        submit("1");
        AtomicBoolean serviceWorks = new AtomicBoolean();
        JobPoller failing = poller(jobId -> {
            if (serviceWorks.get()) {
                return new ParseJob(jobId, null, "completed", null, null, Map.of());
            }
            throw failure.get();
        });
        for (int hour = 0; hour < 24 * 30; hour++) {
            clock.advance(Duration.ofHours(1));
            failing.poll();
        }
        assertThat(polled).hasSizeGreaterThan(24 * 29);
        assertThat(node.routed).isEmpty();
        assertThat(jobRepository.size()).isEqualTo(1);

        serviceWorks.set(true);
        clock.advance(Duration.ofHours(1));
        failing.poll();

        assertThat(node.statuses()).containsExactly("completed");
    }

    @Test
    void aJobIdThatTheComponentRefusesIsAbandonedAfterCallbackTtlWithoutAPause() {
        String tooLong = "x".repeat(201);
        submit(tooLong);
        JobPoller failing = poller(jobId -> {
            throw ErrorCode.PARAMETER_ERROR.refusal("parseStatus", "the job id is too long");
        });
        for (int poll = 0; poll < 12; poll++) {
            clock.advance(CALLBACK_TTL.dividedBy(12));
            failing.poll();
        }
        assertThat(polled).as("no pause").hasSize(12);
        assertThat(node.routed).isEmpty();

        clock.advance(Duration.ofHours(1));
        failing.poll();

        assertThat(node.statuses()).containsExactly("failed");
        assertThat(message()).contains("abandoned", "the job id is too long");
        assertThat(jobRepository.find(tooLong)).isEmpty();
    }

    @Test
    void aJobWhoseCompletionCannotBeProcessedIsPolledAgain() {
        submit("1");
        processed.broken = true;
        pollAfter(poller, POLL_AFTER.plusMillis(1));
        assertThat(node.routed).isEmpty();

        processed.broken = false;
        jobRepository.broken = true;
        assertThatThrownBy(() -> pollAfter(poller, POLL_AFTER.multipliedBy(10))).hasMessage("the database is gone");
        assertThat(polled).as("the jobs cannot be read").hasSize(1);
        jobRepository.broken = false;
        poller.poll();

        assertThat(node.routed).hasSize(1);
    }

    @Test
    void anAccountErrorPausesPollingUntilAProbeSucceeds() {
        IntStream.range(0, 1_000).forEach(number -> submit("job-" + number));
        AtomicBoolean accountWorks = new AtomicBoolean();
        JobPoller withoutMoney = poller(jobId -> {
            if (accountWorks.get()) {
                return job("in_progress");
            }
            throw failure(40003);
        });
        clock.advance(POLL_AFTER.plusMillis(1));
        List<Integer> minutes = new ArrayList<>();

        for (int minute = 0; minute < 60; minute++) {
            int before = polled.size();
            withoutMoney.poll();
            if (polled.size() > before) {
                minutes.add(minute);
            }
            clock.advance(Duration.ofMinutes(1));
        }

        assertThat(minutes).containsExactly(0, 1, 3, 7, 15, 25, 35, 45, 55);
        assertThat(polled).as("one poll at a time").hasSize(9);
        accountWorks.set(true);
        pollAfter(withoutMoney, Duration.ofMinutes(10));
        assertThat(polled).hasSizeGreaterThanOrEqualTo(1_000);
    }

    @Test
    void anUnreachableServiceReceivesTenPollsBeforeAPauseAndSingleFailuresNone() {
        IntStream.range(0, 100).forEach(number -> submit("job-" + number));
        JobPoller partly = poller(jobId -> {
            if (jobId.endsWith("7")) {
                throw failure(500);
            }
            return job("in_progress");
        });
        pollAfter(partly, POLL_AFTER.plusMillis(1));
        assertThat(polled).hasSize(100);
        polled.clear();

        pollAfter(
                poller(jobId -> {
                    throw ErrorCode.exceptionFor(new ServiceFailure("parseStatus", 0, "", "", 502));
                }),
                POLL_AFTER);

        assertThat(polled).hasSize(10);
    }

    @Test
    void aJobWhoseRouteIsRunningOrThatAnotherNodeHasLeasedIsNotPolled() {
        submit("1");
        submit("2");
        node.held = true;
        clock.advance(POLL_AFTER.plusMillis(1));
        node.runner.run(completion("1"), "doc");
        jobRepository.lease("2", "other", clock.instant(), clock.instant().plus(LEASE));

        poller.poll();
        assertThat(polled).isEmpty();
        node.held = false;
        pollAfter(poller, LEASE.plusMillis(1));

        assertThat(polled).containsExactly("2");
    }

    @Survives(62)
    @Test
    void aCallbackAtAnotherNodeIsProcessedWhileThisOnePolls() {
        submit("1");
        Node other = new Node(settings(POLL_AFTER));

        pollAfter(
                poller(jobId -> {
                    assertThat(other.runner.run(completion("1"), "doc")).isCompletedWithValue(Outcome.PROCESSED);
                    return job("completed");
                }),
                POLL_AFTER.plusMillis(1));

        assertThat(other.routed).hasSize(1);
        assertThat(node.routed).isEmpty();
        assertThat(jobRepository.size()).isZero();
    }

    @Survives(62)
    @Test
    void aCallbackThatAnotherNodeAcknowledgedIsNotLost() {
        submit("1");
        node.held = true;
        pollAfter(poller, POLL_AFTER.plusMillis(1));
        Node other = new Node(settings(POLL_AFTER));
        assertThat(other.runner.run(completion("1"), "doc")).as("acknowledged").isCompletedWithValue(Outcome.DUPLICATE);

        node.fail();
        node.held = false;
        pollAfter(poller, Duration.ofSeconds(5));

        assertThat(node.routed).hasSize(2);
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void onlyOneOfTwoNodesPollsForAJob() {
        submit("1");
        JobPoller other = poller(new Node(settings(POLL_AFTER)), jobId -> job("in_progress"), Runnable::run, clock);

        pollAfter(
                poller(jobId -> {
                    other.poll();
                    return job("in_progress");
                }),
                POLL_AFTER.plusMillis(1));

        assertThat(polled).containsExactly("1");
    }

    private void submitBacklog(int jobs) {
        Instant hourAgo = Instant.now().minus(Duration.ofHours(1));
        for (int number = 0; number < jobs; number++) {
            jobRepository.submitted(new SubmittedJob("job-" + number, "doc", PATH, hourAgo.plusNanos(number), 0));
        }
    }

    private Node concurrentNode() {
        return new Node(settings(POLL_AFTER, 10), Clock.systemUTC());
    }

    @Survives(64)
    @Test
    void aLargeBacklogIsPolledInOneRoundAndInParallel() {
        submitBacklog(BACKLOG);
        AtomicInteger concurrent = new AtomicInteger();
        AtomicInteger max = new AtomicInteger();
        CountDownLatch tenPolls = new CountDownLatch(10);
        Node backlog = concurrentNode();
        JobPoller parallel = poller(
                backlog,
                jobId -> {
                    max.accumulateAndGet(concurrent.incrementAndGet(), Math::max);
                    tenPolls.countDown();
                    assertThat(tenPolls.await(60, TimeUnit.SECONDS)).isTrue();
                    concurrent.decrementAndGet();
                    return job("completed");
                },
                threads,
                Clock.systemUTC());

        assertThat(parallel.poll()).isEqualTo(BACKLOG);

        await().untilAsserted(() -> assertThat(jobRepository.size()).isZero());
        assertThat(polled).as("one poll for each job").hasSize(BACKLOG);
        assertThat(max).hasValue(10);
        assertThat(backlog.routed).hasSize(BACKLOG);
    }

    @Survives(64)
    @Test
    void aBacklogIsPolledAsFastAsTheRateLimitPermits() {
        submitBacklog(1_000);
        Semaphore slots = new Semaphore(0);
        AtomicInteger responses = new AtomicInteger();
        JobPoller limited = poller(
                concurrentNode(),
                jobId -> {
                    slots.acquire();
                    responses.incrementAndGet();
                    return job("completed");
                },
                threads,
                Clock.systemUTC());

        threads.execute(limited::poll);
        for (int granted = 100; granted <= 300; granted += 100) {
            slots.release(100);
            await().untilAtomic(responses, org.hamcrest.Matchers.equalTo(granted));
        }
        limited.stop();
    }

    @Test
    void aStopAbortsPollsAndMakesTheirJobsDueForOtherNodes() throws Exception {
        submitBacklog(1_000);
        CountDownLatch polls = new CountDownLatch(10);
        JobPoller hanging = poller(
                concurrentNode(),
                jobId -> {
                    polls.countDown();
                    new CountDownLatch(1).await();
                    return job("completed");
                },
                threads,
                Clock.systemUTC());
        threads.execute(hanging::poll);
        assertThat(polls.await(60, TimeUnit.SECONDS)).isTrue();

        hanging.stop();

        Instant due = Instant.now().minus(POLL_AFTER);
        await().untilAsserted(() -> assertThat(jobRepository.overdue(PATH, due, Instant.now(), 2_000))
                .hasSize(1_000));
        assertThat(polled).hasSize(10);
        assertThat(jobRepository.lease("job-1", "other", Instant.now(), Instant.now()))
                .isEqualTo(LeaseResult.ACQUIRED);
    }

    @Test
    void aPollThatAStopCancelsBeforeItsRequestMakesItsJobDueForOtherNodes() {
        submit("1");
        Deque<Runnable> queued = new ArrayDeque<>();
        JobPoller stopped = poller(node, jobId -> job("completed"), queued::add, clock);
        pollAfter(stopped, POLL_AFTER.plusMillis(1));
        assertThat(due()).as("the other nodes do not poll").isEmpty();

        stopped.stop();
        queued.forEach(Runnable::run);

        assertThat(polled).isEmpty();
        assertThat(due()).hasSize(1);
    }

    @Test
    void aCompletionThatIsReportedDuringAStopIsLeftToOtherNodes() {
        submit("1");
        List<JobPoller> stopping = new ArrayList<>();
        stopping.add(poller(jobId -> {
            node.runner.accept(false);
            stopping.get(0).stop();
            Thread.interrupted();
            return job("completed");
        }));

        pollAfter(stopping.get(0), POLL_AFTER.plusMillis(1));

        assertThat(node.routed).isEmpty();
        assertThat(due()).hasSize(1);
    }
}
