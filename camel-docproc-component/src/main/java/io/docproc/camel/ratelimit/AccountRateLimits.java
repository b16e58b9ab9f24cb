/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import io.docproc.camel.internal.context.ContextPlugins;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.ShutdownStrategy;
import org.apache.camel.support.LifecycleStrategySupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rate limits of all accounts that a Camel context uses. They outlive the components: a restarted component continues
 * with the rate and the cooldown of its account. A rate limit is released when no client has the account any more, and
 * neither an earlier call nor a cooldown would delay the next one. Thread-safe.
 */
public final class AccountRateLimits extends LifecycleStrategySupport {
    private static final Logger LOG = LoggerFactory.getLogger(AccountRateLimits.class);

    private static final long RELEASE_INTERVAL = Duration.ofSeconds(1).toNanos();

    private final ShutdownDeadline shutdown = new ShutdownDeadline();
    private final Map<Object, WeakReference<SharedRateLimit>> limits = new WeakHashMap<>();
    /** Limits whose state may matter although no client refers to them. */
    private final Set<SharedRateLimit> used = new HashSet<>();

    private long lastRelease = System.nanoTime();

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
     * @param waited adds up the time in nanoseconds that the calls of the component wait for permits; identifies the
     *     component
     * @return the rate limit of the account for this component
     */
    public AccountRateLimit register(URI baseUrl, String appId, RateLimitSettings settings, LongAdder waited) {
        return register(
                Account.of(baseUrl, appId), () -> new LocalRateLimiter(settings.requestsPerSecond()), settings, waited);
    }

    /**
     * Registers a component with its own rate limiter.
     *
     * @param limiter limiter of the account
     * @param cooldown duration of the cooldown that the component configures
     * @param waited adds up the time in nanoseconds that the calls of the component wait for permits; identifies the
     *     component
     * @return the rate limit of the account for this component
     */
    public AccountRateLimit register(RateLimiter limiter, Duration cooldown, LongAdder waited) {
        return register(limiter, () -> limiter, new RateLimitSettings(limiter.requestsPerSecond(), cooldown), waited);
    }

    private synchronized AccountRateLimit register(
            Object key, Supplier<RateLimiter> limiter, RateLimitSettings settings, LongAdder waited) {
        SharedRateLimit shared =
                Optional.ofNullable(limits.get(key)).map(WeakReference::get).orElseGet(() -> added(key, limiter.get()));
        return shared.user(waited).orElseGet(() -> added(key, shared, settings, waited));
    }

    private SharedRateLimit added(Object key, RateLimiter limiter) {
        if (System.nanoTime() - lastRelease > RELEASE_INTERVAL) {
            used.removeIf(SharedRateLimit::isIdle);
            lastRelease = System.nanoTime();
        }
        SharedRateLimit shared = new SharedRateLimit(key, limiter, shutdown, this::keep);
        // A key that exists already is not the one to which the new limit refers.
        limits.remove(key);
        limits.put(key, new WeakReference<>(shared));
        return shared;
    }

    private synchronized void keep(SharedRateLimit limit) {
        used.add(limit);
    }

    private static AccountRateLimit added(
            Object key, SharedRateLimit shared, RateLimitSettings settings, LongAdder waited) {
        AccountRateLimit limit = new AccountRateLimit(shared, Optional.empty(), waited);
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
            limits.values().stream()
                    .map(WeakReference::get)
                    .filter(Objects::nonNull)
                    .forEach(SharedRateLimit::cancelLateCalls);
        }
    }

    @Override
    public void onContextStarting(CamelContext context) {
        shutdown.clear();
    }
}
