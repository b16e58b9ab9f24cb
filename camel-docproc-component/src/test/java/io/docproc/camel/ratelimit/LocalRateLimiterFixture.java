/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import io.docproc.camel.ratelimit.RateLimiter.Permit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;

/** Rate limiters whose time the test sets. */
abstract class LocalRateLimiterFixture {
    static final long SECOND = 1_000_000_000L;
    /** The distance of two calls at two calls a second: a little more than half a second, for jitter on the network. */
    static final long HALF = SECOND / 10_000 * 5_125;

    final ManualTime time = new ManualTime();
    final long start = time.currentTimeNanos();

    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    LocalRateLimiter limiter(double requestsPerSecond) {
        return new LocalRateLimiter(requestsPerSecond, time, time);
    }

    static Permit acquire(RateLimiter limiter) throws InterruptedException {
        return limiter.acquire(RateLimiter.UNLIMITED).orElseThrow();
    }

    static Optional<Permit> acquireUninterrupted(RateLimiter limiter) {
        try {
            return limiter.acquire(RateLimiter.UNLIMITED);
        } catch (InterruptedException e) {
            return Optional.empty();
        }
    }

    /** The send times of calls that come as fast as possible, in nanoseconds from the beginning. */
    List<Long> send(RateLimiter limiter, int calls) throws InterruptedException {
        List<Long> sent = new ArrayList<>();
        for (int call = 0; call < calls; call++) {
            Permit permit = acquire(limiter);
            sent.add(time.currentTimeNanos() - start);
            permit.sent();
        }
        return sent;
    }
}
