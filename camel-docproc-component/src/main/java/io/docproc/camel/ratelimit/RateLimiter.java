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
     * Waits for a permit to send one call. The component then leases a connection and sends the call. The cooldown of an
     * account is no concern of its limiter: a permit that is granted during a cooldown is released.
     *
     * @param maxWait maximum wait, at most {@link #UNLIMITED}
     * @return the permit; empty if none can be granted within {@code maxWait}, possibly before the time has passed
     * @throws InterruptedException if the thread is interrupted while it waits; no permit is granted then. The component
     *     interrupts the calls that wait while the application stops
     * @throws RateLimiterException if the state of the limiter is not available; the call then fails unsent and
     *     retryable
     */
    Optional<Permit> acquire(Duration maxWait) throws InterruptedException;

    /** Permission to send one call. The holder calls exactly one of the two methods; further calls have no effect. */
    interface Permit {
        /** Records that the first byte of the request has just been sent. */
        void sent();

        /** Releases the permit, because the call was cancelled before its first byte was sent. */
        void release();
    }
}
