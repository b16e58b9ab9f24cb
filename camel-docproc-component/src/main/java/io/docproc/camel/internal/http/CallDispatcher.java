/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.ratelimit.RateLimiter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs the calls that share one {@code maxConcurrentRequests}. A call acquires a permit first and then gets a thread,
 * which makes the call, releases the permit and continues the route. Permits are granted in order of arrival. Thread-safe.
 *
 * <p>There are twice as many threads as permits. If all of them are in routes, the caller makes its call itself, so that a
 * slow route slows its source. A call that waits for a permit without a thread has a thread reserved for it. Thus every
 * call that gets a permit can run, and no route holds a permit: routes that wait for each other's calls do not deadlock.
 */
public final class CallDispatcher {
    private final int limit;
    private final int maxThreads;
    private final Executor executor;
    private final ThreadLocal<Boolean> worker;
    private final AtomicInteger threads = new AtomicInteger();
    private final AtomicInteger queued = new AtomicInteger();
    /** Requests for a permit, with or without a thread. {@link java.util.concurrent.Semaphore} has only those with one. */
    private final Queue<CompletableFuture<Boolean>> waiting = new ArrayDeque<>();

    private int free;
    private boolean grantsPermits = true;
    /** Why the waits have ended; null until then. */
    private String stopReason;

    /** A call of a producer, from its arrival on. */
    public abstract static class Task {
        private final Duration permitTimeout;
        private final Executor context = ThreadContext.capture();
        private volatile long start = System.nanoTime();

        /** @param permitTimeout maximum wait for a permit; zero for no limit */
        protected Task(Duration permitTimeout) {
            this.permitTimeout = permitTimeout;
        }

        /** Makes the call, whose permit is acquired. Writes a failure to the exchange instead of throwing it. */
        public abstract void run();

        /** Fails the call before it is sent. */
        public abstract void failUnsent(String reason, Throwable cause);

        /** Continues the route. */
        public abstract void done(boolean doneSync);

        /** Runs a task on the current thread, in the context of the thread on which the call arrived. */
        protected final void runInContext(Runnable task) {
            context.execute(task);
        }

        /** Starts the limit on the wait again, after a wait that does not count. */
        protected void restart() {
            start = System.nanoTime();
        }

        /** Returns the time for which the call may still wait; {@link RateLimiter#UNLIMITED} without a limit. */
        public Duration remaining() {
            return permitTimeout.isZero()
                    ? RateLimiter.UNLIMITED
                    : Duration.ofNanos(Math.max(0, permitTimeout.toNanos() - (System.nanoTime() - start)));
        }

        private void fail(String stopReason) {
            failUnsent(
                    stopReason != null
                            ? stopReason
                            : "the call waited "
                                    + Duration.ofNanos(System.nanoTime() - start)
                                            .toMillis()
                                    + " ms for a permit; option permitTimeout allows " + permitTimeout.toMillis()
                                    + " ms; nothing was sent; retry later, or increase maxConcurrentRequests",
                    null);
        }
    }

    /**
     * Creates a dispatcher.
     *
     * @param maxConcurrentRequests number of permits
     * @param executor runs each task immediately on a thread of its own
     * @param worker set on a thread of the executor while it runs a call or continues its route
     * @throws IllegalArgumentException if {@code maxConcurrentRequests} is below 1
     */
    public CallDispatcher(int maxConcurrentRequests, Executor executor, ThreadLocal<Boolean> worker) {
        if (maxConcurrentRequests < 1) {
            throw new IllegalArgumentException(
                    "Option maxConcurrentRequests is " + maxConcurrentRequests + "; allowed is a number from 1 up");
        }
        this.limit = maxConcurrentRequests;
        this.free = maxConcurrentRequests;
        this.maxThreads = (int) Math.min(Integer.MAX_VALUE / 2, 2L * maxConcurrentRequests);
        this.executor = executor;
        this.worker = worker;
    }

