/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import io.docproc.camel.internal.context.ContextPlugins;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.ShutdownStrategy;
import org.apache.camel.support.LifecycleStrategySupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rate limits of all accounts that a Camel context uses. They outlive the components: a restarted component continues
 * with the rate and the cooldown of its account. Thread-safe.
 */
public final class AccountRateLimits extends LifecycleStrategySupport {
    private static final Logger LOG = LoggerFactory.getLogger(AccountRateLimits.class);

    private final ShutdownDeadline shutdown = new ShutdownDeadline();
    private final Map<Object, SharedRateLimit> limits = new HashMap<>();

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

    private AccountRateLimits() {}

    /** Returns the rate limits of a context. Creates them at the first call. */
    public static AccountRateLimits of(CamelContext context) {
        return ContextPlugins.getOrCreate(context, AccountRateLimits.class, () -> {
            AccountRateLimits limits = new AccountRateLimits();
            context.addLifecycleStrategy(limits);
            return limits;
        });
    }

    /**
     * Registers a component that uses an account. If components of the same account have different settings, the
     * strictest ones apply to all of them.
     *
     * @param baseUrl base URL of the service
     * @param appId app id of the account
     * @param settings settings of the component
     * @return the rate limit of the account for this component
     */
    public AccountRateLimit register(URI baseUrl, String appId, RateLimitSettings settings) {
        Account account = Account.of(baseUrl, appId);
        return register(account, new LocalRateLimiter(settings.requestsPerSecond()), settings);
    }

    /**
     * Registers a component with its own rate limiter.
     *
     * @param limiter limiter of the account
     * @param cooldown duration of the cooldown that the component configures
     * @return the rate limit of the account for this component
     */
    public AccountRateLimit register(RateLimiter limiter, Duration cooldown) {
        return register(limiter, limiter, new RateLimitSettings(limiter.requestsPerSecond(), cooldown));
    }

    private synchronized AccountRateLimit register(Object key, RateLimiter limiter, RateLimitSettings settings) {
        SharedRateLimit shared = limits.computeIfAbsent(key, unknown -> new SharedRateLimit(limiter, shutdown));
        AccountRateLimit limit = new AccountRateLimit(shared, Optional.empty());
        shared.add(limit, settings)
                .ifPresent(strictest -> LOG.warn(
                        "Components with different rate limits use {}; the strictest limits apply to all of them: {}",
                        key,
                        strictest));
        return limit;
    }

    /** Cancels the calls that cannot get a permit within Camel's shutdown timeout. */
    public void startShutdown(CamelContext context) {
        ShutdownStrategy strategy = context.getShutdownStrategy();
        shutdown.start(Duration.ofNanos(strategy.getTimeUnit().toNanos(strategy.getTimeout())));
        synchronized (this) {
            limits.values().forEach(SharedRateLimit::cancelLateCalls);
        }
    }

    @Override
    public void onContextStarting(CamelContext context) {
        shutdown.clear();
    }
}
