/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.ratelimit.AccountRateLimit;
import io.docproc.camel.ratelimit.AccountRateLimits;
import io.docproc.camel.ratelimit.RateLimitSettings;
import io.docproc.camel.ratelimit.RateLimiter;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.apache.camel.CamelContext;

/**
 * Rate limits of the accounts that a component uses. Components of the same context share the rate limit of an account.
 * Thread-safe after {@link #start}.
 */
public final class ComponentRateLimits {
    private final Supplier<Optional<RateLimiter>> custom;
    /** The rate limits that a client has. A client that is no longer used releases the rate limit of its account. */
    private final Set<AccountRateLimit> inUse =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private final LongAdder waited = new LongAdder();
    private AccountRateLimits accounts;
    private RateLimitSettings settings;

    /**
     * Creates the rate limits of a component.
     *
     * @param custom supplies the component's custom rate limiter; empty if it has none
     */
    public ComponentRateLimits(Supplier<Optional<RateLimiter>> custom) {
        this.custom = custom;
    }

    /** Starts with the rate limits of a context. The settings apply to accounts without a custom rate limiter. */
    public void start(CamelContext context, RateLimitSettings newSettings) {
        settings = newSettings;
        accounts = AccountRateLimits.of(context);
    }

    /** Returns the rate limit of an account. With a custom {@code rateLimiter}, all accounts share its limit. */
    AccountRateLimit of(URI baseUrl, String appId) {
        AccountRateLimit limit = custom.get()
                .map(own -> accounts.register(own, settings.cooldown(), waited))
                .orElseGet(() -> accounts.register(baseUrl, appId, settings, waited));
        inUse.add(limit);
        return limit;
    }

    /** Returns the rate limits of the accounts that are in use. */
    public Collection<AccountRateLimit> inUse() {
        synchronized (inUse) {
            return List.copyOf(inUse);
        }
    }

    /** Returns the total time that calls of the component have waited for permits. */
    public Duration waited() {
        return Duration.ofNanos(waited.sum());
    }

    /** Fails the waiting calls whose permit cannot be granted within Camel's shutdown timeout. */
    public void startShutdown(CamelContext context) {
        accounts.startShutdown(context);
    }

    /** Releases the rate limits of all accounts. Their state is kept for other components and for the next start. */
    public void stop() {
        inUse().forEach(AccountRateLimit::close);
        inUse.clear();
    }
}
