/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

/**
 * No answer came: refused, unknown host, TLS failure, time-out, reset, or the component was stopped. Retryable only
 * when nothing was sent or the call changes nothing; a call that may have arrived may have been billed.
 */
public final class DocprocTransportException extends DocprocException {
    private static final long serialVersionUID = 1L;

    private final boolean unsent;

    private DocprocTransportException(ServiceFailure failure, Repeat repeat, boolean unsent, Throwable cause) {
        super(failure, repeat, cause);
        this.unsent = unsent;
    }

    /** The component ended the call before it tried to reach the service: the call may be repeated. */
    public static DocprocTransportException unsent(ServiceFailure failure, Throwable cause) {
        return new DocprocTransportException(failure, Repeat.ALLOWED, true, cause);
    }

    /** The request cannot have reached the service, or repeating it is free of consequences. */
    public static DocprocTransportException repeatable(ServiceFailure failure, Throwable cause) {
        return new DocprocTransportException(failure, Repeat.ALLOWED, false, cause);
    }

    /** The request may have reached the service, and a repetition may be billed again. */
    public static DocprocTransportException mayHaveArrived(ServiceFailure failure, Throwable cause) {
        return new DocprocTransportException(failure, Repeat.USELESS, false, cause);
    }

    /** Whether the component ended the call before it tried to reach the service, which says nothing of the service. */
    public boolean isUnsent() {
        return unsent;
    }
}
