/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

import java.time.Duration;
import org.apache.camel.Header;

/**
 * When a claim that could not be worked on comes again.
 *
 * @param first the wait before the first time, doubled before each further one
 */
public record Postponement(Duration first) {
    private static final String ATTEMPTS = "DocprocAttempts";
    private static final int MOST_DOUBLINGS = 10;

    /** How often it was tried, this time included. */
    public int attempts(@Header(ATTEMPTS) Integer before) {
        return before == null ? 1 : before + 1;
    }

    /** Milliseconds that the broker keeps the claim back. */
    public long delay(@Header(ATTEMPTS) int attempts) {
        return first.toMillis() << Math.min(attempts - 1, MOST_DOUBLINGS);
    }
}
