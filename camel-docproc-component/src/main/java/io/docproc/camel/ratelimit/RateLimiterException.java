/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

/**
 * A shared rate limiter grants no permit because its store does not respond or returns errors. The call was not sent.
 * The component throws it as the cause of a retryable, unsent {@code DocprocTransportException}.
 */
public final class RateLimiterException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what failed
     * @param cause the failure of the store; null if the store has not responded
     */
    public RateLimiterException(String message, Throwable cause) {
        super(message, cause);
    }
}
