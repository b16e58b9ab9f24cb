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
    /** Returns the mean duration; zero without calls. */
    public Duration mean() {
        return count == 0 ? Duration.ZERO : total.dividedBy(count);
    }
}
