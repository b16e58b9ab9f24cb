/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.ratelimit.BucketRateLimiter;
import io.docproc.camel.ratelimit.RateLimiter;
import io.docproc.camel.ratelimit.RateLimiter.Permit;
import java.net.URI;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.apache.camel.CamelContext;
import org.apache.camel.support.LRUCacheFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rate limits of the accounts that a component uses. Components of the same context share the limiter of an account, to
 * which the strictest of their options apply. Thread-safe after the start.
 */
public final class ComponentRateLimits {
    private static final Logger LOG = LoggerFactory.getLogger(ComponentRateLimits.class);
    /** Maximum number of accounts of a context. Beyond it, the least recently used account is forgotten. */
    private static final int MAX_ACCOUNTS = 1000;

    private final LongAdder callsWaiting = new LongAdder();
    private final LongAdder waited = new LongAdder();
    private Accounts accounts = new Accounts();
    private Optional<RateLimiter> own = Optional.empty();
    private double rate;
    private Duration cooldown = Duration.ZERO;

    /** Identifies an account of the service by the origin of {@code baseUrl} and the app id. */
    record AccountKey(String origin, String appId) {
        static AccountKey of(URI baseUrl, String appId) {
            String scheme = baseUrl.getScheme().toLowerCase(Locale.ROOT);
            int port = baseUrl.getPort() >= 0 ? baseUrl.getPort() : scheme.equals("https") ? 443 : 80;
            return new AccountKey(scheme + "://" + baseUrl.getHost().toLowerCase(Locale.ROOT) + ":" + port, appId);
        }

        /** Omits the app id, which is part of the credentials. */
        @Override
        public String toString() {
            return "the account at " + origin;
        }
    }

    /** An account with its components, whose strictest options apply to all of them. */
    private static final class Account {
        private final boolean custom;
        private final RateLimiter limiter;
        private final Set<ComponentRateLimits> components = new LinkedHashSet<>();
        private volatile Duration cooldown = Duration.ZERO;

        Account(Object key) {
            custom = key instanceof RateLimiter;
            limiter = custom ? (RateLimiter) key : new BucketRateLimiter(0);
        }

        /** Applies the strictest options. Returns whether the options of the components differ. */
        boolean applyOptions() {
            cooldown = components.stream()
                    .map(component -> component.cooldown)
                    .max(Duration::compareTo)
                    .orElse(cooldown);
            if (!custom) {
                ((BucketRateLimiter) limiter)
                        .setRequestsPerSecond(components.stream()
                                .mapToDouble(component -> component.rate)
                                .filter(rate -> rate > 0)
                                .min()
                                .orElse(0));
            }
            return components.stream()
                            .map(component -> List.of(component.rate, component.cooldown))
                            .distinct()
                            .count()
                    > 1;
        }
    }

    /**
     * Accounts that a Camel context uses. They outlive the components: a restarted component continues with the rate and
     * the cooldown of its account.
     */
    static final class Accounts {
        private final Map<Object, Account> accounts = LRUCacheFactory.newLRUCache(MAX_ACCOUNTS);

        private synchronized Account account(Object key, ComponentRateLimits component) {
            Account account = accounts.computeIfAbsent(key, Account::new);
            if (account.components.add(component) && account.applyOptions()) {
                LOG.warn(
                        "Components with different rate limits use {}; the strictest limits apply to all of them:"
                                + " requestsPerSecond={}, rateLimitCooldown={} ms",
                        key,
                        account.limiter.requestsPerSecond(),
                        account.cooldown.toMillis());
            }
            return account;
        }

        private synchronized List<RateLimiter> limitersOf(ComponentRateLimits component) {
            return accounts.values().stream()
                    .filter(account -> account.components.contains(component))
                    .map(account -> account.limiter)
                    .toList();
        }

        private synchronized void remove(ComponentRateLimits component) {
            for (Account account : accounts.values()) {
                if (account.components.remove(component) && !account.components.isEmpty()) {
                    account.applyOptions();
                }
            }
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
        start(
                SharedServices.ofContext(context, Accounts.class, Accounts::new),
                rateLimiter,
                requestsPerSecond,
                cooldown);
    }

    void start(Accounts limits, Optional<RateLimiter> rateLimiter, double requestsPerSecond, Duration cooldown) {
        if (cooldown.isNegative()) {
            throw new IllegalArgumentException(
                    "Option rateLimitCooldown is " + cooldown.toMillis() + " ms; allowed values are 0 ms or more");
        }
        accounts = limits;
        own = rateLimiter;
        rate = new BucketRateLimiter(requestsPerSecond).requestsPerSecond();
        this.cooldown = cooldown;
    }

    /** Returns the rate limit of an account. With a custom rate limiter, all accounts share its limit. */
    public AccountRateLimit of(URI baseUrl, String appId) {
        return new AccountRateLimit(AccountKey.of(baseUrl, appId), Optional.empty());
    }

    /** Rate limit of an account. Holds no state, so that an idle account occupies no memory. */
    public final class AccountRateLimit {
        private final AccountKey account;
        private final Optional<Duration> maxWait;

        private AccountRateLimit(AccountKey account, Optional<Duration> maxWait) {
            this.account = account;
            this.maxWait = maxWait;
        }

        /**
         * Returns the same rate limit with a maximum wait, for calls that can be omitted, such as health checks. During a
         * cooldown these calls get no permit.
         */
        public AccountRateLimit withMaxWait(Duration maximum) {
            return new AccountRateLimit(account, Optional.of(maximum));
        }

        /**
         * Waits for a permit.
         *
         * @param maximum maximum wait of this call; not used if {@link #withMaxWait} has set a maximum wait
         * @return the permit; empty if none can be granted in time
         * @throws InterruptedException if the thread is interrupted while it waits
         */
        Optional<Permit> acquire(Duration maximum) throws InterruptedException {
            if (maxWait.isPresent() && !cooldownRemaining().isZero()) {
                return Optional.empty();
            }
            long start = System.nanoTime();
            callsWaiting.increment();
            try {
                return account().limiter.acquire(maxWait.orElse(maximum));
            } finally {
                callsWaiting.decrement();
                waited.add(System.nanoTime() - start);
            }
        }

        /** Returns the maximum number of calls per second; 0 if it is unlimited or unknown. */
        public double requestsPerSecond() {
            return account().limiter.requestsPerSecond();
        }

        private Account account() {
            return accounts.account(own.isPresent() ? own.get() : account, ComponentRateLimits.this);
        }

        /**
         * Starts the cooldown, which delays all unsent calls of the account.
         *
         * @param minimum the shortest cooldown
         */
        public void startCooldown(Duration minimum) {
            Account refused = account();
            refused.limiter.startCooldown(minimum.compareTo(refused.cooldown) > 0 ? minimum : refused.cooldown);
        }

        /** Returns the remaining time of the cooldown; zero if there is none. */
        public Duration cooldownRemaining() {
            return account().limiter.cooldownRemaining();
        }
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

    /** Removes the component from its accounts. Their state is kept for other components and for the next start. */
    public void stop() {
        accounts.remove(this);
    }
}
