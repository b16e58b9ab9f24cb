/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.completion;

import java.time.Duration;

/**
 * Exponential backoff: each delay is twice the previous one, up to a maximum.
 *
 * @param initial the first delay
 * @param max the maximum delay
 */
public record Backoff(Duration initial, Duration max) {
    private static final int MAX_DOUBLINGS = 20;

    /**
     * Returns the delay after this number of earlier attempts: {@code initial}, doubled for each of them, at most
     * {@code max}.
     */
    public Duration delay(int attempts) {
        return min(initial.multipliedBy(1L << Math.min(attempts, MAX_DOUBLINGS)), max);
    }

    /** Returns the shorter one of two durations. */
    public static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** Returns the longer one of two durations. */
    public static Duration max(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
