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
     * @param healthCheckInterval maximum age of the balance in milliseconds
     * @param healthCheckTimeout maximum wait in milliseconds
     * @throws IllegalArgumentException if healthCheckInterval or healthCheckTimeout is not above 0, or minimumBalance
     *     is negative or not finite
     */
    public static HealthSettings of(long healthCheckInterval, long healthCheckTimeout, double minimumBalance) {
        requirePositive("healthCheckInterval", healthCheckInterval);
        requirePositive("healthCheckTimeout", healthCheckTimeout);
        if (minimumBalance < 0 || !Double.isFinite(minimumBalance)) {
            throw new IllegalArgumentException(
                    "Option minimumBalance is " + minimumBalance + "; allowed is an amount of money from 0 up");
        }
        return new HealthSettings(
                Duration.ofMillis(healthCheckInterval),
                Duration.ofMillis(healthCheckTimeout),
                BigDecimal.valueOf(minimumBalance).stripTrailingZeros());
    }

    private static void requirePositive(String option, long milliseconds) {
        if (milliseconds <= 0) {
            throw new IllegalArgumentException(
                    "Option " + option + " is " + milliseconds + " ms; allowed is a duration above 0");
        }
    }
}
