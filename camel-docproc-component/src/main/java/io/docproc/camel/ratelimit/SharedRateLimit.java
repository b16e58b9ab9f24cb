/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import io.docproc.camel.ratelimit.RateLimiter.Permit;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** Rate limit of one account in one Camel context, shared by all components that use the account. Thread-safe. */
final class SharedRateLimit {
    private static final double SECOND = Duration.ofSeconds(1).toNanos();

    /** Referenced, because the map of the limits refers weakly to its keys. */
    @SuppressWarnings("unused")
    private final Object key;

    private final RateLimiter limiter;
    private final ShutdownDeadline shutdown;
    private final Consumer<SharedRateLimit> onUse;
    private final Map<AccountRateLimit, RateLimitSettings> users = new LinkedHashMap<>();
    private final Set<Runnable> cancellations = new LinkedHashSet<>();
    private volatile Duration cooldown = Duration.ZERO;

    /**
     * Creates the rate limit of an account.
     *
     * @param key identifies the account
     * @param onUse is run after each permit and cooldown, because the limiter then has a state that must be kept
     */
    SharedRateLimit(Object key, RateLimiter limiter, ShutdownDeadline shutdown, Consumer<SharedRateLimit> onUse) {
        this.key = key;
        this.limiter = limiter;
        this.shutdown = shutdown;
        this.onUse = onUse;
    }

    /** Returns whether a new limiter would grant the same permits. A custom limiter keeps its own state. */
    boolean isIdle() {
        return !(limiter instanceof LocalRateLimiter local) || local.isIdle();
    }

    Optional<Permit> tryAcquire(Duration maximum) throws InterruptedException {
        Optional<Permit> permit = limiter.tryAcquire(maximum);
        onUse.accept(this);
        return permit;
    }

    RateLimiter limiter() {
        return limiter;
    }

    /** Returns the rate limit of a component that was added, by the sum of its waits. */
    synchronized Optional<AccountRateLimit> user(LongAdder waited) {
        return users.keySet().stream().filter(user -> user.addsUpIn(waited)).findAny();
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
            onUse.accept(this);
            synchronized (cancellations) {
                cancellations.remove(cancellation);
            }
        }
    }

    void startCooldown() {
        limiter.startCooldown(cooldown);
        onUse.accept(this);
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
