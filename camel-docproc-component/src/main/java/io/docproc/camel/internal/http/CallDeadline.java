/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;

/**
 * Limit on the total duration of a call. Socket timeouts are no such limit: they start again with each byte, and they
 * do not apply to a peer that stops reading. Thread-safe.
 *
 * @param option the name of the option that sets the limit, for messages
 * @param limit the limit; zero for no limit
 * @param timer schedules the expiry of the limit
 */
public record CallDeadline(String option, Duration limit, Timer timer) {
    /** Runs a task after a delay. */
    @FunctionalInterface
    public interface Timer {
        /**
         * Schedules a task.
         *
         * @return the scheduled task; the caller cancels it if the call completes earlier
         */
        Future<?> schedule(Runnable task, Duration delay);
    }

    /**
     * Starts the limit for one call. Closing the returned object cancels the limit.
     *
     * @param onExpiry runs when the limit expires; must not block
     */
    public Countdown start(Runnable onExpiry) {
        return new Countdown(onExpiry);
    }

    /** The running limit of one call. */
    public final class Countdown implements AutoCloseable {
        private final Optional<Future<?>> timeout;
        private volatile boolean expired;

        private Countdown(Runnable onExpiry) {
            Runnable expiry = () -> {
                expired = true;
                onExpiry.run();
            };
            timeout = limit.isZero() ? Optional.empty() : Optional.of(timer.schedule(expiry, limit));
        }

        /** Returns the reason for the cancellation of the call; empty if the limit has not expired. */
        public Optional<String> expiryReason() {
            return expired
                    ? Optional.of("the call took longer than " + option + ", " + limit.toMillis() + " ms")
                    : Optional.empty();
        }

        @Override
        public void close() {
            timeout.ifPresent(task -> task.cancel(false));
        }
    }
}
