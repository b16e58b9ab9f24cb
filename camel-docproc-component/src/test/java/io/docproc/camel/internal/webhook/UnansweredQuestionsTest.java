/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.ManualClock;
import io.docproc.camel.Survives;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.webhook.CompletionDispatcher.OtherNode;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.model.ParseJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

/** What becomes of a job about which the service cannot be asked now. */
class UnansweredQuestionsTest {
    private static final String PATH = "/docproc/completions";
    private static final Duration TIMEOUT = Duration.ofMinutes(10);
    private static final Duration LEASE = Duration.ofMinutes(1);
    private static final Duration CALLBACK_TTL = Duration.ofDays(7);

    private final ManualClock clock = new ManualClock();
    private final MemoryJobRepository jobRepository = new MemoryJobRepository();
    private final List<String> asked = new ArrayList<>();
    private final List<Completion> routed = new ArrayList<>();

    /** A service that fails as the test says, and knows who tells it to stop. */
    private final class Question implements JobStatusSource {
        private final Failure failure;
        final AtomicInteger stops = new AtomicInteger();

        Question(Failure failure) {
            this.failure = failure;
        }

        @Override
        public ParseJob ask(String jobId) throws InterruptedException {
            asked.add(jobId);
            failure.happen();
            throw new AssertionError("the question is answered");
        }

        @Override
        public void stop() {
            stops.incrementAndGet();
        }
    }

    @FunctionalInterface
    private interface Failure {
        void happen() throws InterruptedException;
    }

    private static DocprocException unknownJob() {
        return ErrorCode.exceptionFor(new ServiceFailure("parseStatus", 40004, "no such job", "r-1", 200));
    }

    private OverdueJobPoller overdue(JobStatusSource question) {
        return overdue(question, MemoryIdempotentRepository.memoryIdempotentRepository(100), Runnable::run);
    }

    private OverdueJobPoller overdue(JobStatusSource question, IdempotentRepository seen, Executor executor) {
        OverdueJobPoller.Waiting waiting = new OverdueJobPoller.Waiting(PATH, TIMEOUT, CALLBACK_TTL);
        CompletionDispatcher feed = new CompletionDispatcher(
                seen,
                new JobLeases(Optional.of(jobRepository), waiting, LEASE, clock),
                OtherNode.IS_RELIED_ON,
                completion -> {
                    routed.add(completion);
                    return CompletableFuture.completedFuture(true);
                },
                RecordingHandler::new,
                new CompletionCounters());
        return new OverdueJobPoller(jobRepository, waiting, question, feed, executor, clock);
    }

