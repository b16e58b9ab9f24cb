/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.call;

import io.docproc.camel.ratelimit.BucketRateLimiter;
import io.docproc.camel.ratelimit.RateLimiter;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.support.DefaultComponent;
import org.apache.camel.support.LRUCacheFactory;

/**
 * The gates of the accounts that a Camel context uses. Components of the context share the gate of an account. A gate
 * outlives the components: a restarted component continues with the rate, the cooldown and the outages of its account.
 * Thread-safe.
 */
public final class AccountGates {
    /** Maximum number of accounts of a context. Beyond it, the least recently used account is forgotten. */
    private static final int MAX_ACCOUNTS = 1000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Account, Shared> gates = LRUCacheFactory.newLRUCache(MAX_ACCOUNTS);
    private final InstantSource clock;
    private final AccountGate.Waits waits;

    /**
     * Options of a gate.
     *
     * @param rateLimiter the rate limiter of the application; empty for one of this context
     * @param requestsPerSecond maximum number of calls per second; 0 = unlimited
     * @param cooldown how long no call is sent after the service has refused one for exceeding its rate limit
     */
    public record Options(Optional<RateLimiter> rateLimiter, double requestsPerSecond, Duration cooldown) {
        /** @throws IllegalArgumentException if a value is out of range, also if it is not used */
        public void requireValid() {
            new BucketRateLimiter(requestsPerSecond);
            if (cooldown.isNegative()) {
                throw new IllegalArgumentException(
                        "Option rateLimitCooldown is " + cooldown.toMillis() + " ms; allowed values are 0 ms or more");
            }
        }

        private RateLimiter limiter() {
            requireValid();
            return rateLimiter.orElseGet(() -> new BucketRateLimiter(requestsPerSecond));
        }

        @Override
        public String toString() {
            return rateLimiter.map(limiter -> "rateLimiter").orElse("requestsPerSecond=" + requestsPerSecond)
                    + ", rateLimitCooldown=" + cooldown.toMillis() + " ms";
        }
    }

    private record Account(String origin, String appId) {
        static Account of(URI baseUrl, String appId) {
            String scheme = baseUrl.getScheme().toLowerCase(Locale.ROOT);
            int port = baseUrl.getPort() >= 0 ? baseUrl.getPort() : scheme.equals("https") ? 443 : 80;
            return new Account(scheme + "://" + baseUrl.getHost().toLowerCase(Locale.ROOT) + ":" + port, appId);
        }
    }

    private static final class Shared {
        private final Set<DefaultComponent> components = new HashSet<>();
        private Options options;
        private AccountGate gate;
    }

    /** Creates gates, whose waits no adjustment of the system clock changes. */
    public AccountGates() {
        Instant start = Instant.now();
        long nanos = System.nanoTime();
        clock = () -> start.plusNanos(System.nanoTime() - nanos);
        waits = AccountGate.Waits.TIMED;
    }

    /** Creates gates with a clock and waits of tests. */
    public AccountGates(InstantSource clock, AccountGate.Waits waits) {
        this.clock = clock;
        this.waits = waits;
    }

    /**
     * Returns the gate of an account.
     *
     * @param component the component that uses it until it stops, or is removed from the context
     * @throws IllegalArgumentException if another component uses the gate with other options
     */
    public AccountGate of(DefaultComponent component, URI baseUrl, String appId, Options options) {
        Account account = Account.of(baseUrl, appId);
        lock.lock();
        try {
            Shared shared = gates.computeIfAbsent(account, first -> new Shared());
            if (shared.gate == null || (!options.equals(shared.options) && isInUse(component))) {
                shared.components.removeIf(other -> !isInUse(other));
                if (!Set.of(component).containsAll(shared.components)) {
                    throw new IllegalArgumentException("Components of this context use the account at "
                            + account.origin + " with different options: " + shared.options + " and " + options
                            + "; the account has one limit, so set the same values on all of them");
                }
                shared.gate = new AccountGate(
                        "the account at " + account.origin, options.limiter(), options.cooldown, clock, waits);
                shared.options = options;
            }
            shared.components.add(component);
            return shared.gate;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether a component is in its context: Camel removes a component before it stops it. */
    private static boolean isInUse(DefaultComponent component) {
        CamelContext context = component.getCamelContext();
        return !component.isStoppingOrStopped()
                && context.getComponentNames().stream().anyMatch(name -> context.hasComponent(name) == component);
    }

    /** Ends the waits of all accounts, because the application stops; see {@link AccountGate#stop}. */
    public void stop(Duration rateWait) {
        all().forEach(shared -> shared.gate.stop(rateWait));
    }

    /** Lets calls wait again after a stop. */
    public void start() {
        all().forEach(shared -> shared.gate.start());
    }

    /** Returns the outage of a component's account that has lasted for the longest time; empty if there is none. */
    public Optional<AccountGate.Outage> longestOutage(DefaultComponent component) {
        return of(component)
                .flatMap(gate -> gate.longest().stream())
                .min(Comparator.comparing(AccountGate.Outage::since));
    }

    /** Returns the number of calls of a component's accounts that wait for an outage or for their next attempt. */
    public int awaitingOutage(DefaultComponent component) {
        return of(component).mapToInt(AccountGate::waiting).sum();
    }

    /** Returns the number of calls of a component's accounts that wait for a cooldown or a slot of the rate. */
    public int awaitingRate(DefaultComponent component) {
        return of(component).mapToInt(AccountGate::awaitingRate).sum();
    }

    /** Returns the longest remaining cooldown of a component's accounts; zero if there is none. */
    public Duration cooldownRemaining(DefaultComponent component) {
        return of(component)
                .map(AccountGate::cooldownRemaining)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    private Stream<AccountGate> of(DefaultComponent component) {
        return all().stream()
                .filter(shared -> shared.components.contains(component))
                .map(shared -> shared.gate);
    }

    private List<Shared> all() {
        lock.lock();
        try {
            return List.copyOf(gates.values());
        } finally {
            lock.unlock();
        }
    }
}
