/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.concurrency;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Fixed number of permits that are granted in order of arrival. A request for a permit can wait with or without a
 * thread. Thread-safe.
 */
public final class ConcurrencyLimiter {
    private final int limit;
    private final Deque<Request> waiting = new ArrayDeque<>();
    private int free;
    private long grants;

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

    /** Requests a permit. It is granted immediately if one is available, otherwise in order of arrival. */
    public Request request() {
        Request request = new Request();
        synchronized (waiting) {
            if (!tryAcquire()) {
                waiting.add(request);
                return request;
            }
        }
        request.grant();
        return request;
    }

    /**
     * Acquires a permit and waits until one is available.
     *
     * @throws InterruptedException if the thread is interrupted while it waits; no permit is acquired then
     */
    public void acquire() throws InterruptedException {
        request().await(Long.MAX_VALUE);
    }

    /** Acquires a permit if one is available; returns whether it was acquired. */
    public boolean tryAcquire() {
        synchronized (waiting) {
            if (free > 0) {
                free--;
                grants++;
                return true;
            }
            return false;
        }
    }

    /** Releases a permit. */
    public void release() {
        Request next;
        do {
            synchronized (waiting) {
                next = waiting.poll();
                if (next == null) {
                    free++;
                } else {
                    grants++;
                }
            }
        } while (next != null && !next.grant());
    }

    /**
     * Grants the newest waiting request a permit in addition to the fixed number. For each additional permit, one call
     * of {@link #release} must be omitted.
     *
     * @return whether a request was granted
     */
    public boolean grantNewest() {
        Request newest;
        do {
            synchronized (waiting) {
                newest = waiting.pollLast();
                if (newest != null) {
                    grants++;
                }
            }
        } while (newest != null && !newest.grant());
        return newest != null;
    }

    /** Returns the number of permits in use. */
    public int inFlight() {
        synchronized (waiting) {
            return limit - free;
        }
    }

    /** Returns a number that increases with each permit that is granted. */
    public long grants() {
        synchronized (waiting) {
            return grants;
        }
    }

    /** Returns whether a permit is available. */
    public boolean hasFree() {
        synchronized (waiting) {
            return free > 0;
        }
    }

    /** Request for a permit. It is either granted or withdrawn, never both. */
    public final class Request {
        private final CompletableFuture<Void> granted = new CompletableFuture<>();

        private boolean grant() {
            return granted.complete(null);
        }

        /** Returns whether the permit was granted. */
        public boolean isGranted() {
            return granted.isDone() && !granted.isCancelled();
        }

        /** Returns whether the request was withdrawn. */
        public boolean isWithdrawn() {
            return granted.isCancelled();
        }

        /** Withdraws the request. Returns false if the permit was already granted; the caller must then release it. */
        public boolean withdraw() {
            boolean withdrawn = granted.cancel(false);
            if (withdrawn) {
                synchronized (waiting) {
                    waiting.remove(this);
                }
            }
            return withdrawn;
        }

        /**
         * Waits for the permit.
         *
         * @param nanos maximum wait in nanoseconds; {@link Long#MAX_VALUE} for no limit
         * @return whether the permit is granted; false after the maximum wait, or if the request was withdrawn
         * @throws InterruptedException if the thread is interrupted while it waits; the request is then withdrawn
         */
        public boolean await(long nanos) throws InterruptedException {
            try {
                if (nanos == Long.MAX_VALUE) {
                    granted.get();
                } else {
                    granted.get(nanos, TimeUnit.NANOSECONDS);
                }
            } catch (InterruptedException e) {
                if (!withdraw()) {
                    release();
                }
                throw e;
            } catch (TimeoutException | ExecutionException | CancellationException e) {
                return isGranted();
            }
            return true;
        }

        /** Calls the listener with true when the permit is granted, or with false when the request is withdrawn. */
        public void whenDone(Consumer<Boolean> listener) {
            granted.whenComplete((nothing, withdrawn) -> listener.accept(withdrawn == null));
        }
    }
}
