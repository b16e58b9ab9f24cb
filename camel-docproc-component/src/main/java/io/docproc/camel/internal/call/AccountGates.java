/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.call;

import io.docproc.camel.internal.http.ServiceAccount;
import io.docproc.camel.ratelimit.BucketRateLimiter;
import io.docproc.camel.ratelimit.RateLimiter;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import org.apache.camel.CamelContext;
import org.apache.camel.support.DefaultComponent;
import org.apache.camel.support.LRUCacheFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gates of the accounts that a Camel context uses. Components of the context share the gate of an account. A gate
 * outlives the components: a restarted component continues with the rate, the cooldown and the outages of its account.
 * Thread-safe.
 */
public final class AccountGates {
    private static final Logger LOG = LoggerFactory.getLogger(AccountGates.class);
    /** Maximum number of accounts of a context. Beyond it, the least recently used account is forgotten. */
    public static final int MAX_ACCOUNTS = 1000;

    private final Map<Account, Shared> gates = LRUCacheFactory.newLRUCache(MAX_ACCOUNTS);
    private final InstantSource clock;
    private final AccountGate.Waits waits;
    /** The end of the waits for the rate since a stop; null before a stop. */
    private Instant stopDeadline;

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

        @Override
        public String toString() {
            return rateLimiter.map(limiter -> "rateLimiter").orElse("requestsPerSecond=" + requestsPerSecond)
                    + ", rateLimitCooldown=" + cooldown.toMillis() + " ms";
        }
    }

    private record Account(String origin, String appId) {}

    private static final class Shared {
        private final Set<DefaultComponent> components = Collections.newSetFromMap(new WeakHashMap<>());
        private Options options;
        /** The limiter of this context, which is not used if the application has one. */
        private BucketRateLimiter limiter;

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
     * @param component the component that uses it until {@link #leave}, or until it is removed from the context
     * @throws IllegalArgumentException if another component uses the gate with other options, or an option is out of range
     */
    public synchronized AccountGate of(DefaultComponent component, URI baseUrl, String appId, Options options) {
        Account account = new Account(ServiceAccount.origin(baseUrl), appId);
        Shared shared = Optional.ofNullable(gates.get(account)).orElseGet(Shared::new);
        if (shared.gate == null || (!shared.components.contains(component) && isInUse(component))) {
            join(shared, component, account, options);
            gates.put(account, shared);
        }
        return shared.gate;
    }

    private void join(Shared shared, DefaultComponent component, Account account, Options options) {
        shared.components.removeIf(other -> !isInUse(other));
        boolean isChanged = !options.equals(shared.options);
        if (isChanged && !shared.components.isEmpty()) {
            throw new IllegalArgumentException("Components of this context use the account at " + account.origin
                    + " with different options: " + shared.options + " and " + options
                    + "; the account has one limit, so set the same values on all of them");
        }
        if (isChanged) {
            options.requireValid();
            shared.options = options;
            shared.limiter = new BucketRateLimiter(options.requestsPerSecond);
            shared.gate = new AccountGate(
                    "the account at " + account.origin,
                    options.rateLimiter.orElse(shared.limiter),
                    options.cooldown,
                    clock,
                    waits);
            if (stopDeadline != null) {
                shared.gate.stop(Duration.between(clock.instant(), stopDeadline));
            }
        }
        shared.components.add(component);
    }

    /** Ends the use of all gates by a component that stops. */
    public synchronized void leave(DefaultComponent component) {
        gates.values().forEach(shared -> shared.components.remove(component));
    }

    /**
     * Changes the rate of the accounts that a component uses, also for the other components that use them, and for the calls
     * that wait for a slot.
     *
     * @throws IllegalArgumentException if the rate is out of range
     */
    public synchronized void setRequestsPerSecond(DefaultComponent component, double requestsPerSecond) {
        new BucketRateLimiter(requestsPerSecond);
        gates.values().stream()
                .filter(shared -> shared.components.contains(component))
                .forEach(shared -> {
                    shared.limiter.setRequestsPerSecond(requestsPerSecond);
                    shared.options =
                            new Options(shared.options.rateLimiter, requestsPerSecond, shared.options.cooldown);
                    LOG.info(
                            "The rate of {} is now {} calls per second; 0 = unlimited", shared.gate, requestsPerSecond);
                });
    }

    /** Returns whether a component is in its context: Camel removes a component before it stops it. */
    private static boolean isInUse(DefaultComponent component) {
        CamelContext context = component.getCamelContext();
        return !component.isStoppingOrStopped()
                && context.getComponentNames().stream().anyMatch(name -> context.hasComponent(name) == component);
    }

    /** Ends the waits of all accounts, because the application stops; see {@link AccountGate#stop}. */
    public synchronized void stop(Duration rateWait) {
        stopDeadline = clock.instant().plus(rateWait);
        gates.values().forEach(shared -> shared.gate.stop(rateWait));
    }

    /** Lets calls wait again after a stop. */
    public synchronized void start() {
        stopDeadline = null;
        gates.values().forEach(shared -> shared.gate.start());
    }
}
