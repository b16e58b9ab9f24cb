/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.dispatch.InFlightTracker;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.model.ParseCompletion;
import io.docproc.camel.model.ParseJob;
import io.docproc.camel.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;

/** Pollers with their repositories and status responses, for the tests of {@link OverdueJobPoller}. */
abstract class OverdueJobPollerFixture {
    static final Duration POLL_AFTER = TestSettings.POLL_AFTER;
    static final Duration CALLBACK_TTL = TestSettings.TIME_TO_LIVE;

    final ManualClock clock = new ManualClock();
    final MemoryJobRepository jobRepository = new MemoryJobRepository();
    final List<Completion> routed = new ArrayList<>();
    final List<String> polled = new ArrayList<>();
    final Deque<Supplier<ParseJob>> responses = new ArrayDeque<>();
    final InFlightTracker inFlight = new InFlightTracker();
    CompletableFuture<Boolean> routeResult = CompletableFuture.completedFuture(true);

    private final CompletionDispatcher dispatcher = node(completion -> {
        routed.add(completion);
        return routeResult;
    });

    final OverdueJobPoller poller = poller(jobRepository);

    /** Service whose status requests fail, and which counts its stops. */
    final class FailingSource implements JobStatusSource {
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
    interface Failure {
        void raise() throws InterruptedException;
    }

    TestSettings settings() {
        return new TestSettings().jobRepository(jobRepository);
    }

    WebhookSettings settings(JobRepository repository) {
        return new TestSettings().jobRepository(repository).build();
    }

    OverdueJobPoller poller(JobRepository repository) {
        return new OverdueJobPoller(settings(repository), this::respond, dispatcher, inFlight, Runnable::run, clock);
    }

    OverdueJobPoller poller(JobStatusSource source) {
        return poller(source, MemoryIdempotentRepository.memoryIdempotentRepository(100), Runnable::run);
    }

    OverdueJobPoller poller(JobStatusSource source, IdempotentRepository processed, Executor executor) {
        WebhookSettings settings = settings().processed(processed).build();
        CompletionDispatcher ownDispatcher = new CompletionDispatcher(
                settings,
                new JobLeases(settings, clock),
                completion -> {
                    routed.add(completion);
                    return CompletableFuture.completedFuture(true);
                },
                RecordingExceptionHandler::new);
        return new OverdueJobPoller(settings, source, ownDispatcher, new InFlightTracker(), executor, clock);
    }

    /** Returns the dispatcher of a node with its own leases and idempotent repository. */
    CompletionDispatcher node(Function<Completion, CompletableFuture<Boolean>> route) {
        WebhookSettings settings = settings(jobRepository);
        return new CompletionDispatcher(
                settings, new JobLeases(settings, clock), route, RecordingExceptionHandler::new);
    }

    private ParseJob respond(String jobId) {
        polled.add(jobId);
        return responses.pop().get();
    }

    void submit(String jobId) {
        jobRepository.submitted(new SubmittedJob(jobId, "doc of " + jobId, TestSettings.PATH, clock.instant(), 0));
    }

    static ParseJob job(String status) {
        return new ParseJob(null, null, status, "https://r.example.com/1", null, Map.of());
    }

    static Completion completion(String jobId) {
        return new Completion(new ParseCompletion(jobId, "completed", null, null, Map.of()), "doc of " + jobId);
    }

    void callback(String jobId) {
        dispatcher.offer(completion(jobId));
    }

    void runAfter(Duration duration) {
        clock.advance(duration);
        poller.run();
    }

    static DocprocException unknownJob() {
        return ErrorCode.exceptionFor(new ServiceFailure("parseStatus", 40004, "no such job", "r-1", 200));
    }
}
