/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import io.docproc.camel.ratelimit.RateLimiter.Permit;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/**
 * Rate limit of an account as one component uses it. All components of the account share the limiter; each component
 * has its own statistics. Thread-safe.
 */
public final class AccountRateLimit {
    private final SharedRateLimit shared;
    private final Optional<Duration> maxWait;
    private final LongAdder callsWaiting = new LongAdder();
    private final LongAdder waited;

    /** @param waited adds up the waits in nanoseconds */
    AccountRateLimit(SharedRateLimit shared, Optional<Duration> maxWait, LongAdder waited) {
        this.shared = shared;
        this.maxWait = maxWait;
        this.waited = waited;
    }

    /** Returns whether the waits of this component are added up there. */
    boolean addsUpIn(LongAdder sum) {
        return waited == sum;
    }

    /**
     * Returns the same rate limit with a maximum wait and its own statistics, for calls that can be omitted, such as
     * health checks. During a cooldown these calls get no permit.
     */
    public AccountRateLimit withMaxWait(Duration maximum) {
        return new AccountRateLimit(shared, Optional.of(maximum), new LongAdder());
    }

    /**
     * Waits for a permit.
     *
     * @param maximum maximum wait of this call; not used if {@link #withMaxWait} has set a maximum wait
     * @param cancellation run if the application stops before the permit can be granted; must interrupt the wait
     * @return the permit; empty if none can be granted in time
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public Optional<Permit> acquire(Duration maximum, Runnable cancellation) throws InterruptedException {
        long start = System.nanoTime();
        callsWaiting.increment();
        try {
            return maxWait.isPresent() ? shared.tryAcquire(maxWait.get()) : shared.acquire(maximum, cancellation);
        } finally {
            callsWaiting.decrement();
            waited.add(System.nanoTime() - start);
        }
    }

    /**
     * Starts a cooldown, which delays all unsent calls of the account. Call it after the service has refused a call for
     * exceeding the rate limit.
     */
    public void startCooldown() {
        shared.startCooldown();
    }

    /** Returns the remaining time of the cooldown; zero if there is none. */
    public Duration cooldownRemaining() {
        return shared.limiter().cooldownRemaining();
    }

    /** Returns the maximum number of calls per second; 0 if it is unlimited or unknown. */
    public double requestsPerSecond() {
        return shared.limiter().requestsPerSecond();
    }

    /** Returns the number of the component's calls that are waiting for a permit. */
    public int callsWaiting() {
        return callsWaiting.intValue();
    }

    /** Unregisters the component from the account. Its settings no longer apply; the state of the limiter remains. */
    public void close() {
        shared.remove(this);
    }
}
