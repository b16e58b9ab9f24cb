/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

import java.time.Duration;
import org.apache.camel.Header;

/**
 * Exponential backoff for documents that could not be processed.
 *
 * @param first delay of the first retry, doubled for each further one
 */
public record RetryBackoff(Duration first) {
    private static final String ATTEMPTS = "DocprocAttempts";
    private static final int MAX_DOUBLINGS = 10;

    /** Returns the number of attempts, including the current one. */
    public int attempts(@Header(ATTEMPTS) Integer before) {
        return before == null ? 1 : before + 1;
    }

    /** Returns the delay of the message in milliseconds. */
    public long delay(@Header(ATTEMPTS) int attempts) {
        return first.toMillis() << Math.min(attempts - 1, MAX_DOUBLINGS);
    }
}
