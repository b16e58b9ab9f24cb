/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import java.time.Duration;
import java.util.Optional;

/**
 * Determines when a call of an account may be sent. One instance serves all calls of an account; an implementation with
 * shared state can serve several nodes. Implementations are thread-safe.
 */
public interface RateLimiter {
    /** Maximum wait of a caller that waits without a limit. */
    Duration UNLIMITED = Duration.ofNanos(Long.MAX_VALUE);

    /**
     * Waits for a permit to send one call. The component acquires the permit when the request is ready and its
     * connection is established, and then sends the call immediately. A cooldown delays every permit, even if it starts
     * during the wait.
     *
     * @param maxWait maximum wait, at most {@link #UNLIMITED}
     * @return the permit; empty if none can be granted within {@code maxWait}, possibly before the time has passed
     * @throws InterruptedException if the thread is interrupted while it waits; no permit is granted then. The component
     *     interrupts the calls that wait while the application stops
     * @throws RateLimiterException if the state of the limiter is not available; the call then fails unsent and
     *     retryable
     */
    Optional<Permit> acquire(Duration maxWait) throws InterruptedException;

    /**
     * Starts a cooldown, during which no permit is granted, because the service has refused a call for exceeding its
     * rate limit. Never shortens a cooldown that has already started. Throws no exception.
     *
     * @param duration length of the cooldown from now
     */
    void startCooldown(Duration duration);

    /** Returns the remaining time of the cooldown, as far as this node knows it; zero if there is none. Does not block. */
    Duration cooldownRemaining();

    /** Permission to send one call. The holder calls exactly one of the two methods; further calls have no effect. */
    interface Permit {
        /** Records that the first byte of the request has just been sent. */
        void sent();

        /** Releases the permit, because the call was cancelled before its first byte was sent. */
        void release();
    }
}
