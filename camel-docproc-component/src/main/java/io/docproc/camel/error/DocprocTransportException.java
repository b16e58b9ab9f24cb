/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

/**
 * No answer came: refused, unknown host, TLS failure, time-out, reset, or the component was stopped. Retryable only
 * when nothing was sent or the call changes nothing; a call that may have arrived may have been billed.
 */
public final class DocprocTransportException extends DocprocException {
    private static final long serialVersionUID = 1L;

    private DocprocTransportException(ServiceFailure failure, Repeat repeat, Throwable cause) {
        super(failure, repeat, cause);
    }

    /** The request cannot have reached the service, or repeating it is free of consequences. */
    public static DocprocTransportException repeatable(ServiceFailure failure, Throwable cause) {
        return new DocprocTransportException(failure, Repeat.ALLOWED, cause);
    }

    /** The request may have reached the service, and a repetition may be billed again. */
    public static DocprocTransportException mayHaveArrived(ServiceFailure failure, Throwable cause) {
        return new DocprocTransportException(failure, Repeat.USELESS, cause);
    }
}
