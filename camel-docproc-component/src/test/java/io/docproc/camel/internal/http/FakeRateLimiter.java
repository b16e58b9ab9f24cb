/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.internal.http.ComponentRateLimits.AccountRateLimit;
import io.docproc.camel.ratelimit.RateLimiter;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A rate limiter whose wait is what the test says, and that counts what becomes of its permits. */
public final class FakeRateLimiter implements RateLimiter {
    private final Wait wait;
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger released = new AtomicInteger();
    private volatile Duration cooldown = Duration.ZERO;

    /** What happens while a call waits for its permit. */
    @FunctionalInterface
    public interface Wait {
        /** Waits. */
        void run() throws InterruptedException;
    }

    /** Creates a limiter whose permits take a wait. */
    public FakeRateLimiter(Wait wait) {
        this.wait = wait;
    }

    /** A rate limit that grants every permit at once. */
    public static AccountRateLimit unlimited() {
        return new FakeRateLimiter(() -> {}).rateLimit(Duration.ZERO);
    }

    /** Returns a rate limit with this limiter, for an account that no component uses. */
    public AccountRateLimit rateLimit(Duration cooldown) {
        ComponentRateLimits limits = new ComponentRateLimits();
        limits.start(new ComponentRateLimits.Accounts(), Optional.of(this), 0, cooldown);
        return limits.of(URI.create("http://localhost"), "app");
    }

    @Override
    public Optional<Permit> acquire(Duration maxWait) throws InterruptedException {
        wait.run();
        return Optional.of(new Permit() {
            @Override
            public void sent() {
                sent.incrementAndGet();
            }

            @Override
            public void release() {
                released.incrementAndGet();
            }
        });
    }

    @Override
    public void startCooldown(Duration duration) {
        cooldown = duration;
    }

    @Override
    public Duration cooldownRemaining() {
        return cooldown;
    }

    /** The number of permits whose call was sent. */
    public int sent() {
        return sent.get();
    }

    /** The number of permits that were returned unused. */
    public int released() {
        return released.get();
    }
}