    /**
     * Runs a call on another thread, or on the current one if that belongs to the component or no other is available.
     *
     * @param maxWaiting maximum number of calls that wait without a thread
     * @param here whether the call must run on the current thread
     * @return whether the call was completed on the current thread, as the return value of Camel's
     *     {@code AsyncProcessor}
     */
    public boolean dispatch(Task call, int maxWaiting, boolean here) {
        boolean stays = here || worker.get() != null;
        boolean hasPermit = tryAcquire();
        if (!hasPermit && !stays && enqueue(call, maxWaiting)) {
            return false;
        }
        if (hasPermit || acquire(call)) {
            if (!stays && increment(threads, maxThreads)) {
                execute(() -> runAndRelease(call), call);
                return false;
            }
            runAndRelease(call);
        }
        call.done(true);
        return true;
    }

    /** Waits for a permit, and runs a call on the current thread. */
    public void run(Task call) {
        if (acquire(call)) {
            runAndRelease(call);
        }
    }

    private boolean acquire(Task call) {
        try {
            if (acquire(call.remaining())) {
                return true;
            }
            call.fail(stopReason());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            call.failUnsent("the thread was interrupted while it waited for a permit", e);
        }
        return false;
    }

    /** Lets a call wait without a thread. Returns false if too many already do. */
    private boolean enqueue(Task call, int maxWaiting) {
        if (!increment(queued, maxWaiting)) {
            return false;
        }
        if (!increment(threads, maxThreads + maxWaiting)) {
            queued.decrementAndGet();
            return false;
        }
        request().thenAccept(granted -> {
            queued.decrementAndGet();
            execute(() -> runGranted(call, granted), call);
        });
        return true;
    }

    private void runGranted(Task call, boolean granted) {
        if (granted && !call.remaining().isZero()) {
            runAndRelease(call);
            return;
        }
        if (granted) {
            release();
        }
        call.fail(granted ? null : stopReason());
    }

    private static boolean increment(AtomicInteger number, int max) {
        return number.getAndUpdate(count -> count < max ? count + 1 : count) < max;
    }

    /** Runs a task and continues the route on the thread that is reserved for the call. */
    private void execute(Runnable task, Task call) {
        Runnable work = () -> {
            boolean nested = worker.get() != null;
            worker.set(true);
            try {
                call.runInContext(() -> {
                    task.run();
                    call.done(false);
                });
            } finally {
                if (!nested) {
                    worker.remove();
                }
                threads.decrementAndGet();
            }
        };
        try {
            executor.execute(work);
        } catch (RejectedExecutionException e) {
            // The component is stopped, so that the call fails immediately.
            work.run();
        }
    }

    private void runAndRelease(Task call) {
        try {
            call.run();
        } finally {
            release();
        }
    }

    synchronized boolean tryAcquire() {
        boolean available = grantsPermits && free > 0;
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
        } catch (TimeoutException | ExecutionException e) {
            return withdraw(request);
        } catch (InterruptedException e) {
            if (withdraw(request)) {
                release();
            }
            throw e;
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
    private synchronized CompletableFuture<Boolean> request() {
        boolean available = tryAcquire();
        if (available || stopReason != null) {
            return CompletableFuture.completedFuture(available);
        }
        CompletableFuture<Boolean> request = new CompletableFuture<>();
        waiting.add(request);
        return request;
    }

    /** Withdraws a request. Returns whether its permit was granted before. */
    private synchronized boolean withdraw(CompletableFuture<Boolean> request) {
        waiting.removeIf(other -> other == request);
        request.complete(false);
        return request.join();
    }

    /** Releases a permit: passes it to the first request that waits. */
    public void release() {
        CompletableFuture<Boolean> next;
        do {
            synchronized (this) {
                next = waiting.poll();
                free += next == null ? 1 : 0;
            }
        } while (next != null && !next.complete(true));
    }

    /** Ends the waits because the application stops. From now on, permits are granted only if they are available. */
    public void stop() {
        stop("the application stops, and no permit was available in time", true);
    }

    /** Ends the waits because the component stops. From now on, no permit is granted: the calls in flight are the last. */
    public void stopGranting() {
        stop("the component is stopped", false);
    }

    private void stop(String reason, boolean grantsMore) {
        List<CompletableFuture<Boolean>> ended;
        synchronized (this) {
            stopReason = reason;
            grantsPermits = grantsMore;
            ended = List.copyOf(waiting);
            waiting.clear();
        }
        ended.forEach(request -> request.complete(false));
    }

    /** Returns the number of permits in use. */
    public synchronized int inFlight() {
        return limit - free;
    }

    private synchronized String stopReason() {
        return stopReason;
    }
}
