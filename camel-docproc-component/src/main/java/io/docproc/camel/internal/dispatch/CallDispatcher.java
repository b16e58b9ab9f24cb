/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.dispatch;

import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.internal.concurrency.ConcurrencyLimiter;
import io.docproc.camel.internal.observe.CallStatistics;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the calls that share one {@code maxConcurrentRequests}. Each call holds a permit while it is in flight. Its
 * worker thread continues the route and is occupied until then, so that a slow route slows its source down. A call that
 * starts on a worker thread stays on it. If a permit but no worker thread is available, the caller runs the call
 * itself, because the worker threads may be waiting for this call. Thread-safe.
 */
public final class CallDispatcher {
    private static final Logger LOG = LoggerFactory.getLogger(CallDispatcher.class);
    private static final Duration MIN_THREAD_WAIT = Duration.ofMillis(100);
    private static final Duration MAX_THREAD_WAIT = Duration.ofSeconds(5);

    private final WorkerThreads workers;
    private final CallStatistics statistics;
    private final ConcurrencyLimiter permits;
    private final ConcurrencyLimiter threads;
    private final WaitingCalls parked;
    private final SerialRunner starts = new SerialRunner();
    private final Set<ConcurrencyLimiter.Request> waiting = ConcurrentHashMap.newKeySet();
    private volatile boolean stopping;

    /**
     * Creates a dispatcher.
     *
     * @throws IllegalArgumentException if {@code maxConcurrentRequests} is below 1
     */
    CallDispatcher(int maxConcurrentRequests, WorkerThreads workers, CallStatistics statistics) {
        this.workers = workers;
        this.statistics = statistics;
        this.permits = new ConcurrencyLimiter(maxConcurrentRequests);
        this.threads = new ConcurrencyLimiter(maxConcurrentRequests);
        this.parked = new WaitingCalls(workers, permits, threads, maxConcurrentRequests);
    }

    /** Returns the permits of calls in flight. */
    public ConcurrencyLimiter permits() {
        return permits;
    }

    /**
     * Runs a call on a worker thread, or on the current thread if no worker thread is available.
     *
     * @return whether the call was completed on the current thread, as the return value of Camel's
     *     {@code AsyncProcessor}
     */
    public boolean dispatch(PendingCall call) {
        if (workers.isWorker()) {
            return dispatchHere(call);
        }
        ConcurrencyLimiter.Request thread = threads.request();
        if (!thread.isGranted() && park(call, thread)) {
            return false;
        }
        try {
            if (awaitThread(thread, call)) {
                start(call);
                return false;
            }
            call.execute(permits);
        } catch (InterruptedException e) {
            failInterrupted(call, e);
        } catch (DocprocTransportException e) {
            call.fail(e);
        }
        call.done(true);
        return true;
    }

    /** Runs a call on the current thread. Always returns true. */
    public boolean dispatchHere(PendingCall call) {
        executeWithPermit(call);
        call.done(true);
        return true;
    }

    /**
     * Waits for a worker thread.
     *
     * @return false if the caller has acquired a permit instead, to run the call itself
     */
    private boolean awaitThread(ConcurrencyLimiter.Request thread, PendingCall call) throws InterruptedException {
        while (!await(thread, call, Math.min(maxThreadWait(call.operation()), call.timeLeft() / 2))) {
            if (permits.tryAcquire()) {
                if (thread.withdraw()) {
                    return false;
                }
                permits.release();
            }
        }
        return true;
    }

    /**
     * Returns how long a caller waits before it runs its call itself, in nanoseconds. This is the duration of the last
     * call of the operation, but at least 100 ms and at most 5 s. While the caller runs a call, it cannot submit the
     * next one to a worker thread.
     */
    private long maxThreadWait(String operation) {
        long call = statistics.last(operation).toNanos();
        return Math.min(MAX_THREAD_WAIT.toNanos(), Math.max(MIN_THREAD_WAIT.toNanos(), call));
    }

