/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.http;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;

/**
 * How long something may take all together. A socket's time-outs do not tell: each byte starts them anew, and they know
 * nothing of a peer that does not read.
 */
public final class TimeLimit {
    private final String option;
    private final Duration limit;
    private final Timer timer;

    /** Runs something later. */
    @FunctionalInterface
    public interface Timer {
        /** @return to be cancelled when the task is not needed any more */
        Future<?> schedule(Runnable task, Duration delay);
    }

    /**
     * @param option the option that sets the limit, for messages
     * @param limit zero for none
     * @param timer tells when the time is up
     * @throws IllegalArgumentException when the limit is negative
     */
    public TimeLimit(String option, Duration limit, Timer timer) {
        HttpSettings.requireDuration(option, limit.toMillis());
        this.option = option;
        this.limit = limit;
        this.timer = timer;
    }

    /**
     * Lets the time run, until this is closed.
     *
     * @param end run when the time is up; must not block
     */
    public Countdown start(Runnable end) {
        return new Countdown(end);
    }

    /** The time of one call. */
    public final class Countdown implements AutoCloseable {
        private final Optional<Future<?>> alarm;
        private volatile boolean over;

        private Countdown(Runnable end) {
            alarm = limit.isZero() ? Optional.empty() : Optional.of(timer.schedule(() -> ring(end), limit));
        }

        private void ring(Runnable end) {
            over = true;
            end.run();
        }

        /** What there is to say when the time is up; empty as long as it is not. */
        public Optional<String> verdict() {
            return over
                    ? Optional.of("it took longer than " + option + ", " + limit.toMillis() + " ms")
                    : Optional.empty();
        }

        @Override
        public void close() {
            alarm.ifPresent(running -> running.cancel(false));
        }
    }
}
