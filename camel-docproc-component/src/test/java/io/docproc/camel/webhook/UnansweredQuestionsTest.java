/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.ManualClock;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.job.JobLog;
import io.docproc.camel.job.MemoryJobLog;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.model.ParseJob;
import io.docproc.camel.webhook.CompletionFeed.OtherNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of a job about which the service cannot be asked now. */
class UnansweredQuestionsTest {
    private static final String PATH = "/docproc/completions";
    private static final Duration TIMEOUT = Duration.ofMinutes(10);
    private static final Duration CLAIM = Duration.ofMinutes(1);

    private final ManualClock clock = new ManualClock();
    private final MemoryJobLog jobLog = new MemoryJobLog();
    private final List<String> asked = new ArrayList<>();

    /** A service that fails as the test says, and knows who tells it to stop. */
    private final class Question implements JobQuestion {
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
        return ErrorCode.PARAMETER_ERROR.refusal("parseStatus", "no such job");
    }

    private OverdueJobs overdue(Question question) {
        Claims claims = new Claims(Optional.of(jobLog), PATH, CLAIM, clock);
        CompletionFeed feed = new CompletionFeed(
                MemoryIdempotentRepository.memoryIdempotentRepository(100),
                claims,
                OtherNode.IS_RELIED_ON,
                completion -> CompletableFuture.completedFuture(true),
                RecordingHandler::new,
                new ReceptionCounts());
        return new OverdueJobs(
                jobLog, claims, new OverdueJobs.Waiting(PATH, TIMEOUT, Duration.ofDays(7)), question, feed, clock);
    }

    private void submit(String jobId) {
        jobLog.submitted(new SubmittedJob(jobId, "doc of " + jobId, PATH, clock.instant(), 0));
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
    void itIsAskedAboutAgainAfterThePauseThoughTheClaimHasRunOutLongBefore(Failure failure) {
        submit("1");
        OverdueJobs overdue = overdue(new Question(failure));
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
    void aQuestionThatIsCutOffByStoppingLeavesItsJobToAnotherNodeAtOnce() {
        submit("1");
        submit("2");
        List<OverdueJobs> node = new ArrayList<>();
        Question question = new Question(() -> {
            node.get(0).stop();
            throw unknownJob();
        });
        node.add(overdue(question));
        clock.advance(TIMEOUT.plusMillis(1));

        node.get(0).run();

        assertThat(asked).containsExactly("1");
        assertThat(question.stops).hasValue(1);
        assertThat(jobLog.overdue(PATH, clock.instant(), clock.instant(), 10)).hasSize(2);
        assertThat(new Claims(Optional.of(jobLog), PATH, CLAIM, clock).claim("1"))
                .isEqualTo(JobLog.Claim.TAKEN);
    }

    @Test
    void aThreadThatIsInterruptedAsksNoFurtherAndStaysInterrupted() {
        submit("1");
        submit("2");
        OverdueJobs overdue = overdue(new Question(() -> {
            throw new InterruptedException();
        }));
        clock.advance(TIMEOUT.plusMillis(1));

        overdue.run();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(asked).containsExactly("1");
    }
}