    private void submit(String jobId) {
        jobRepository.submitted(new SubmittedJob(jobId, "doc of " + jobId, PATH, clock.instant(), 0));
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
    void itIsPolledAgainAfterABackoff(Failure failure) {
        submit("1");
        OverdueJobPoller overdue = overdue(new Question(failure));
        clock.advance(TIMEOUT.plusMillis(1));
        overdue.run();

        clock.advance(TIMEOUT.minusMillis(1));
        overdue.run();
        assertThat(asked).hasSize(1);
        clock.advance(Duration.ofMillis(1));
        overdue.run();
        assertThat(asked).hasSize(2);

        clock.advance(TIMEOUT);
        overdue.run();
        assertThat(asked).as("the pauses double").hasSize(2);
    }

    @Test
    void aJobWhoseIdTheComponentItselfRefusesIsNeitherAbandonedNorAReasonToPausePolling() {
        String tooLong = "x".repeat(201);
        submit(tooLong);
        Question question = new Question(() -> {
            throw ErrorCode.PARAMETER_ERROR.refusal("parseStatus", "the job id is too long");
        });
        OverdueJobPoller overdue = overdue(question);
        for (int poll = 0; poll < 12; poll++) {
            clock.advance(CALLBACK_TTL);
            overdue.run();
        }

        assertThat(asked).hasSize(12);
        assertThat(routed).isEmpty();
        assertThat(jobRepository.find(tooLong)).isPresent();
    }

    @Test
    void aStoreThatFailsWhileAJobIsAbandonedLeavesTheJobToTheNextPollAndFreesItsPermit() {
        submit("1");
        AtomicBoolean broken = new AtomicBoolean(true);
        MemoryIdempotentRepository seen = new MemoryIdempotentRepository() {
            @Override
            public boolean contains(String key) {
                if (broken.get()) {
                    throw new IllegalStateException("the database is gone");
                }
                return super.contains(key);
            }
        };
        seen.setCacheSize(100);
        seen.start();
        List<Throwable> uncaught = new ArrayList<>();
        OverdueJobPoller overdue = overdue(
                new Question(() -> {
                    throw unknownJob();
                }),
                seen,
                poll -> {
                    try {
                        poll.run();
                    } catch (Throwable e) {
                        uncaught.add(e);
                    }
                });
        clock.advance(CALLBACK_TTL.plusMillis(1));
        overdue.run();
        assertThat(uncaught).isEmpty();
        assertThat(routed).isEmpty();

        broken.set(false);
        clock.advance(TIMEOUT.multipliedBy(10));
        overdue.run();

        assertThat(routed).hasSize(1);
    }

    @Test
    void aQuestionThatIsCutOffByStoppingLeavesItsJobToAnotherNodeAtOnce() {
        submit("1");
        submit("2");
        List<OverdueJobPoller> node = new ArrayList<>();
        Question question = new Question(() -> {
            node.get(0).stop();
            throw unknownJob();
        });
        node.add(overdue(question));
        clock.advance(TIMEOUT.plusMillis(1));

        node.get(0).run();

        assertThat(asked).containsExactly("1");
        assertThat(question.stops).hasValue(1);
        assertThat(jobRepository.overdue(PATH, clock.instant(), clock.instant(), 10))
                .hasSize(2);
        assertThat(new JobLeases(Optional.of(jobRepository), PATH, LEASE, clock).lease("1"))
                .isEqualTo(JobRepository.LeaseResult.ACQUIRED);
    }

    @Test
    void aThreadThatIsInterruptedAsksNoFurtherAndStaysInterrupted() {
        submit("1");
        submit("2");
        OverdueJobPoller overdue = overdue(new Question(() -> {
            throw new InterruptedException();
        }));
        clock.advance(TIMEOUT.plusMillis(1));

        overdue.run();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(asked).containsExactly("1");
    }

    static List<Supplier<DocprocException>> failuresThatSayNothingAboutAJob() {
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
    @MethodSource("failuresThatSayNothingAboutAJob")
    void aJobIsPolledOnAndNeverAbandonedBecauseOfAFailureThatIsNotTheJobs(Supplier<DocprocException> failure) {
        submit("1");
        AtomicBoolean serviceWorks = new AtomicBoolean();
        OverdueJobPoller overdue = overdue(jobId -> {
            asked.add(jobId);
            if (serviceWorks.get()) {
                return new ParseJob(jobId, null, "completed", null, null, Map.of());
            }
            throw failure.get();
        });
        for (int hour = 0; hour < 24 * 30; hour++) {
            clock.advance(Duration.ofHours(1));
            overdue.run();
        }
        assertThat(asked).hasSizeGreaterThan(24 * 29);
        assertThat(routed).isEmpty();
        assertThat(jobRepository.size()).isEqualTo(1);

        serviceWorks.set(true);
        clock.advance(Duration.ofHours(1));
        overdue.run();

        assertThat(routed)
                .singleElement()
                .extracting(completion -> completion.event().status())
                .isEqualTo("completed");
    }

    @ParameterizedTest
    @ValueSource(ints = {40004, 404, 40422})
    void aJobThatTheServiceRejectsIsAbandonedAfterTheValidityOfItsCallback(int code) {
        submit("1");
        OverdueJobPoller overdue = overdue(jobId -> {
            throw ErrorCode.exceptionFor(new ServiceFailure("parseStatus", code, "no such job", "r-1", 200));
        });

        clock.advance(CALLBACK_TTL);
        overdue.run();
        assertThat(routed).isEmpty();
        clock.advance(Duration.ofHours(1));
        overdue.run();

        assertThat(routed).singleElement().satisfies(completion -> {
            assertThat(completion.event().status()).isEqualTo("failed");
            assertThat(completion.event().message()).contains("abandoned", "no such job");
        });
    }

    @Test
    void anAccountErrorPausesThePollingOfAllJobsUntilOneProbeSucceeds() {
        IntStream.range(0, 1_000).forEach(number -> submit("job-" + number));
        AtomicBoolean accountWorks = new AtomicBoolean();
        OverdueJobPoller overdue = overdue(jobId -> {
            asked.add(jobId);
            if (accountWorks.get()) {
                return new ParseJob(jobId, null, "in_progress", null, null, Map.of());
            }
            throw ErrorCode.exceptionFor(new ServiceFailure("parseStatus", 40003, "no money", "r-1", 200));
        });
        clock.advance(TIMEOUT.plusMillis(1));
        List<Integer> minutes = new ArrayList<>();

        for (int minute = 0; minute < 60; minute++) {
            int before = asked.size();
            overdue.run();
            if (asked.size() > before) {
                minutes.add(minute);
            }
            clock.advance(Duration.ofMinutes(1));
        }

        assertThat(minutes).containsExactly(0, 1, 3, 7, 15, 25, 35, 45, 55);
        assertThat(asked).as("one at a time").hasSize(9);
        accountWorks.set(true);
        clock.advance(Duration.ofMinutes(10));
        overdue.run();
        assertThat(asked).hasSizeGreaterThanOrEqualTo(1_000);
    }

    @Test
    void aJobWhoseStatusTheServiceCannotReportDoesNotKeepTheOthersFromBeingPolled() {
        IntStream.range(0, 100).forEach(number -> submit("job-" + number));
        OverdueJobPoller overdue = overdue(jobId -> {
            asked.add(jobId);
            if (jobId.endsWith("7")) {
                throw ErrorCode.exceptionFor(new ServiceFailure("parseStatus", 500, "no", "r-1", 500));
            }
            return new ParseJob(jobId, null, "in_progress", null, null, Map.of());
        });
        clock.advance(TIMEOUT.plusMillis(1));

        overdue.run();

        assertThat(asked).hasSize(100);
    }

    @Test
    void aServiceThatDoesNotRespondAtAllIsNotAskedForEachJob() {
        IntStream.range(0, 1_000).forEach(number -> submit("job-" + number));
        OverdueJobPoller overdue = overdue(new Question(() -> {
            throw ErrorCode.exceptionFor(new ServiceFailure("parseStatus", 0, "", "", 502));
        }));
        clock.advance(TIMEOUT.plusMillis(1));

        overdue.run();

        assertThat(asked).hasSize(10);
    }
}
