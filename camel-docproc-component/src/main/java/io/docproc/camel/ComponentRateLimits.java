/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.ratelimit.AccountRateLimit;
import io.docproc.camel.ratelimit.AccountRateLimits;
import io.docproc.camel.ratelimit.RateLimitSettings;
import io.docproc.camel.ratelimit.RateLimiter;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.CamelContext;

/**
 * Rate limits of the accounts that a component uses. Components of the same context share the rate limit of an account.
 * Thread-safe after {@link #start()}.
 */
final class ComponentRateLimits {
    private final DocprocComponent component;
    private final Map<List<Object>, AccountRateLimit> inUse = new ConcurrentHashMap<>();
    private AccountRateLimits accounts;
    private RateLimitSettings settings;

    ComponentRateLimits(DocprocComponent component) {
        this.component = component;
    }

    /**
     * Reads the rate-limit options of the component.
     *
     * @throws IllegalArgumentException if an option is out of range
     */
    void start() {
        Duration cooldown = Duration.ofMillis(component.getRateLimitCooldown());
        settings = new RateLimitSettings(component.getRequestsPerSecond(), cooldown);
        accounts = AccountRateLimits.of(component.getCamelContext());
    }

    /** Returns the rate limit of an account. With a custom {@code rateLimiter}, all accounts share its limit. */
    AccountRateLimit of(URI baseUrl, String appId) {
        RateLimiter own = component.getRateLimiter();
        return own == null
                ? inUse.computeIfAbsent(List.of(baseUrl, appId), account -> accounts.register(baseUrl, appId, settings))
                : inUse.computeIfAbsent(List.of(own), limiter -> accounts.register(own, settings.cooldown()));
    }

    /** Returns the rate limits that have been used since the start. */
    Collection<AccountRateLimit> inUse() {
        return inUse.values();
    }

    /** Fails the waiting calls whose permit cannot be granted within Camel's shutdown timeout. */
    void startShutdown(CamelContext context) {
        accounts.startShutdown(context);
    }

    /** Releases the rate limits of all accounts. Their state is kept for other components and for the next start. */
    void stop() {
        inUse.values().forEach(AccountRateLimit::close);
        inUse.clear();
    }
}
