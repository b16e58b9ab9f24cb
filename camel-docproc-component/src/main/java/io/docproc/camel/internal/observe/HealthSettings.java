/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import java.math.BigDecimal;
import java.time.Duration;

/**
 * Settings of a producer's health check.
 *
 * @param interval maximum age of the balance that the check uses
 * @param timeout maximum time that the check waits for the service
 * @param minimumBalance available balance below which the check reports DOWN
 */
public record HealthSettings(Duration interval, Duration timeout, BigDecimal minimumBalance) {
    /**
     * Creates settings from the options.
     *
     * @throws IllegalArgumentException if minimumBalance is negative or not finite
     */
    public static HealthSettings of(Duration interval, Duration timeout, double minimumBalance) {
        if (minimumBalance < 0 || !Double.isFinite(minimumBalance)) {
            throw new IllegalArgumentException(
                    "Option minimumBalance is " + minimumBalance + "; allowed is an amount of money from 0 up");
        }
        return new HealthSettings(
                interval, timeout, BigDecimal.valueOf(minimumBalance).stripTrailingZeros());
    }
}
