/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;

/**
 * In-flight requests of a component, and the reads that precede them. Each of them is cancelled when its time limit expires,
 * all of an owner when the owner stops, and all when the component stops. Thread-safe.
 */
public final class CallsInFlight {
    private static final String STOPPED = "the call was cancelled because the component stops";

    private final Timer timer;
    private final Set<Call> calls = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;

    /**
     * Creates the calls of a component.
     *
     * @param timer enforces the time limits
     */
    public CallsInFlight(Timer timer) {
        this.timer = timer;
    }

    /** Runs a task after a delay. */
    @FunctionalInterface
    public interface Timer {
        /**
         * Schedules a task.
         *
         * @return the scheduled task; the caller cancels it if the call completes earlier
         */
        Future<?> schedule(Runnable task, Duration delay);
    }

    /** Returns why a call has ended that has lasted for {@code callTimeout}. */
    public static String exceeded(Duration callTimeout) {
        return "the call took longer than callTimeout, " + callTimeout.toMillis() + " ms";
    }

    /** Accepts calls again after a stop. */
    public void start() {
        stopped = false;
    }

    /** Cancels all calls and rejects further ones. */
    public void stop() {
        stopped = true;
        calls.forEach(call -> call.cancel(STOPPED));
    }

    /** Returns whether all calls are cancelled. */
    boolean isStopped() {
        return stopped;
    }

    /** Cancels the calls of an owner. */
    void stop(Object owner) {
        calls.stream().filter(call -> call.owner == owner).forEach(call -> call.cancel(STOPPED));
    }

    /**
     * Begins a call on the current thread. The call is in flight until it is closed.
     *
     * @param callTimeout limit on the total duration; zero for no limit. Socket timeouts are no such limit: they start
     *     again with each byte, and they do not apply to a peer that stops reading
     * @param abort closes the connection of the call; must not block
     * @throws RejectedExecutionException if the component is stopped
     */
    public Call begin(Object owner, Duration callTimeout, Runnable abort) {
        Call call = new Call(owner, abort);
        calls.add(call);
        try {
            if (!callTimeout.isZero()) {
                call.timeout = timer.schedule(() -> call.cancel(exceeded(callTimeout)), callTimeout);
            }
            if (stopped) {
                throw new RejectedExecutionException("the component is stopped");
            }
            return call;
        } catch (RejectedExecutionException e) {
            call.close();
            throw e;
        }
    }

    /**
     * A call that other threads can cancel at any time. A cancellation closes the connection, which aborts sending and the
     * wait for the response. It also interrupts the thread, which aborts reading the document.
     */
    public final class Call implements AutoCloseable {
        private final Thread thread = Thread.currentThread();
        private final Object owner;
        private Runnable abort;
        private Future<?> timeout;
        private volatile String reason;
        private boolean interrupted;

        private Call(Object owner, Runnable abort) {
            this.owner = owner;
            this.abort = abort;
        }

        /** Cancels the call. The first reason is reported. An interrupt that is already pending has another cause. */
        private synchronized void cancel(String cause) {
            if (abort != null) {
                reason = reason == null ? cause : reason;
                abort.run();
                if (!thread.isInterrupted()) {
                    interrupted = true;
                    thread.interrupt();
                }
            }
        }

        /** Returns the reason for the cancellation; empty if the call was not cancelled. */
        public Optional<String> cancellationReason() {
            return Optional.ofNullable(reason);
        }

        /**
         * Disables further cancellations, and clears an interrupt that was meant for the call. A timer may keep its task
         * and this object, so the reference to the request and its body is removed.
         */
        @Override
        public void close() {
            if (timeout != null) {
                timeout.cancel(false);
            }
            synchronized (this) {
                abort = null;
                if (interrupted) {
                    Thread.interrupted();
                }
            }
            calls.remove(this);
        }
    }
}
