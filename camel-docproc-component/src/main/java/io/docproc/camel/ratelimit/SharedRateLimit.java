/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import io.docproc.camel.ratelimit.RateLimiter.Permit;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Rate limit of one account in one Camel context, shared by all components that use the account. Thread-safe. */
final class SharedRateLimit {
    private static final double SECOND = Duration.ofSeconds(1).toNanos();

    private final RateLimiter limiter;
    private final ShutdownDeadline shutdown;
    private final Map<AccountRateLimit, RateLimitSettings> users = new LinkedHashMap<>();
    private final Set<Runnable> cancellations = new LinkedHashSet<>();
    private volatile Duration cooldown = Duration.ZERO;

    SharedRateLimit(RateLimiter limiter, ShutdownDeadline shutdown) {
        this.limiter = limiter;
        this.shutdown = shutdown;
    }

    RateLimiter limiter() {
        return limiter;
    }

    /**
     * Adds a component. If the settings of the components differ, returns the strictest settings, which apply to all of
     * them.
     */
    synchronized Optional<RateLimitSettings> add(AccountRateLimit user, RateLimitSettings settings) {
        boolean differs = users.values().stream().anyMatch(other -> !other.equals(settings));
        users.put(user, settings);
        RateLimitSettings strictest = apply();
        return differs ? Optional.of(strictest) : Optional.empty();
    }

    /** Removes a component. The state of the limiter remains for components that start later. */
    synchronized void remove(AccountRateLimit user) {
        if (users.remove(user) != null && !users.isEmpty()) {
            apply();
        }
    }

    private RateLimitSettings apply() {
        RateLimitSettings strictest =
                users.values().stream().reduce(RateLimitSettings::strictest).orElseThrow();
        cooldown = strictest.cooldown();
        if (limiter instanceof LocalRateLimiter local) {
            local.limitTo(strictest.requestsPerSecond());
        }
        return strictest;
    }

    /**
     * Waits for a permit.
     *
     * @param maximum maximum wait
     * @param cancellation interrupts the wait; run if the application stops before the permit can be granted
     */
    Optional<Permit> acquire(Duration maximum, Runnable cancellation) throws InterruptedException {
        synchronized (cancellations) {
            cancellations.add(cancellation);
        }
        try {
            Duration remaining = shutdown.remaining();
            return limiter.acquire(maximum.compareTo(remaining) < 0 ? maximum : remaining);
        } finally {
            synchronized (cancellations) {
                cancellations.remove(cancellation);
            }
        }
    }

    void startCooldown() {
        limiter.startCooldown(cooldown);
        if (shutdown.isSet()) {
            cancelLateCalls();
        }
    }

    /** Cancels the calls that cannot get a permit before the application has stopped. */
    void cancelLateCalls() {
        double timeout = shutdown.remaining().toNanos();
        double wait = limiter.cooldownRemaining().toNanos();
        double interval = limiter.requestsPerSecond() == 0 ? 0 : SECOND / limiter.requestsPerSecond();
        synchronized (cancellations) {
            for (Runnable cancellation : cancellations) {
                wait += interval;
                if (wait > timeout) {
                    cancellation.run();
                }
            }
        }
    }
}
