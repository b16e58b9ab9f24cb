/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import io.docproc.camel.error.DocprocRateLimitException;
import io.docproc.camel.model.Balance;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Balance of one account. Makes at most one balance call at a time, and only if the last reading is older than the
 * caller accepts. Thread-safe.
 */
public final class CachedBalance {
    private final Supplier<Optional<Balance>> balanceCall;
    private final Duration timeout;
    private final Executor executor;
    private CompletableFuture<Reading> call = CompletableFuture.completedFuture(Reading.NONE);
    private long callStart;
    private volatile Reading last = Reading.NONE;

    /**
     * A balance, or the reason why it could not be retrieved.
     *
     * @param at the time of the reading, on the monotonic clock in {@code nanos}
     * @param balance the balance; null if the call failed, or there was none
     * @param failure the failure; null if the call succeeded
     * @param rateLimited whether no call could be made since, because the rate limit grants no permit
     */
    record Reading(Instant at, long nanos, Balance balance, Throwable failure, boolean rateLimited) {
        static final Reading NONE = new Reading(null, 0, null, null, true);

        static Reading now(Balance balance, Throwable failure) {
            return new Reading(Instant.now(), System.nanoTime(), balance, failure, false);
        }

        boolean isWithin(Duration age) {
            return !rateLimited && System.nanoTime() - nanos <= age.toNanos();
        }
    }

    /**
     * @param balanceCall retrieves the balance from the service, on a thread of the executor; empty if the rate limit
     *     currently grants no permit. Throws a {@code DocprocException} if there is no response, or if the response is
     *     an error.
     * @param timeout the maximum wait for the balance
     * @param executor runs the balance call
     */
    public CachedBalance(Supplier<Optional<Balance>> balanceCall, Duration timeout, Executor executor) {
        this.balanceCall = balanceCall;
        this.timeout = timeout;
        this.executor = executor;
    }

    /**
     * Returns a reading that is at most this old, or the last one if the rate limit grants no permit. Makes a balance
     * call if necessary. Empty if it has no response within the timeout, counted from the start of the call.
     */
    Optional<Reading> read(Duration age) {
        CompletableFuture<Reading> current;
        long remaining;
        synchronized (this) {
            if (call.isDone() && !last.isWithin(age)) {
                start();
            }
            current = call;
            remaining = timeout.toNanos() - (System.nanoTime() - callStart);
        }
        try {
            return Optional.of(current.get(Math.max(0, remaining), TimeUnit.NANOSECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException | ExecutionException e) {
            // The check reports that there is no response.
        }
        return Optional.empty();
    }

    private void start() {
        callStart = System.nanoTime();
        try {
            call = CompletableFuture.supplyAsync(this::call, executor);
        } catch (RejectedExecutionException e) {
            call = CompletableFuture.failedFuture(e);
        }
    }

    private Reading call() {
        Reading before = last;
        Reading withoutPermit = new Reading(before.at(), before.nanos(), before.balance(), before.failure(), true);
        try {
            last = balanceCall.get().map(balance -> Reading.now(balance, null)).orElse(withoutPermit);
        } catch (DocprocRateLimitException e) {
            // A rate limit does not indicate a problem with the account.
            last = withoutPermit;
        } catch (Throwable e) {
            last = Reading.now(null, e);
        }
        return last;
    }
}
