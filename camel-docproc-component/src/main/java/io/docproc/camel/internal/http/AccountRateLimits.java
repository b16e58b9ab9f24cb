/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.internal.context.ContextPlugins;
import io.docproc.camel.ratelimit.BucketRateLimiter;
import io.docproc.camel.ratelimit.RateLimiter;
import io.docproc.camel.ratelimit.RateLimiter.Permit;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.camel.CamelContext;
import org.apache.camel.support.LifecycleStrategySupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rate limiters of all accounts that a Camel context uses. They outlive the components: a restarted component continues
 * with the rate and the cooldown of its account. Of many accounts, idle ones are removed. Thread-safe.
 */
final class AccountRateLimits extends LifecycleStrategySupport {
    private static final Logger LOG = LoggerFactory.getLogger(AccountRateLimits.class);
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    /** Number of accounts from which idle ones are removed, with the options of the components that have used them. */
    private static final int MANY = 100;

    private final Map<Object, Account> accounts = new HashMap<>();
    private final Set<Runnable> cancellations = ConcurrentHashMap.newKeySet();
    private final LongSupplier clock;
    private long removedIdleAt;
    private volatile boolean stopping;

    AccountRateLimits() {
        this(System::nanoTime);
    }

    /** Creates an object with another clock in nanoseconds, so that tests need not wait. */
    AccountRateLimits(LongSupplier clock) {
        this.clock = clock;
        this.removedIdleAt = clock.getAsLong();
    }

    /** An account with its components, whose strictest options apply to all of them. */
    private static final class Account {
        private final boolean custom;
        private final RateLimiter limiter;
        private final Set<ComponentRateLimits> components = new LinkedHashSet<>();
        private Duration cooldown = Duration.ZERO;
        private int callsInProgress;
        private long idleFrom;

        Account(Object key, long now) {
            idleFrom = now;
            custom = key instanceof RateLimiter;
            limiter = custom ? (RateLimiter) key : new BucketRateLimiter(0);
        }

        /** Applies the strictest options. Returns whether the options of the components differ. */
        boolean applyOptions() {
            cooldown = components.stream()
                    .map(ComponentRateLimits::configuredCooldown)
                    .max(Duration::compareTo)
                    .orElse(cooldown);
            if (!custom) {
                ((BucketRateLimiter) limiter)
                        .setRequestsPerSecond(components.stream()
                                .mapToDouble(ComponentRateLimits::configuredRate)
                                .filter(rate -> rate > 0)
                                .min()
                                .orElse(0));
            }
            return components.stream()
                            .map(component -> List.of(component.configuredRate(), component.configuredCooldown()))
                            .distinct()
                            .count()
                    > 1;
        }

        void keepUntil(long time) {
            idleFrom = time - idleFrom > 0 ? time : idleFrom;
        }

        boolean isIdle(long now) {
            return callsInProgress == 0 && now - idleFrom > 0;
        }
    }

    /** Returns the rate limiters of a context. */
    static AccountRateLimits of(CamelContext context) {
        return ContextPlugins.getOrCreate(context, AccountRateLimits.class, () -> {
            AccountRateLimits limits = new AccountRateLimits();
            context.addLifecycleStrategy(limits);
            return limits;
        });
    }

    /**
     * Waits for a permit of an account; at most one second while the application stops.
     *
     * @param key identifies the account; a custom rate limiter is its own key
     * @param component component that makes the call
     * @param maximum maximum wait
     * @param cancellation interrupts the wait; run when the application begins to stop
     */
    Optional<Permit> acquire(Object key, ComponentRateLimits component, Duration maximum, Runnable cancellation)
            throws InterruptedException {
        Account account = begin(key, component);
        cancellations.add(cancellation);
        try {
            Duration limit = Duration.ofNanos(SECOND);
            return account.limiter.acquire(stopping && maximum.compareTo(limit) > 0 ? limit : maximum);
        } finally {
            cancellations.remove(cancellation);
            end(account);
        }
    }

    private synchronized Account begin(Object key, ComponentRateLimits component) {
        Account account = account(key, component);
        account.callsInProgress++;
        return account;
    }

    private synchronized void end(Account account) {
        account.callsInProgress--;
        double rate = account.limiter.requestsPerSecond();
        account.keepUntil(clock.getAsLong() + (long) (2 * SECOND / (rate > 0 ? Math.min(rate, 1) : 1)));
    }

    private Account account(Object key, ComponentRateLimits component) {
        long now = clock.getAsLong();
        if (accounts.size() > MANY && now - removedIdleAt > SECOND) {
            removedIdleAt = now;
            accounts.values().removeIf(account -> account.isIdle(now));
        }
        Account account = accounts.computeIfAbsent(key, unknown -> new Account(key, now));
        account.keepUntil(now + SECOND);
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

    /** Returns the limit of an account in calls per second; 0 if it is unlimited or unknown. */
    synchronized double requestsPerSecond(Object key, ComponentRateLimits component) {
        return account(key, component).limiter.requestsPerSecond();
    }

    /** Starts the cooldown of an account. */
    void startCooldown(Object key, ComponentRateLimits component) {
        Account account;
        Duration cooldown;
        synchronized (this) {
            account = account(key, component);
            cooldown = account.cooldown;
            account.keepUntil(clock.getAsLong() + cooldown.toNanos());
        }
        account.limiter.startCooldown(cooldown);
    }

    /** Returns the remaining cooldown of an account; zero if there is none. */
    synchronized Duration cooldownRemaining(Object key) {
        Account account = accounts.get(key);
        return account == null ? Duration.ZERO : account.limiter.cooldownRemaining();
    }

    /** Returns the limiters of the accounts that a component uses. */
    synchronized List<RateLimiter> limitersOf(ComponentRateLimits component) {
        return accounts.values().stream()
                .filter(account -> account.components.contains(component))
                .map(account -> account.limiter)
                .toList();
    }

    /** Returns the number of accounts that are not removed. */
    synchronized int size() {
        return accounts.size();
    }

    /** Removes a component. The state of its accounts is kept for other components and for its next start. */
    synchronized void remove(ComponentRateLimits component) {
        for (Account account : accounts.values()) {
            if (account.components.remove(component) && !account.components.isEmpty()) {
                account.applyOptions();
            }
        }
    }

    /** Cancels the waiting calls. Later calls get a permit only if it is available within a second. */
    void startShutdown() {
        stopping = true;
        cancellations.forEach(Runnable::run);
    }

    @Override
    public void onContextStarting(CamelContext context) {
        stopping = false;
    }
}
