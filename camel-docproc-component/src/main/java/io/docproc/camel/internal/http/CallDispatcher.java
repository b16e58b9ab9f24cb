/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.ratelimit.RateLimiter;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs the calls that share one {@code maxConcurrentRequests}. A call acquires a permit first and then gets a thread,
 * which makes the call, releases the permit and continues the route. Thread-safe.
 *
 * <p>There are twice as many threads as permits. If all of them are in routes, the caller makes its call itself, so that a
 * slow route slows its source. A call that waits for a permit without a thread has a thread reserved for it. Thus every
 * call that gets a permit can run, and no route holds a permit: routes that wait for each other's calls do not deadlock.
 */
public final class CallDispatcher {
    private final ConcurrencyLimiter permits;
    private final int maxThreads;
    private final Executor executor;
    private final ThreadLocal<Boolean> worker;
    private final AtomicInteger threads = new AtomicInteger();
    private final AtomicInteger queued = new AtomicInteger();

    /** A call of a producer, from its arrival on. */
    public abstract static class Call {
        private final Duration permitTimeout;
        private final Executor context = ThreadContext.capture();
        private volatile long start = System.nanoTime();

        /** @param permitTimeout maximum wait for a permit; zero for no limit */
        protected Call(Duration permitTimeout) {
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

        private void failStopped() {
            failUnsent("the application stops, and no permit was available in time", null);
        }

        private void failTimedOut() {
            failUnsent(
                    "the call waited "
                            + Duration.ofNanos(System.nanoTime() - start).toMillis()
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
        this.permits = new ConcurrencyLimiter(maxConcurrentRequests);
        this.maxThreads = (int) Math.min(Integer.MAX_VALUE / 2, 2L * maxConcurrentRequests);
        this.executor = executor;
        this.worker = worker;
    }

    /** Returns the permits of calls in flight. */
    public ConcurrencyLimiter permits() {
        return permits;
    }

    /**
     * Runs a call on another thread, or on the current one if that belongs to the component or no other is available.
     *
     * @param maxWaiting maximum number of calls that wait without a thread
     * @return whether the call was completed on the current thread, as the return value of Camel's
     *     {@code AsyncProcessor}
     */
    public boolean dispatch(Call call, int maxWaiting) {
        if (worker.get() != null) {
            return dispatchHere(call);
        }
        if (!permits.tryAcquire()) {
            if (enqueue(call, maxWaiting)) {
                return false;
            }
            if (!acquire(call)) {
                call.done(true);
                return true;
            }
        }
        if (increment(threads, maxThreads)) {
            execute(() -> runAndRelease(call), call);
            return false;
        }
        runAndRelease(call);
        call.done(true);
        return true;
    }

    /** Runs a call on the current thread. Always returns true. */
    public boolean dispatchHere(Call call) {
        if (acquire(call)) {
            runAndRelease(call);
        }
        call.done(true);
        return true;
    }

    private boolean acquire(Call call) {
        try {
            if (permits.acquire(call.remaining())) {
                return true;
            }
            if (permits.isStopped()) {
                call.failStopped();
            } else {
                call.failTimedOut();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            call.failUnsent("the thread was interrupted while it waited for a permit", e);
        }
        return false;
    }

    /** Lets a call wait without a thread. Returns false if too many already do. */
    private boolean enqueue(Call call, int maxWaiting) {
        if (!increment(queued, maxWaiting)) {
            return false;
        }
        if (!increment(threads, maxThreads + maxWaiting)) {
            queued.decrementAndGet();
            return false;
        }
        permits.request().thenAccept(granted -> {
            queued.decrementAndGet();
            if (!granted) {
                execute(call::failStopped, call);
            } else {
                execute(
                        () -> {
                            if (call.remaining().isZero()) {
                                permits.release();
                                call.failTimedOut();
                            } else {
                                runAndRelease(call);
                            }
                        },
                        call);
            }
        });
        return true;
    }

    private static boolean increment(AtomicInteger number, int max) {
        return number.getAndUpdate(count -> count < max ? count + 1 : count) < max;
    }

    /** Runs a task and continues the route on the thread that is reserved for the call. */
    private void execute(Runnable task, Call call) {
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

    private void runAndRelease(Call call) {
        try {
            call.run();
        } finally {
            permits.release();
        }
    }

    /** Fails the calls that wait for a permit, and those that would have to wait from now on. */
    public void stop() {
        permits.stop();
    }
}
