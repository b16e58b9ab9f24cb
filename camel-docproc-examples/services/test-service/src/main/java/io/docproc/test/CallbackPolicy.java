/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import java.time.Duration;

/**
 * Attempts to deliver a callback. The values are not documented by the service.
 *
 * @param attempts the maximum number of requests, until a response has status 2xx
 * @param timeout the maximum duration of a request
 * @param backoff the delay before the second request, doubled before each further one
 */
public record CallbackPolicy(int attempts, Duration timeout, Duration backoff) {
    private static final int MAX_DOUBLINGS = 20;

    /**
     * Checks the numbers. Throws an {@link IllegalArgumentException} if {@code attempts} is less than 1, the timeout
     * not positive, or the delay negative.
     */
    public CallbackPolicy {
        if (attempts < 1 || timeout.isNegative() || timeout.isZero() || backoff.isNegative()) {
            throw new IllegalArgumentException(
                    "The callback policy is " + attempts + " attempts, timeout " + timeout + ", backoff " + backoff
                            + "; allowed are at least 1 attempt, a timeout above 0 and a backoff from 0.");
        }
    }

    /** Returns the delay after a number of unsuccessful requests. */
    public Duration delayAfter(int requests) {
        return backoff.multipliedBy(1L << Math.min(requests - 1, MAX_DOUBLINGS));
    }
}
