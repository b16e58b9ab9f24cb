/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.ratelimit.AccountRateLimit;
import io.docproc.camel.ratelimit.AccountRateLimits;
import io.docproc.camel.ratelimit.RateLimitSettings;
import io.docproc.camel.ratelimit.RateLimiter;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.camel.CamelContext;

/**
 * Rate limits of the accounts that a component uses. Components of the same context share the rate limit of an account.
 * Thread-safe after {@link #start}.
 */
public final class ComponentRateLimits {
    private final Supplier<Optional<RateLimiter>> custom;
    private final Map<List<Object>, AccountRateLimit> inUse = new ConcurrentHashMap<>();
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
        return custom.get()
                .map(own -> inUse.computeIfAbsent(List.of(own), limiter -> accounts.register(own, settings.cooldown())))
                .orElseGet(() -> inUse.computeIfAbsent(
                        List.of(baseUrl, appId), account -> accounts.register(baseUrl, appId, settings)));
    }

    /** Returns the rate limits that have been used since the start. */
    public Collection<AccountRateLimit> inUse() {
        return inUse.values();
    }

    /** Fails the waiting calls whose permit cannot be granted within Camel's shutdown timeout. */
    public void startShutdown(CamelContext context) {
        accounts.startShutdown(context);
    }

    /** Releases the rate limits of all accounts. Their state is kept for other components and for the next start. */
    public void stop() {
        inUse.values().forEach(AccountRateLimit::close);
        inUse.clear();
    }
}
