/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.ratelimit.AccountRateLimit;
import io.docproc.camel.ratelimit.RateLimiter.Permit;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;

/**
 * A call that other threads can cancel at any time. Closing its connection ends a call that is being sent or awaits its
 * response. An interrupt ends a call that waits for its permit or reads its document.
 */
final class CancellableCall implements AutoCloseable {
    private final Thread thread = Thread.currentThread();
    private final CallDeadline limit;
    private volatile Runnable abort;
    private volatile Optional<CallDeadline.Countdown> countdown = Optional.empty();
    private volatile Optional<String> cancelled = Optional.empty();
    private boolean interrupted;
    private boolean closed;

    /**
     * @param abort closes the connection of the call
     * @param limit the time limit of the call
     */
    CancellableCall(Runnable abort, CallDeadline limit) {
        this.abort = abort;
        this.limit = limit;
    }

    /** Starts the time limit. If it is running, it starts again from zero. */
    void startLimit() {
        countdown.ifPresent(CallDeadline.Countdown::close);
        countdown = Optional.of(limit.start(this::end));
    }

    /** Ends the call because the component stops. */
    void stop() {
        cancel("the call was cancelled because the component stops");
    }

    private void cancel(String reason) {
        cancelled = Optional.of(reason);
        end();
    }

    private void end() {
        abort.run();
        interrupt();
    }

    /**
     * Interrupts the thread of the call. An interrupt that is already pending has another cause, and remains set after
     * the call.
     */
    private synchronized void interrupt() {
        if (!closed && !thread.isInterrupted()) {
            interrupted = true;
            thread.interrupt();
        }
    }

    /** Returns the reason for which the component ended the call; empty if it did not. */
    Optional<String> endReason() {
        return cancelled.or(() -> countdown.flatMap(CallDeadline.Countdown::expiryReason));
    }

    /**
     * Waits for the rate-limit permit of the call. The time limit is suspended during the wait and then starts from
     * zero.
     *
     * @throws NotSentException if the call is cancelled or interrupted while it waits, or no permit is granted in time
     */
    Permit awaitPermit(AccountRateLimit rateLimit, Duration maxWait) throws NotSentException {
        countdown.ifPresent(CallDeadline.Countdown::close);
        Optional<Permit> permit;
        try {
            permit = rateLimit.acquire(
                    maxWait,
                    () -> cancel(
                            "the call was cancelled because the application stops before the rate limit grants a permit"));
        } catch (InterruptedException e) {
            restoreForeignInterrupt();
            throw new NotSentException("the thread was interrupted while it waited for its rate-limit permit", e);
        }
        try {
            return requireUsable(permit, rateLimit);
        } catch (NotSentException e) {
            permit.ifPresent(Permit::release);
            throw e;
        }
    }

    private Permit requireUsable(Optional<Permit> permit, AccountRateLimit rateLimit) throws NotSentException {
        if (endReason().isPresent()) {
            throw new NotSentException("the call was cancelled", null);
        }
        try {
            startLimit();
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            throw new NotSentException("no thread for the call's time limit: " + e, e);
        }
        return permit.orElseThrow(() -> new NotSentException(
                "the rate limit grants no permit in the time that permitTimeout or a shutdown allows; a cooldown lasts"
                        + " another " + rateLimit.cooldownRemaining().toMillis() + " ms; nothing was sent",
                null));
    }

    /** Restores the interrupt status that the wait has cleared, unless the interrupt was meant for this call only. */
    private synchronized void restoreForeignInterrupt() {
        if (interrupted) {
            interrupted = false;
        } else {
            thread.interrupt();
        }
    }

    /**
     * Disables further cancellations, and clears an interrupt that was meant for the call. A timer may keep its task
     * and this object, so the reference to the request and its body is removed.
     */
    @Override
    public void close() {
        abort = () -> {};
        countdown.ifPresent(CallDeadline.Countdown::close);
        clearInterrupt();
    }

    private synchronized void clearInterrupt() {
        closed = true;
        if (interrupted) {
            Thread.interrupted();
        }
    }

    /** The component ended the call before it sent anything. */
    static final class NotSentException extends InterruptedIOException {
        private static final long serialVersionUID = 1L;

        private NotSentException(String reason, Throwable cause) {
            super(reason);
            initCause(cause);
        }
    }
}
