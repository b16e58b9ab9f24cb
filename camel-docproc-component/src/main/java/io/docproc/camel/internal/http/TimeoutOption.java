/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.time.Duration;

/** Validates the options that are timeouts. */
public final class TimeoutOption {
    private TimeoutOption() {}

    /**
     * Returns a timeout for which 0 means no limit.
     *
     * @param option the name of the option, for exception messages
     * @throws IllegalArgumentException if the timeout is negative
     */
    public static Duration orNoLimit(String option, long milliseconds) {
        return valid(option, milliseconds, 0, "a duration from 0 up, where 0 means no limit");
    }

    /**
     * Returns a timeout that has to be set.
     *
     * @param option the name of the option, for exception messages
     * @throws IllegalArgumentException if the timeout is not above 0
     */
    public static Duration positive(String option, long milliseconds) {
        return valid(option, milliseconds, 1, "a duration above 0");
    }

    private static Duration valid(String option, long milliseconds, long minimum, String allowed) {
        if (milliseconds < minimum) {
            throw new IllegalArgumentException(
                    "Option " + option + " is " + milliseconds + " ms; allowed is " + allowed);
        }
        return Duration.ofMillis(milliseconds);
    }
}
