/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.dispatch;

import io.docproc.camel.internal.concurrency.ConcurrencyLimiter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Parks calls that wait for a worker thread, so that they occupy no thread. Thread-safe.
 *
 * <p>All worker threads may be waiting for a parked call, which no caller can run itself. Therefore the newest call
 * gets an additional thread if a permit is available and no call starts for one second. A slow route has the
 * same symptoms, so the number of additional threads is limited.
 */
final class WaitingCalls {
    private static final Duration STALL = Duration.ofSeconds(1);

    private final WorkerThreads workers;
    private final ConcurrencyLimiter permits;
    private final ConcurrencyLimiter threads;
    private final int maxSurplus;
    private final AtomicInteger parked = new AtomicInteger();
    private final AtomicInteger surplus = new AtomicInteger();
    private final AtomicBoolean monitored = new AtomicBoolean();

    /** @param maxSurplus maximum number of additional threads */
    WaitingCalls(WorkerThreads workers, ConcurrencyLimiter permits, ConcurrencyLimiter threads, int maxSurplus) {
        this.workers = workers;
        this.permits = permits;
        this.threads = threads;
        this.maxSurplus = maxSurplus;
    }

    /**
     * Parks a call if it may wait without a thread.
     *
     * @param thread request for a worker thread
     * @param done called with true when the thread is granted, or with false when the request is withdrawn
     * @return whether the call is parked
     */
    boolean park(PendingCall call, ConcurrencyLimiter.Request thread, Consumer<Boolean> done) {
        int limit = call.maxWaitingRequests();
        if (parked.getAndUpdate(count -> count < limit ? count + 1 : count) >= limit) {
            return false;
        }
        try {
            Optional<Future<?>> timeout = call.permitTimeout().isZero()
                    ? Optional.empty()
                    : Optional.of(workers.schedule(thread::withdraw, Duration.ofNanos(call.timeLeft())));
            monitor();
            thread.whenDone(granted -> {
                parked.decrementAndGet();
                timeout.ifPresent(timeoutTask -> timeoutTask.cancel(false));
                done.accept(granted);
            });
            return true;
        } catch (RejectedExecutionException e) {
            parked.decrementAndGet();
            return false;
        }
    }

    private void monitor() {
        if (!monitored.getAndSet(true)) {
            checkLater();
        }
    }

    /** Compares grants, because a permit that is available before and after a second may have been in use between. */
    private void checkLater() {
        long before = grants();
        boolean available = permits.hasFree();
        workers.schedule(
                () -> {
                    if (available && parked.get() > 0 && grants() == before) {
                        addThread();
                    }
                    continueMonitoring();
                },
                STALL);
    }

    private long grants() {
        return permits.grants() + threads.grants();
    }

    private void continueMonitoring() {
        if (parked.get() > 0) {
            checkLater();
            return;
        }
        monitored.set(false);
        if (parked.get() > 0) {
            monitor();
        }
    }

    private void addThread() {
        if (surplus.getAndUpdate(count -> Math.min(maxSurplus, count + 1)) < maxSurplus && !threads.grantNewest()) {
            releaseThread();
        }
    }

    /** Releases a worker thread. If an additional thread was granted, the number of threads shrinks by one instead. */
    void releaseThread() {
        if (surplus.getAndUpdate(count -> Math.max(0, count - 1)) == 0) {
            threads.release();
        }
    }
}
