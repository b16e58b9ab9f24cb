/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.ratelimit.RateLimiter;
import java.time.Duration;

/**
 * Limits of the wait for a permit.
 *
 * @param maxWaitingRequests maximum number of exchanges that wait without a thread, at least 0
 * @param permitTimeout maximum wait for a permit; zero for no limit
 */
public record WaitSettings(int maxWaitingRequests, Duration permitTimeout) {
    /**
     * Validates the settings.
     *
     * @throws IllegalArgumentException if maxWaitingRequests is negative
     */
    public WaitSettings {
        if (maxWaitingRequests < 0) {
            throw new IllegalArgumentException("Option maxWaitingRequests is " + maxWaitingRequests
                    + "; allowed is a number from 0 up, where 0 means that the caller's thread waits");
        }
    }

    /**
     * Returns the time for which a call may still wait; {@link RateLimiter#UNLIMITED} without a limit.
     *
     * @param arrival the {@link System#nanoTime()} at which the call arrived
     */
    public Duration remaining(long arrival) {
        if (permitTimeout.isZero()) {
            return RateLimiter.UNLIMITED;
        }
        return Duration.ofNanos(Math.max(0, permitTimeout.toNanos() - (System.nanoTime() - arrival)));
    }
}
