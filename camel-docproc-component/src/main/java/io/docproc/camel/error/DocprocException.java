/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

import org.apache.camel.RuntimeCamelException;

/**
 * Root of all exceptions of the component. It is also the exception for a code that the interface document does not
 * list.
 *
 * <p>The exception message contains the operation, the code and request id of the service, what happened, the HTTP status
 * and whether the call is retryable. It never contains a credential. Routes branch on the getters: {@code
 * ${exception.code}}, {@code ${exception.retryable}}.
 */
public class DocprocException extends RuntimeCamelException {
    private static final long serialVersionUID = 1L;

    private final ServiceFailure failure;
    private final boolean retryable;

    /** Creates the exception for a failed call that must not be retried. */
    public DocprocException(ServiceFailure failure) {
        this(failure, Retry.FORBIDDEN, null);
    }

    /**
     * Creates an exception with a cause.
     *
     * @param failure the failed call
     * @param retry whether the same call may be retried
     * @param cause the cause; may be null
     */
    protected DocprocException(ServiceFailure failure, Retry retry, Throwable cause) {
        super(describe(failure, retry), cause);
        this.failure = failure;
        this.retryable = retry == Retry.ALLOWED;
    }

    private static String describe(ServiceFailure failure, Retry retry) {
        StringBuilder text = new StringBuilder(failure.operation()).append(": ");
        if (failure.code() != 0) {
            text.append(failure.code()).append(' ');
        }
        text.append(failure.description());
        if (!failure.advice().isEmpty()) {
            text.append(" (").append(failure.advice()).append(')');
        }
        text.append(" [requestId=").append(failure.requestId().isEmpty() ? "none" : failure.requestId());
        text.append(", httpStatus=").append(failure.httpStatus() == 0 ? "none" : failure.httpStatus());
        return text.append(", retryable=")
                .append(retry == Retry.ALLOWED)
                .append(']')
                .toString();
    }

    /** Returns the details of the failed call. */
    ServiceFailure failure() {
        return failure;
    }

    /**
     * Returns the code of the service (interface document, Errors), also for a call that the component rejects: the code
     * that the service would return. 0 if there is none.
     */
    public int getCode() {
        return failure.code();
    }

    /**
     * Returns the error message of the service, without any text of the component; empty if the service sent none, for
     * example because the component rejected the call.
     */
    public String getServiceMessage() {
        return failure.message();
    }

    /** Returns what happened: the description by the component, else the error message of the service. */
    public String getReason() {
        return failure.description();
    }

    /** Returns the {@code x_request_id} or {@code traceId} of the service, which its support needs; empty if there is none. */
    public String getRequestId() {
        return failure.requestId();
    }

    /** Returns the operation that failed, for example {@code crop}. */
    public String getOperation() {
        return failure.operation();
    }

    /** Returns the HTTP status of the response; 0 if there is no response, {@code none} in the message. */
    public int getHttpStatus() {
        return failure.httpStatus();
    }

    /** Returns whether the same call may be retried: the service is assumed to have no billed result. */
    public boolean isRetryable() {
        return retryable;
    }

    /** Whether a call may be retried. */
    protected enum Retry {
        /** A retry may succeed and is not billed twice. */
        ALLOWED,
        /** A retry fails again, or may be billed twice. */
        FORBIDDEN;

        static Retry of(boolean allowed) {
            return allowed ? ALLOWED : FORBIDDEN;
        }
    }
}
