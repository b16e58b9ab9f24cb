/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.ratelimit.RateLimiter.Permit;
import java.time.Duration;
import java.util.Optional;

/** Rate limit of an account as one component uses it. Holds no state, so that an idle account occupies no memory. */
public final class AccountRateLimit {
    private final ComponentRateLimits limits;
    private final Object account;
    private final Optional<Duration> maxWait;

    AccountRateLimit(ComponentRateLimits limits, Object account, Optional<Duration> maxWait) {
        this.limits = limits;
        this.account = account;
        this.maxWait = maxWait;
    }

    /**
     * Returns the same rate limit with a maximum wait, for calls that can be omitted, such as health checks. During a
     * cooldown these calls get no permit.
     */
    public AccountRateLimit withMaxWait(Duration maximum) {
        return new AccountRateLimit(limits, account, Optional.of(maximum));
    }

    /**
     * Waits for a permit.
     *
     * @param maximum maximum wait of this call; not used if {@link #withMaxWait} has set a maximum wait
     * @param cancellation run if the application stops during the wait; must interrupt the wait
     * @return the permit; empty if none can be granted in time
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    Optional<Permit> acquire(Duration maximum, Runnable cancellation) throws InterruptedException {
        if (maxWait.isPresent() && !cooldownRemaining().isZero()) {
            return Optional.empty();
        }
        return limits.acquire(account, maxWait.orElse(maximum), cancellation);
    }

    /** Returns the maximum number of calls per second; 0 if it is unlimited or unknown. */
    public double requestsPerSecond() {
        return limits.requestsPerSecond(account);
    }

    /** Starts the cooldown, which delays all unsent calls of the account. */
    public void startCooldown() {
        limits.startCooldown(account);
    }

    /** Returns the remaining time of the cooldown; zero if there is none. */
    public Duration cooldownRemaining() {
        return limits.cooldownRemaining(account);
    }
}
