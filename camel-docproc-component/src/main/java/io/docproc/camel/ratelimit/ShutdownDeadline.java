/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import java.time.Duration;
import java.util.Optional;

/** Time until which a stopping application waits for its calls. Thread-safe. */
final class ShutdownDeadline {
    private volatile Optional<Long> deadline = Optional.empty();

    void start(Duration timeout) {
        deadline = Optional.of(System.nanoTime() + timeout.toNanos());
    }

    void clear() {
        deadline = Optional.empty();
    }

    boolean isSet() {
        return deadline.isPresent();
    }

    /** Returns the remaining time; {@link RateLimiter#UNLIMITED} while the application runs. */
    Duration remaining() {
        return deadline.map(end -> Duration.ofNanos(Math.max(0, end - System.nanoTime())))
                .orElse(RateLimiter.UNLIMITED);
    }
}
