/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.job;

import java.time.Duration;

/**
 * How patiently a webhook is called. The service documents nothing of it.
 *
 * @param attempts calls at most, until one is answered with a 2xx status
 * @param timeout how long one call may take
 * @param backOff the wait before the second call, doubled before each further one
 */
public record CallbackPolicy(int attempts, Duration timeout, Duration backOff) {
    /** Three calls of at most 30 seconds each, one and two seconds apart. */
    public static final CallbackPolicy DEFAULT = new CallbackPolicy(3, Duration.ofSeconds(30), Duration.ofSeconds(1));

    public CallbackPolicy {
        if (attempts < 1 || timeout.isNegative() || timeout.isZero() || backOff.isNegative()) {
            throw new IllegalArgumentException(
                    "callbacks need at least one attempt, a time-out above 0 and a back-off of at least 0");
        }
    }

    /** The wait after so many calls in vain. */
    Duration delayAfter(int attempts) {
        return backOff.multipliedBy(1L << Math.min(attempts - 1, 20));
    }
}
