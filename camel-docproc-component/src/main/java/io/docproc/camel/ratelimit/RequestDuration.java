/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import java.time.Duration;

/** Time that the recent requests of one kind took from their submission to the response. Not thread-safe. */
final class RequestDuration {
    /** Longest duration in nanoseconds to which a node adapts. It limits the number of slots that a node reserves. */
    private static final long MAXIMUM = Duration.ofSeconds(1).toNanos();
    /** Part of the difference by which a faster request shortens the estimate. */
    private static final int DECAY = 8;

    private long nanos;

    void add(long duration) {
        nanos = Math.min(MAXIMUM, Math.max(duration, nanos - (nanos - duration) / DECAY));
    }

    long nanos() {
        return nanos;
    }
}
