/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.ratelimit.BucketRateLimiter;
import io.docproc.camel.ratelimit.RateLimiter;
import io.docproc.camel.ratelimit.RateLimiter.Permit;
import java.net.URI;
import java.time.Duration;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.LongAdder;
import org.apache.camel.CamelContext;

/**
 * Rate limits of the accounts that a component uses, with the component's options and statistics. Components of the same
 * context share the limit of an account. Thread-safe after the start.
 */
public final class ComponentRateLimits {
    private final LongAdder callsWaiting = new LongAdder();
    private final LongAdder waited = new LongAdder();
    private AccountRateLimits accounts = new AccountRateLimits();
    private Optional<RateLimiter> own = Optional.empty();
    private double configuredRate;
    private Duration configuredCooldown = Duration.ZERO;

    /** An account of the service, identified by the origin of {@code baseUrl} and the app id. */
    private record Account(String origin, String appId) {
        static Account of(URI baseUrl, String appId) {
            String scheme = baseUrl.getScheme().toLowerCase(Locale.ROOT);
            int port = baseUrl.getPort() >= 0 ? baseUrl.getPort() : scheme.equals("https") ? 443 : 80;
            return new Account(scheme + "://" + baseUrl.getHost().toLowerCase(Locale.ROOT) + ":" + port, appId);
        }

        /** Omits the app id, which is part of the credentials. */
        @Override
        public String toString() {
            return "the account at " + origin;
        }
    }

    /**
     * Starts with the rate limits of a context.
     *
     * @param context the context whose components share the limits
     * @param rateLimiter custom rate limiter for all calls of the component; empty for a limiter of each account
     * @param requestsPerSecond maximum number of calls per second of an account; 0 = unlimited
     * @param cooldown how long no call is sent after the service has refused one for exceeding the rate limit
     * @throws IllegalArgumentException if {@code requestsPerSecond} is negative or not finite, or {@code cooldown} is
     *     negative
     */
    public void start(
            CamelContext context, Optional<RateLimiter> rateLimiter, double requestsPerSecond, Duration cooldown) {
        start(AccountRateLimits.of(context), rateLimiter, requestsPerSecond, cooldown);
    }

    void start(
            AccountRateLimits limits, Optional<RateLimiter> rateLimiter, double requestsPerSecond, Duration cooldown) {
        if (cooldown.isNegative()) {
            throw new IllegalArgumentException(
                    "Option rateLimitCooldown is " + cooldown.toMillis() + " ms; allowed values are 0 ms or more");
        }
        accounts = limits;
        own = rateLimiter;
        configuredRate = new BucketRateLimiter(requestsPerSecond).requestsPerSecond();
        configuredCooldown = cooldown;
    }

    /** Returns the rate limit of an account. With a custom rate limiter, all accounts share its limit. */
    public AccountRateLimit of(URI baseUrl, String appId) {
        return new AccountRateLimit(this, Account.of(baseUrl, appId), Optional.empty());
    }

    Optional<Permit> acquire(Object account, Duration maximum, Runnable cancellation) throws InterruptedException {
        long start = System.nanoTime();
        callsWaiting.increment();
        try {
            return accounts.acquire(key(account), this, maximum, cancellation);
        } finally {
            callsWaiting.decrement();
            waited.add(System.nanoTime() - start);
        }
    }

    double requestsPerSecond(Object account) {
        return accounts.requestsPerSecond(key(account), this);
    }

    void startCooldown(Object account) {
        accounts.startCooldown(key(account), this);
    }

    Duration cooldownRemaining(Object account) {
        return accounts.cooldownRemaining(key(account));
    }

    private Object key(Object account) {
        return own.isPresent() ? own.get() : account;
    }

    double configuredRate() {
        return configuredRate;
    }

    Duration configuredCooldown() {
        return configuredCooldown;
    }

    /** Returns the lowest known limit of the component's accounts in calls per second; empty if there is none. */
    public OptionalDouble requestsPerSecond() {
        return accounts.limitersOf(this).stream()
                .mapToDouble(RateLimiter::requestsPerSecond)
                .filter(rate -> rate > 0)
                .min();
    }

    /** Returns the longest remaining cooldown of the component's accounts; zero if there is none. */
    public Duration cooldownRemaining() {
        return accounts.limitersOf(this).stream()
                .map(RateLimiter::cooldownRemaining)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    /** Returns the number of the component's calls that are waiting for a permit. */
    public int callsWaiting() {
        return callsWaiting.intValue();
    }

    /** Returns the total time that the component's calls have waited for permits. */
    public Duration waited() {
        return Duration.ofNanos(waited.sum());
    }

    /** Fails the waiting calls as unsent because the application stops. */
    public void startShutdown() {
        accounts.startShutdown();
    }

    /** Removes the component from its accounts. Their state is kept for other components and for the next start. */
    public void stop() {
        accounts.remove(this);
    }
}
