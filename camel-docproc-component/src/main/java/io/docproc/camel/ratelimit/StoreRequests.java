/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * Requests to the store of a shared rate limiter. They run on another thread, so that a store that does not respond
 * blocks no caller. Thread-safe.
 */
final class StoreRequests {
    /** Pause in nanoseconds after a failed request. */
    static final long RETRY_PAUSE = Duration.ofMillis(250).toNanos();

    private final TaskScheduler scheduler;
    private final TimeMeter clock;
    private final Duration timeout;
    private OptionalLong failedAt = OptionalLong.empty();
    private OptionalLong unansweredSince = OptionalLong.empty();
    private Optional<Throwable> failure = Optional.empty();

    /** Runs tasks on other threads. */
    @FunctionalInterface
    interface TaskScheduler {
        /** Makes a request after a delay, and then runs the returned processing of its response. */
        void schedule(Supplier<Runnable> request, long delayNanos);
    }

    /**
     * Creates an object without requests.
     *
     * @param timeout maximum wait for a response
     */
    StoreRequests(TaskScheduler scheduler, TimeMeter clock, Duration timeout) {
        this.scheduler = scheduler;
        this.clock = clock;
        this.timeout = timeout;
    }

    /** Returns the maximum wait for a response. */
    Duration timeout() {
        return timeout;
    }

    /** Returns an object for requests of another kind, whose responses say nothing about the requests of this object. */
    StoreRequests ofAnotherKind() {
        return new StoreRequests(scheduler, clock, timeout);
    }

    /** Returns whether a caller may make a request now. After a failure, requests pause. */
    synchronized boolean isReady() {
        return failedAt.isEmpty() || clock.currentTimeNanos() - failedAt.getAsLong() >= RETRY_PAUSE;
    }

    /**
     * Makes a request after a delay.
     *
     * @param request makes the request and returns the processing of its response
     * @param completion runs after the request, whether it succeeds or fails
     */
    void submit(Supplier<Runnable> request, Runnable completion, long delayNanos) {
        if (delayNanos == 0) {
            expectResponse();
        }
        try {
            scheduler.schedule(() -> send(request, completion), delayNanos);
        } catch (RuntimeException | Error e) {
            recordFailure(e);
            completion.run();
            throw new RateLimiterException("the request to the store of the shared rate limiter cannot start", e);
        }
    }

    private synchronized void expectResponse() {
        if (unansweredSince.isEmpty()) {
            unansweredSince = OptionalLong.of(clock.currentTimeNanos());
        }
    }

    private Runnable send(Supplier<Runnable> request, Runnable completion) {
        try {
            Runnable response = request.get();
            return () -> process(response, completion);
        } catch (RuntimeException | Error e) {
            return () -> {
                recordFailure(e);
                completion.run();
            };
        }
    }

    private void process(Runnable response, Runnable completion) {
        try {
            response.run();
            recordSuccess();
        } catch (RuntimeException | Error e) {
            recordFailure(e);
        } finally {
            completion.run();
        }
    }

    private synchronized void recordSuccess() {
        failure = Optional.empty();
        failedAt = OptionalLong.empty();
        unansweredSince = OptionalLong.empty();
    }

    private synchronized void recordFailure(Throwable e) {
        failure = Optional.of(e);
        failedAt = OptionalLong.of(clock.currentTimeNanos());
    }

    /**
     * Returns the maximum time in nanoseconds until the next attempt.
     *
     * @param start start time of the caller's wait
     * @throws RateLimiterException if the store has not responded for the timeout
     */
    synchronized long untilNextAttempt(long start) {
        long since = unansweredSince.isEmpty() ? clock.currentTimeNanos() : unansweredSince.getAsLong();
        long unanswered = clock.currentTimeNanos() - Math.max(start, since);
        if (unanswered >= timeout.toNanos()) {
            throw new RateLimiterException(
                    "the store of the shared rate limiter has not responded for "
                            + Duration.ofNanos(unanswered).toMillis() + " ms (storeTimeout is "
                            + timeout.toMillis() + " ms)"
                            + failure.map(e -> ": " + e.getMessage()).orElse("")
                            + "; nothing was sent; retry when the store is available",
                    failure.orElse(null));
        }
        return Math.min(timeout.toNanos() - unanswered, RETRY_PAUSE);
    }
}
