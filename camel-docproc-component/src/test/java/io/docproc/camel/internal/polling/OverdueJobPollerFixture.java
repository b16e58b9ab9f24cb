/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.polling;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.http.InFlightTracker;
import io.docproc.camel.internal.webhook.TestNode;
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
    static final Duration POLL_AFTER = Duration.ofMinutes(10);
    static final Duration CALLBACK_TTL = Duration.ofDays(7);

    final ManualClock clock = new ManualClock();
    final MemoryJobRepository jobRepository = new MemoryJobRepository();
    final List<TestNode.Routed> routed = new ArrayList<>();
    final List<String> polled = new ArrayList<>();
    final Deque<Supplier<ParseJob>> responses = new ArrayDeque<>();
    final AtomicInteger aborts = new AtomicInteger();
    final InFlightTracker inFlight = new InFlightTracker();
    CompletableFuture<Boolean> routeResult = CompletableFuture.completedFuture(true);

    private final TestNode node = node(completion -> {
        routed.add(completion);
        return routeResult;
    });

    final OverdueJobPoller poller = poller(jobRepository);

    @FunctionalInterface
    interface Failure {
        void raise() throws InterruptedException;
    }

    /** Returns requests that fail. */
    JobStatusClient.StatusRequests failing(Failure failure) {
        return jobId -> {
            polled.add(jobId);
            failure.raise();
            throw new AssertionError("the status request did not fail");
        };
    }

    OverdueJobPoller poller(JobRepository repository) {
        return poller(repository, this::respond, node, inFlight, 1, Runnable::run);
    }

    /** Returns a poller whose polls run concurrently. */
    OverdueJobPoller poller(int maxConcurrentRequests, Executor executor) {
        return poller(jobRepository, this::respond, node, inFlight, maxConcurrentRequests, executor);
    }

    OverdueJobPoller poller(JobStatusClient.StatusRequests requests) {
        return poller(requests, MemoryIdempotentRepository.memoryIdempotentRepository(100), Runnable::run);
    }

    OverdueJobPoller poller(
            JobStatusClient.StatusRequests requests, IdempotentRepository processed, Executor executor) {
        TestNode ownNode = new TestNode(
                jobRepository,
                POLL_AFTER,
                clock,
                completion -> {
                    routed.add(completion);
                    return CompletableFuture.completedFuture(true);
                },
                processed);
        return poller(jobRepository, requests, ownNode, new InFlightTracker(), 1, executor);
    }

    private OverdueJobPoller poller(
            JobRepository repository,
            JobStatusClient.StatusRequests requests,
            CompletionHandler handler,
            InFlightTracker completions,
            int maxConcurrentRequests,
            Executor executor) {
        return new OverdueJobPoller(
                new PollingSettings(TestNode.PATH, POLL_AFTER, CALLBACK_TTL),
                repository,
                new JobStatusClient(requests, maxConcurrentRequests, aborts::incrementAndGet),
                handler,
                completions,
                executor,
                clock);
    }

    /** Returns a node with its own leases and idempotent repository. */
    TestNode node(Function<TestNode.Routed, CompletableFuture<Boolean>> route) {
        return new TestNode(jobRepository, POLL_AFTER, clock, route);
    }

    private ParseJob respond(String jobId) {
        polled.add(jobId);
        return responses.pop().get();
    }

    void submit(String jobId) {
        jobRepository.submitted(new SubmittedJob(jobId, "doc of " + jobId, TestNode.PATH, clock.instant(), 0));
    }

    static ParseJob job(String status) {
        return new ParseJob(null, null, status, "https://r.example.com/1", null, Map.of());
    }

    static ParseCompletion completion(String jobId) {
        return new ParseCompletion(jobId, "completed", null, null, Map.of());
    }

    /** Receives a callback on a node. */
    static CompletableFuture<Boolean> callback(TestNode receiver, String jobId) {
        return receiver.handle(completion(jobId), "doc of " + jobId);
    }

    void callback(String jobId) {
        callback(node, jobId);
    }

    void runAfter(Duration duration) {
        clock.advance(duration);
        poller.run();
    }

    static DocprocException unknownJob() {
        return ErrorCode.exceptionFor(new ServiceFailure("parseStatus", 40004, "no such job", "r-1", 200));
    }
}
