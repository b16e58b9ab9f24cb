/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

/**
 * The call has no response: connection refused, unknown host, TLS failure, timeout, connection reset, or the component
 * did not send the call. Retryable only if nothing was sent or the call is a GET; any other call may have arrived and
 * been billed.
 */
public final class DocprocTransportException extends DocprocException {
    private static final long serialVersionUID = 1L;

    private final boolean unsent;

    private DocprocTransportException(ServiceFailure failure, Retry retry, boolean unsent, Throwable cause) {
        super(failure, retry, cause);
        this.unsent = unsent;
    }

    /** Creates the exception for a call that the component did not send. Retryable. */
    public static DocprocTransportException notSent(ServiceFailure failure, Throwable cause) {
        return new DocprocTransportException(failure, Retry.ALLOWED, true, cause);
    }

    /**
     * Creates the exception for a request that cannot have reached the service, or whose retry has no effect, such as a
     * GET. Retryable.
     */
    public static DocprocTransportException withRetry(ServiceFailure failure, Throwable cause) {
        return new DocprocTransportException(failure, Retry.ALLOWED, false, cause);
    }

    /**
     * Creates the exception for a request that may have reached the service. Not retryable, because a retry may be
     * billed again.
     */
    public static DocprocTransportException withoutRetry(ServiceFailure failure, Throwable cause) {
        return new DocprocTransportException(failure, Retry.FORBIDDEN, false, cause);
    }

    /**
     * Returns whether the component did not send the call for a reason of its own, such as a missing permit, a failed
     * result repository or a stop. False after a refused connection, an unknown host or a TLS failure: nothing was sent then
     * either, and the exception is retryable.
     */
    public boolean isUnsent() {
        return unsent;
    }
}
