/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.http.ComponentRateLimits.AccountRateLimit;
import io.docproc.camel.ratelimit.RateLimiter.Permit;
import io.docproc.camel.ratelimit.RateLimiterException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;

/**
 * In-flight calls of a component, and the reads that precede them. Each of them is cancelled when its deadline expires,
 * all of a client when the client stops, and all when the component stops. Thread-safe.
 */
public final class CallsInFlight {
    private static final String STOPPED = "the call was cancelled because the component stops";

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final Set<Call> calls = ConcurrentHashMap.newKeySet();
    private volatile boolean stopping;
    private volatile boolean stopped;

    /** Accepts calls again after a stop. */
    public void start() {
        stopping = false;
        stopped = false;
    }

    /**
     * Fails the calls that wait for a rate-limit permit as unsent, because the application stops. Later calls get a permit
     * only if it is available within a second.
     */
    public void startShutdown() {
        stopping = true;
        calls.forEach(call -> call.cancel(
                "the call was cancelled because the application stops before the rate limit grants a permit", true));
    }

    /** Cancels all calls and rejects further ones. */
    public void stop() {
        stopped = true;
        calls.forEach(call -> call.cancel(STOPPED, false));
    }

    /** Cancels the calls of a client. */
    void stop(ServiceClient client) {
        calls.stream().filter(call -> call.client == client).forEach(call -> call.cancel(STOPPED, false));
    }

    /**
     * Begins a call on the current thread and starts its deadline. The call is in flight until it is closed.
     *
     * @param client makes the call
     * @param settings the conditions of the call
     * @param abort closes the connection of the call
     * @throws DocprocTransportException if the client or the component is stopped
     */
    Call begin(ServiceClient client, String operation, CallSettings settings, Runnable abort) {
        Call call = new Call(client, settings, abort);
        calls.add(call);
        RejectedExecutionException rejected = null;
        try {
            call.startLimit();
        } catch (RejectedExecutionException e) {
            rejected = e;
        }
        if (stopped || client.stopped || rejected != null) {
            call.close();
            throw notSent(operation, "the component is stopped", rejected);
        }
        return call;
    }

    static DocprocException notSent(String operation, String reason, Throwable cause) {
        return DocprocTransportException.notSent(ServiceFailure.local(operation, 0, reason), cause);
    }

    /**
     * A call that other threads can cancel at any time. A cancellation closes the connection, which aborts sending and the
     * wait for the response. It also interrupts the thread, which aborts the wait for a permit and reading the document.
     */
    final class Call implements AutoCloseable {
        private final Thread thread = Thread.currentThread();
        private final ServiceClient client;
        private final CallSettings settings;
        private volatile Runnable abort;
        private volatile CallDeadline.Countdown countdown;
        private volatile String cancelled;
        private Permit permit;
        private boolean sendingStarted;
        private boolean awaitsPermit;
        private boolean interrupted;
        private boolean closed;

        private Call(ServiceClient client, CallSettings settings, Runnable abort) {
            this.client = client;
            this.settings = settings;
            this.abort = abort;
        }

        /** Starts the time limit from zero. */
        private void startLimit() {
            countdown = client.limit.start(this::abortAndInterrupt);
        }

        private void stopLimit() {
            if (countdown != null) {
                countdown.close();
            }
        }

        /**
         * Cancels the call. The first reason is reported.
         *
         * @param onlyWaiting whether a call that has its permit is sent nevertheless; the stop waits for it
         */
        private void cancel(String reason, boolean onlyWaiting) {
            synchronized (this) {
                if (onlyWaiting && !awaitsPermit) {
                    return;
                }
                cancelled = cancelled == null ? reason : cancelled;
            }
            abortAndInterrupt();
        }

        private synchronized void setAwaitsPermit(boolean awaits) {
            awaitsPermit = awaits;
        }

        /** An interrupt that is already pending has another cause, and remains set after the call. */
        private void abortAndInterrupt() {
            abort.run();
            synchronized (this) {
                if (!closed && !thread.isInterrupted()) {
                    interrupted = true;
                    thread.interrupt();
                }
            }
        }

        /** Returns the reason for the cancellation; empty if the call was not cancelled. */
        Optional<String> cancellationReason() {
            if (cancelled != null) {
                return Optional.of(cancelled);
            }
            return countdown == null ? Optional.empty() : countdown.expiryReason();
        }

        /**
         * Waits for a rate-limit permit, unless there is one and no cooldown has started since. The time limit is suspended
         * during the wait and then starts from zero.
         *
         * @return whether it has waited
         * @throws NotSentException if the call is cancelled or interrupted while it waits, or no permit is granted in time
         */
        boolean awaitPermit() throws NotSentException {
            AccountRateLimit rateLimit = client.rateLimit;
            if (permit != null && rateLimit.cooldownRemaining().isZero()) {
                return false;
            }
            endPermit();
            stopLimit();
            setAwaitsPermit(true);
            try {
                Duration maximum = settings.maxWait().get();
                permit = rateLimit
                        .acquire(stopping && maximum.compareTo(SECOND) > 0 ? SECOND : maximum)
                        .orElse(null);
            } catch (InterruptedException e) {
                restoreInterrupt();
                throw new NotSentException("the thread was interrupted while it waited for its rate-limit permit", e);
            } catch (RateLimiterException e) {
                throw new NotSentException(e.getMessage(), e);
            } finally {
                setAwaitsPermit(false);
            }
            if (cancellationReason().isPresent()) {
                throw new NotSentException("the call was cancelled", null);
            }
            try {
                startLimit();
            } catch (RejectedExecutionException e) {
                throw new NotSentException("the component is stopped", e);
            }
            if (permit == null) {
                throw new NotSentException(
                        "the rate limit grants no permit within permitTimeout or before the shutdown; the remaining"
                                + " cooldown is "
                                + rateLimit.cooldownRemaining().toMillis()
                                + " ms; nothing was sent; retry later",
                        null);
            }
            settings.precondition().run();
            return true;
        }

        void startSending() {
            sendingStarted = true;
        }

        /** Returns whether sending has started, so that the request may have reached the service. */
        boolean sendingStarted() {
            return sendingStarted;
        }

        /** Records that the server has processed nothing of what was sent. */
        void notReceived() {
            sendingStarted = false;
        }

        /** Records that the first bytes have been sent. */
        void sent() {
            if (permit != null) {
                permit.sent();
                permit = null;
            }
        }

        /** Returns the permit to the account, unless the first byte may have been sent. */
        private void endPermit() {
            if (sendingStarted) {
                sent();
            } else if (permit != null) {
                permit.release();
                permit = null;
            }
        }

        /** Restores the interrupt status that the wait has cleared, unless the interrupt was meant for this call only. */
        private synchronized void restoreInterrupt() {
            if (interrupted) {
                interrupted = false;
            } else {
                thread.interrupt();
            }
        }

        /**
         * Returns an unused permit, disables further cancellations, and clears an interrupt that was meant for the call. A timer may keep its task
         * and this object, so the reference to the request and its body is removed.
         */
        @Override
        public void close() {
            endPermit();
            abort = () -> {};
            stopLimit();
            synchronized (this) {
                closed = true;
                if (interrupted) {
                    Thread.interrupted();
                }
            }
            calls.remove(this);
        }
    }

    /** The call failed before anything was sent. */
    static final class NotSentException extends InterruptedIOException {
        private static final long serialVersionUID = 1L;

        private NotSentException(String reason, Throwable cause) {
            super(reason);
            initCause(cause);
        }
    }
}
