/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.http.ComponentRateLimits.AccountRateLimit;
import io.docproc.camel.ratelimit.RateLimiter.Permit;
import io.docproc.camel.ratelimit.RateLimiterException;
import java.io.InterruptedIOException;
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

    private final Set<Call> calls = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;

    /** Accepts calls again after a stop. */
    public void start() {
        stopped = false;
    }

    /** Cancels all calls and rejects further ones. */
    public void stop() {
        stopped = true;
        calls.forEach(call -> call.cancel(STOPPED));
    }

    /** Cancels the calls of a client. */
    void stop(Object client) {
        calls.stream().filter(call -> call.client == client).forEach(call -> call.cancel(STOPPED));
    }

    /**
     * Begins a call on the current thread and starts its deadline. The call is in flight until it is closed.
     *
     * @param client makes the call, for {@link #stop(Object)}
     * @param rateLimit grants the permit of the call
     * @param limit the deadline of the call
     * @param settings the conditions of the call
     * @param abort closes the connection of the call
     * @throws DocprocTransportException if the component is stopped, or no thread is available for the
     *     deadline
     */
    Call begin(
            Object client,
            AccountRateLimit rateLimit,
            CallDeadline limit,
            String operation,
            CallSettings settings,
            Runnable abort) {
        Call call = new Call(client, rateLimit, limit, settings, abort);
        calls.add(call);
        try {
            if (stopped) {
                throw notSent(operation, "the component is stopped", null);
            }
            call.startLimit();
            return call;
        } catch (RejectedExecutionException e) {
            call.close();
            throw notSent(operation, "the component is stopped", e);
        } catch (RuntimeException e) {
            call.close();
            throw e;
        }
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
        private final Object client;
        private final AccountRateLimit rateLimit;
        private final CallDeadline limit;
        private final CallSettings settings;
        private volatile Runnable abort;
        private volatile CallDeadline.Countdown countdown;
        private volatile String cancelled;
        private Permit permit;
        private boolean sendingStarted;
        private boolean awaitsPermit;
        private boolean interrupted;
        private boolean closed;

        private Call(
                Object client, AccountRateLimit rateLimit, CallDeadline limit, CallSettings settings, Runnable abort) {
            this.client = client;
            this.rateLimit = rateLimit;
            this.limit = limit;
            this.settings = settings;
            this.abort = abort;
        }

        /** Starts the time limit from zero. */
        private void startLimit() {
            countdown = limit.start(this::abortAndInterrupt);
        }

        private void stopLimit() {
            if (countdown != null) {
                countdown.close();
            }
        }

        /** Cancels the call. The first reason is reported. */
        private void cancel(String reason) {
            cancelled = cancelled == null ? reason : cancelled;
            abortAndInterrupt();
        }

        /** Cancels the call only while it waits for its permit. Once it has the permit, it is sent, and the stop waits for it. */
        private void cancelWait(String reason) {
            synchronized (this) {
                if (!awaitsPermit) {
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
            if (permit != null && rateLimit.cooldownRemaining().isZero()) {
                return false;
            }
            endPermit();
            stopLimit();
            Optional<Permit> granted;
            setAwaitsPermit(true);
            try {
                granted = rateLimit.acquire(
                        settings.maxWait().get(),
                        () -> cancelWait(
                                "the call was cancelled because the application stops before the rate limit grants a permit"));
            } catch (InterruptedException e) {
                restoreInterrupt();
                throw new NotSentException("the thread was interrupted while it waited for its rate-limit permit", e);
            } catch (RateLimiterException e) {
                throw new NotSentException(e.getMessage(), e);
            } finally {
                setAwaitsPermit(false);
            }
            permit = granted.orElse(null);
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
