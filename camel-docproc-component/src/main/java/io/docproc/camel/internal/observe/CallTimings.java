/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import java.time.Duration;

/**
 * Number and durations of the calls of one operation with one outcome.
 *
 * @param count the number of calls
 * @param total the sum of their durations, each from the permit to the completion
 * @param max the longest duration
 */
public record CallTimings(long count, Duration total, Duration max) {
    static final CallTimings NONE = new CallTimings(0, Duration.ZERO, Duration.ZERO);

    /** Returns the mean duration; zero without calls. */
    public Duration mean() {
        return count == 0 ? Duration.ZERO : total.dividedBy(count);
    }

    /** Returns the sum of these and other timings. */
    CallTimings and(CallTimings others) {
        return new CallTimings(
                count + others.count, total.plus(others.total), max.compareTo(others.max) > 0 ? max : others.max);
    }
}