    /**
     * Waits for a thread or a permit.
     *
     * @return whether the request is granted; false if the call may continue to wait
     * @throws DocprocTransportException if the call has timed out, or the application is stopping
     */
    private boolean await(ConcurrencyLimiter.Request request, PendingCall call, long nanos)
            throws InterruptedException {
        waiting.add(request);
        try {
            if (stopping) {
                request.withdraw();
            }
            if (request.await(Math.min(nanos, call.timeLeft()))) {
                return true;
            }
        } finally {
            waiting.remove(request);
        }
        if (request.isWithdrawn()) {
            throw stopped(call);
        }
        if (call.timeLeft() <= 0 && request.withdraw()) {
            throw call.timedOut();
        }
        return request.isGranted();
    }

    private boolean park(PendingCall call, ConcurrencyLimiter.Request thread) {
        if (!parked.park(call, thread, granted -> unpark(call, thread, granted))) {
            return false;
        }
        waiting.add(thread);
        if (thread.isGranted() || thread.isWithdrawn()) {
            waiting.remove(thread);
        } else if (stopping) {
            thread.withdraw();
        }
        return true;
    }

    private void unpark(PendingCall call, ConcurrencyLimiter.Request thread, boolean granted) {
        waiting.remove(thread);
        if (granted) {
            starts.run(() -> startParked(call));
        } else {
            failParked(call, stopping ? stopped(call) : call.timedOut());
        }
    }

    private void startParked(PendingCall call) {
        try {
            start(call);
        } catch (DocprocTransportException e) {
            failParked(call, e);
        } catch (Throwable e) {
            failParked(call, noThread(call, e));
        }
    }

    private void failParked(PendingCall call, DocprocTransportException failure) {
        call.fail(failure);
        workers.continueUnsent(() -> call.done(false));
    }

    /**
     * Starts a call on a worker thread.
     *
     * @throws DocprocTransportException if no thread is available; the thread permit is released in this case
     */
    private void start(PendingCall call) {
        AtomicBoolean hasStarted = new AtomicBoolean();
        try {
            workers.executor().execute(() -> {
                if (!hasStarted.getAndSet(true)) {
                    work(call);
                }
            });
        } catch (Throwable e) {
            if (hasStarted.getAndSet(true)) {
                LOG.warn("A call of docproc:{} continues although its executor failed", call.operation(), e);
                return;
            }
            parked.releaseThread();
            throw noThread(call, e);
        }
    }

    private DocprocTransportException noThread(PendingCall call, Throwable e) {
        boolean stopped = workers.executor().isShutdown();
        return call.unsent(stopped ? "the component is stopped" : "no thread is available for the call: " + e, e);
    }

    private void work(PendingCall call) {
        AtomicBoolean workerInRoute = call.markWorkerInRoute();
        try {
            workers.work(() -> {
                executeWithPermit(call);
                call.done(false);
            });
        } finally {
            workerInRoute.set(false);
            parked.releaseThread();
        }
    }

    private void executeWithPermit(PendingCall call) {
        try {
            ConcurrencyLimiter.Request permit = permits.request();
            while (!await(permit, call, Long.MAX_VALUE)) {
                LOG.trace("docproc:{} still waits for a permit", call.operation());
            }
            call.execute(permits);
        } catch (InterruptedException e) {
            failInterrupted(call, e);
        } catch (DocprocTransportException e) {
            call.fail(e);
        }
    }

    private static void failInterrupted(PendingCall call, InterruptedException e) {
        Thread.currentThread().interrupt();
        call.fail(call.unsent("the thread was interrupted while it waited for a permit", e));
    }

    private static DocprocTransportException stopped(PendingCall call) {
        return call.unsent("the application stops, and no permit was available in time", null);
    }

    /** Fails the calls that wait for a thread or a permit, and those that would have to wait from now on. */
    void failWaiting() {
        stopping = true;
        waiting.forEach(ConcurrencyLimiter.Request::withdraw);
    }
}
