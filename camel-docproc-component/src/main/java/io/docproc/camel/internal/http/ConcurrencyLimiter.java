/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Fixed number of permits, which are granted in order of arrival. A request for a permit waits with or without a thread.
 * {@link java.util.concurrent.Semaphore} has no requests without a thread. Thread-safe.
 */
public final class ConcurrencyLimiter {
    private final Queue<CompletableFuture<Boolean>> waiting = new ArrayDeque<>();
    private final int limit;
    private int free;
    private boolean stopped;

    /**
     * Creates a limiter with all permits available.
     *
     * @param limit number of permits, at least 1
     * @throws IllegalArgumentException if {@code limit} is below 1
     */
    public ConcurrencyLimiter(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException(
                    "Option maxConcurrentRequests is " + limit + "; allowed is a number from 1 up");
        }
        this.limit = limit;
        this.free = limit;
    }

    /** Acquires a permit if one is available; returns whether it was acquired. */
    public synchronized boolean tryAcquire() {
        boolean available = free > 0;
        free -= available ? 1 : 0;
        return available;
    }

    /**
     * Acquires a permit and waits until one is available.
     *
     * @return false if none was available within the maximum wait, or before the application stops
     * @throws InterruptedException if the thread is interrupted while it waits; no permit is acquired then
     */
    public boolean acquire(Duration maxWait) throws InterruptedException {
        CompletableFuture<Boolean> request = request();
        try {
            return request.get(maxWait.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return !withdraw(request) && request.join();
        } catch (InterruptedException e) {
            if (!withdraw(request) && request.join()) {
                release();
            }
            throw e;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Acquires the permit of a call again that it has released for a wait. An interrupt does not end this wait, and remains
     * set. Returns false if the application stops before a permit is available. The permit is then counted as acquired all
     * the same, because the call fails and releases it.
     */
    public boolean reacquire() {
        boolean granted = request().join();
        if (!granted) {
            synchronized (this) {
                free--;
            }
        }
        return granted;
    }

    /**
     * Requests a permit. The result completes with true when the permit is granted, or with false when the application
     * stops before. It completes on the thread that releases the permit, which its actions must not block.
     */
    synchronized CompletableFuture<Boolean> request() {
        boolean available = tryAcquire();
        if (available || stopped) {
            return CompletableFuture.completedFuture(available);
        }
        CompletableFuture<Boolean> request = new CompletableFuture<>();
        waiting.add(request);
        return request;
    }

    /** Withdraws a request. Returns false if it is already completed. */
    private boolean withdraw(CompletableFuture<Boolean> request) {
        boolean withdrawn = request.complete(false);
        if (withdrawn) {
            synchronized (this) {
                waiting.removeIf(other -> other == request);
            }
        }
        return withdrawn;
    }

    /** Releases a permit: passes it to the first request that waits. */
    public void release() {
        CompletableFuture<Boolean> next;
        do {
            synchronized (this) {
                next = waiting.poll();
                if (next == null) {
                    free++;
                    return;
                }
            }
        } while (!next.complete(true));
    }

    /** Ends the waits because the application stops. From now on, permits are granted only if they are available. */
    void stop() {
        List<CompletableFuture<Boolean>> ended;
        synchronized (this) {
            stopped = true;
            ended = new ArrayList<>(waiting);
            waiting.clear();
        }
        ended.forEach(request -> request.complete(false));
    }

    /** Returns the number of permits in use. */
    public synchronized int inFlight() {
        return limit - free;
    }

    synchronized boolean isStopped() {
        return stopped;
    }
}
