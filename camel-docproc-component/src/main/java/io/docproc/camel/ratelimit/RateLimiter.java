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
     * @return the permit; empty if none can be granted within {@code maxWait}. The empty result is returned early, as
     *     soon as it is certain.
     * @throws InterruptedException if the thread is interrupted while it waits; no permit is granted then
     * @throws RateLimiterException if the state of the limiter is not available; the call then fails unsent and
     *     retryable
     */
    Optional<Permit> acquire(Duration maxWait) throws InterruptedException;

    /**
     * Acquires a permit for a call that can be omitted, such as a health check. Does not wait for the end of a
     * cooldown.
     *
     * @param maxWait maximum wait, at most {@link #UNLIMITED}
     * @return the permit; empty during a cooldown, and if none can be granted within {@code maxWait}
     * @throws InterruptedException if the thread is interrupted while it waits; no permit is granted then
     */
    default Optional<Permit> tryAcquire(Duration maxWait) throws InterruptedException {
        return cooldownRemaining().isZero() ? acquire(maxWait) : Optional.empty();
    }

    /**
     * Starts a cooldown, during which no permit is granted, because the service has refused a call for exceeding its
     * rate limit. Never shortens a cooldown that has already started.
     *
     * @param duration length of the cooldown from now
     */
    void startCooldown(Duration duration);

    /** Returns the remaining time of the cooldown; zero if there is none. */
    Duration cooldownRemaining();

    /** Returns the maximum number of calls per second; 0 if it is unlimited or unknown. */
    default double requestsPerSecond() {
        return 0;
    }

    /** Permission to send one call. The holder calls exactly one of the two methods; further calls have no effect. */
    interface Permit {
        /** Records that the first byte of the request has just been sent. */
        void sent();

        /** Returns the unused permit, because the call was cancelled before its first byte was sent. */
        void release();
    }
}
