/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import java.time.Duration;

/**
 * Rate limit of an account as a component configures it.
 *
 * @param requestsPerSecond maximum number of calls per second; 0 = unlimited
 * @param cooldown how long no call is sent after the service has refused one for exceeding the rate limit
 */
public record RateLimitSettings(double requestsPerSecond, Duration cooldown) {
    /**
     * Validates the settings.
     *
     * @throws IllegalArgumentException if {@code requestsPerSecond} is negative or not finite, or {@code cooldown} is
     *     negative
     */
    public RateLimitSettings {
        requireRate(requestsPerSecond);
        if (cooldown.isNegative()) {
            throw new IllegalArgumentException(
                    "Option rateLimitCooldown is " + cooldown.toMillis() + " ms; allowed values are 0 ms or more");
        }
    }

    static void requireRate(double requestsPerSecond) {
        if (requestsPerSecond < 0 || !Double.isFinite(requestsPerSecond)) {
            throw new IllegalArgumentException("Option requestsPerSecond is " + requestsPerSecond
                    + "; allowed values are 0 (unlimited) and positive numbers of calls per second");
        }
    }

    /** Returns settings with the lower of both rates and the longer of both cooldowns. */
    RateLimitSettings strictest(RateLimitSettings other) {
        double lower = requestsPerSecond == 0 || other.requestsPerSecond == 0
                ? Math.max(requestsPerSecond, other.requestsPerSecond)
                : Math.min(requestsPerSecond, other.requestsPerSecond);
        return new RateLimitSettings(lower, cooldown.compareTo(other.cooldown) > 0 ? cooldown : other.cooldown);
    }

    @Override
    public String toString() {
        return "requestsPerSecond=" + requestsPerSecond + ", rateLimitCooldown=" + cooldown.toMillis() + " ms";
    }
}
