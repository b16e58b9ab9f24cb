/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.ManualClock;
import io.docproc.camel.Survives;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.dispatch.InFlightTracker;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.model.ParseJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests polls to which the service does not respond with a status: retries, pauses and abandoned jobs. */
class FailedPollTest {
    private static final Duration POLL_AFTER = TestSettings.POLL_AFTER;
    private static final Duration CALLBACK_TTL = TestSettings.TIME_TO_LIVE;

    private final ManualClock clock = new ManualClock();
    private final MemoryJobRepository jobRepository = new MemoryJobRepository();
    private final List<String> polled = new ArrayList<>();
    private final List<Completion> routed = new ArrayList<>();

    /** Service whose status requests fail, and which counts its stops. */
    private final class FailingSource implements JobStatusSource {
        private final Failure failure;
        final AtomicInteger stops = new AtomicInteger();

        FailingSource(Failure failure) {
            this.failure = failure;
        }

        @Override
        public ParseJob requestStatus(String jobId) throws InterruptedException {
            polled.add(jobId);
            failure.raise();
            throw new AssertionError("the status request did not fail");
        }

        @Override
        public void stop() {
            stops.incrementAndGet();
        }
    }

    @FunctionalInterface
    private interface Failure {
        void raise() throws InterruptedException;
    }

    private static DocprocException unknownJob() {
        return ErrorCode.exceptionFor(new ServiceFailure("parseStatus", 40004, "no such job", "r-1", 200));
    }

    private OverdueJobPoller poller(JobStatusSource source) {
        return poller(source, MemoryIdempotentRepository.memoryIdempotentRepository(100), Runnable::run);
    }

    private OverdueJobPoller poller(JobStatusSource source, IdempotentRepository processed, Executor executor) {
        WebhookSettings settings = settings().processed(processed).build();
        CompletionDispatcher dispatcher = new CompletionDispatcher(
                settings,
                new JobLeases(settings, clock),
                completion -> {
                    routed.add(completion);
                    return CompletableFuture.completedFuture(true);
                },
                RecordingExceptionHandler::new);
        return new OverdueJobPoller(settings, source, dispatcher, new InFlightTracker(), executor, clock);
    }

    private TestSettings settings() {
        return new TestSettings().jobRepository(jobRepository);
    }

    private void submit(String jobId) {
        jobRepository.submitted(new SubmittedJob(jobId, "doc of " + jobId, TestSettings.PATH, clock.instant(), 0));
    }

