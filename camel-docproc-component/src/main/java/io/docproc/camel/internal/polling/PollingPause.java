/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.polling;

import io.docproc.camel.error.DocprocAccountException;
import io.docproc.camel.internal.http.Backoff;
import java.time.Duration;
import java.time.Instant;

/**
 * Pauses polling for all jobs while the service cannot report the status of any job. After an account error the
 * pause starts immediately; after other failures it starts at the tenth in a row. Pauses grow exponentially
 * to ten minutes until a poll succeeds. Thread-safe.
 */
final class PollingPause {
    private static final int FAILURES_BEFORE_PAUSE = 10;
    private static final Duration FIRST_PAUSE = Duration.ofMinutes(1);
    private static final Duration MAX_PAUSE = Duration.ofMinutes(10);

    private final Backoff backoff;
    private int failures;
    private int pauses;
    private Instant pausedUntil = Instant.MIN;

    /** @param pollAfter upper bound of the first pause, which is at most one minute */
    PollingPause(Duration pollAfter) {
        this.backoff = new Backoff(Backoff.min(pollAfter, FIRST_PAUSE), MAX_PAUSE);
    }

    synchronized boolean isActive(Instant now) {
        return now.isBefore(pausedUntil);
    }

    /**
     * Returns whether no poll has succeeded since the last pause. In this state, polls run one at a time to test
     * whether the service is available again.
     */
    synchronized boolean isProbing() {
        return pauses > 0;
    }

    /** Records a poll to which the service responded about the job. */
    synchronized void succeeded() {
        failures = 0;
        pauses = 0;
    }

    /**
     * Records a poll to which the service did not respond about the job.
     *
     * @return the pause that starts now; zero if polling continues or is already paused
     */
    synchronized Duration failed(Throwable cause, Instant now) {
        failures++;
        if (isActive(now)
                || !(cause instanceof DocprocAccountException || isProbing() || failures >= FAILURES_BEFORE_PAUSE)) {
            return Duration.ZERO;
        }
        Duration pause = backoff.delay(pauses++);
        pausedUntil = now.plus(pause);
        return pause;
    }
}