    static List<Failure> failures() {
        return List.of(
                () -> {
                    throw unknownJob();
                },
                () -> {
                    throw new IllegalStateException("a store that fails");
                });
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aFailedPollIsRetriedWithExponentialBackoff(Failure failure) {
        submit("1");
        OverdueJobPoller poller = poller(new FailingSource(failure));
        clock.advance(POLL_AFTER.plusMillis(1));
        poller.run();

        clock.advance(POLL_AFTER.minusMillis(1));
        poller.run();
        assertThat(polled).hasSize(1);
        clock.advance(Duration.ofMillis(1));
        poller.run();
        assertThat(polled).hasSize(2);

        clock.advance(POLL_AFTER);
        poller.run();
        assertThat(polled).as("the delay doubles").hasSize(2);
    }

    @Test
    void aJobIdThatTheComponentRefusesNeverAbandonsOrPauses() {
        String tooLong = "x".repeat(201);
        submit(tooLong);
        FailingSource source = new FailingSource(() -> {
            throw ErrorCode.PARAMETER_ERROR.refusal("parseStatus", "the job id is too long");
        });
        OverdueJobPoller poller = poller(source);
        for (int poll = 0; poll < 12; poll++) {
            clock.advance(CALLBACK_TTL);
            poller.run();
        }

        assertThat(polled).hasSize(12);
        assertThat(routed).isEmpty();
        assertThat(jobRepository.find(tooLong)).isPresent();
    }

    @Test
    void aJobThatCannotBeAbandonedIsPolledAgain() {
        submit("1");
        AtomicBoolean broken = new AtomicBoolean(true);
        MemoryIdempotentRepository processed = new MemoryIdempotentRepository() {
            @Override
            public boolean contains(String key) {
                if (broken.get()) {
                    throw new IllegalStateException("the database is gone");
                }
                return super.contains(key);
            }
        };
        processed.setCacheSize(100);
        processed.start();
        List<Throwable> uncaught = new ArrayList<>();
        OverdueJobPoller poller = poller(
                new FailingSource(() -> {
                    throw unknownJob();
                }),
                processed,
                poll -> {
                    try {
                        poll.run();
                    } catch (Throwable e) {
                        uncaught.add(e);
                    }
                });
        clock.advance(CALLBACK_TTL.plusMillis(1));
        poller.run();
        assertThat(uncaught).isEmpty();
        assertThat(routed).isEmpty();

        broken.set(false);
        clock.advance(POLL_AFTER.multipliedBy(10));
        poller.run();

        assertThat(routed).hasSize(1);
    }

    @Test
    void aPollThatAStopAbortsMakesItsJobDueForOtherNodes() {
        submit("1");
        submit("2");
        List<OverdueJobPoller> node = new ArrayList<>();
        FailingSource source = new FailingSource(() -> {
            node.get(0).stop();
            throw unknownJob();
        });
        node.add(poller(source));
        clock.advance(POLL_AFTER.plusMillis(1));

        node.get(0).run();

        assertThat(polled).containsExactly("1");
        assertThat(source.stops).hasValue(1);
        assertThat(jobRepository.overdue(TestSettings.PATH, clock.instant(), clock.instant(), 10))
                .hasSize(2);
        assertThat(new JobLeases(settings().build(), clock).lease("1")).isEqualTo(JobRepository.LeaseResult.ACQUIRED);
    }

    @Test
    void anInterruptEndsPollingAndIsRestored() {
        submit("1");
        submit("2");
        OverdueJobPoller poller = poller(new FailingSource(() -> {
            throw new InterruptedException();
        }));
        clock.advance(POLL_AFTER.plusMillis(1));

        poller.run();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(polled).containsExactly("1");
    }

    static List<Supplier<DocprocException>> failuresNotAboutTheJob() {
        return Stream.of(40306, 40102, 40101, 40103, 40003, 40007, 40008, 40400, 500, 30203, 50011, 12345, 400)
                .<Supplier<DocprocException>>map(
                        code -> () -> ErrorCode.exceptionFor(new ServiceFailure("parseStatus", code, "no", "r-1", 200)))
                .collect(Collectors.collectingAndThen(Collectors.toList(), failures -> {
                    failures.add(() -> new DocprocInvalidResponseException(
                            new ServiceFailure("parseStatus", 0, "no JSON", "", 200), "<html>", null));
                    failures.add(() -> ErrorCode.exceptionFor(new ServiceFailure("parseStatus", 0, "", "", 503)));
                    return failures;
                }));
    }

    @Survives(54)
    @ParameterizedTest
    @MethodSource("failuresNotAboutTheJob")
    void aFailureNotAboutTheJobNeverAbandonsIt(Supplier<DocprocException> failure) {
        submit("1");
        AtomicBoolean serviceWorks = new AtomicBoolean();
        OverdueJobPoller poller = poller(jobId -> {
            polled.add(jobId);
            if (serviceWorks.get()) {
                return new ParseJob(jobId, null, "completed", null, null, Map.of());
            }
            throw failure.get();
        });
        for (int hour = 0; hour < 24 * 30; hour++) {
            clock.advance(Duration.ofHours(1));
            poller.run();
        }
        assertThat(polled).hasSizeGreaterThan(24 * 29);
        assertThat(routed).isEmpty();
        assertThat(jobRepository.size()).isEqualTo(1);

        serviceWorks.set(true);
        clock.advance(Duration.ofHours(1));
        poller.run();

        assertThat(routed)
                .singleElement()
                .extracting(completion -> completion.event().status())
                .isEqualTo("completed");
    }

    @ParameterizedTest
    @ValueSource(ints = {40004, 404, 40422})
    void aJobThatTheServiceRejectsIsAbandonedAfterCallbackTtl(int code) {
        submit("1");
        OverdueJobPoller poller = poller(jobId -> {
            throw ErrorCode.exceptionFor(new ServiceFailure("parseStatus", code, "no such job", "r-1", 200));
        });

        clock.advance(CALLBACK_TTL);
        poller.run();
        assertThat(routed).isEmpty();
        clock.advance(Duration.ofHours(1));
        poller.run();

        assertThat(routed).singleElement().satisfies(completion -> {
            assertThat(completion.event().status()).isEqualTo("failed");
            assertThat(completion.event().message()).contains("abandoned", "no such job");
        });
    }

    @Test
    void anAccountErrorPausesPollingUntilAProbeSucceeds() {
        IntStream.range(0, 1_000).forEach(number -> submit("job-" + number));
        AtomicBoolean accountWorks = new AtomicBoolean();
        OverdueJobPoller poller = poller(jobId -> {
            polled.add(jobId);
            if (accountWorks.get()) {
                return new ParseJob(jobId, null, "in_progress", null, null, Map.of());
            }
            throw ErrorCode.exceptionFor(new ServiceFailure("parseStatus", 40003, "no money", "r-1", 200));
        });
        clock.advance(POLL_AFTER.plusMillis(1));
        List<Integer> minutes = new ArrayList<>();

        for (int minute = 0; minute < 60; minute++) {
            int before = polled.size();
            poller.run();
            if (polled.size() > before) {
                minutes.add(minute);
            }
            clock.advance(Duration.ofMinutes(1));
        }

        assertThat(minutes).containsExactly(0, 1, 3, 7, 15, 25, 35, 45, 55);
        assertThat(polled).as("one poll at a time").hasSize(9);
        accountWorks.set(true);
        clock.advance(Duration.ofMinutes(10));
        poller.run();
        assertThat(polled).hasSizeGreaterThanOrEqualTo(1_000);
    }

    @Test
    void aFailingPollDoesNotDelayOtherJobs() {
        IntStream.range(0, 100).forEach(number -> submit("job-" + number));
        OverdueJobPoller poller = poller(jobId -> {
            polled.add(jobId);
            if (jobId.endsWith("7")) {
                throw ErrorCode.exceptionFor(new ServiceFailure("parseStatus", 500, "no", "r-1", 500));
            }
            return new ParseJob(jobId, null, "in_progress", null, null, Map.of());
        });
        clock.advance(POLL_AFTER.plusMillis(1));

        poller.run();

        assertThat(polled).hasSize(100);
    }

    @Test
    void anUnreachableServiceReceivesTenPollsBeforeAPause() {
        IntStream.range(0, 1_000).forEach(number -> submit("job-" + number));
        OverdueJobPoller poller = poller(new FailingSource(() -> {
            throw ErrorCode.exceptionFor(new ServiceFailure("parseStatus", 0, "", "", 502));
        }));
        clock.advance(POLL_AFTER.plusMillis(1));

        poller.run();

        assertThat(polled).hasSize(10);
    }
}
