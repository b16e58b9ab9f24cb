/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

import org.apache.camel.RuntimeCamelException;

/**
 * The root of all that the component throws, and itself the exception for a code that the interface document does not
 * list.
 *
 * <p>The message carries operation, code, the service's words, request id, HTTP status and whether the call may be
 * repeated; it never carries a credential. Routes branch on the getters: {@code ${exception.code}},
 * {@code ${exception.retryable}}.
 */
public class DocprocException extends RuntimeCamelException {
    private static final long serialVersionUID = 1L;

    private final ServiceFailure failure;
    private final boolean retryable;

    /** A failure that repeating the same call cannot mend. */
    public DocprocException(ServiceFailure failure) {
        this(failure, Repeat.USELESS, null);
    }

    /** A failure with its cause, and whether the same call may be repeated. */
    protected DocprocException(ServiceFailure failure, Repeat repeat, Throwable cause) {
        super(describe(failure, repeat), cause);
        this.failure = failure;
        this.retryable = repeat == Repeat.ALLOWED;
    }

    private static String describe(ServiceFailure failure, Repeat repeat) {
        StringBuilder text = new StringBuilder(failure.operation()).append(": ");
        if (failure.code() != 0) {
            text.append(failure.code()).append(' ');
        }
        text.append(failure.message());
        ErrorCode.of(failure.code())
                .ifPresent(known -> text.append(" (").append(known.advice()).append(')'));
        text.append(" [requestId=").append(failure.requestId().isEmpty() ? "none" : failure.requestId());
        text.append(", httpStatus=").append(failure.httpStatus() == 0 ? "none" : failure.httpStatus());
        return text.append(", retryable=")
                .append(repeat == Repeat.ALLOWED)
                .append(']')
                .toString();
    }

    /** The service's code (interface document, Errors); 0 when the service gave none. */
    public int getCode() {
        return failure.code();
    }

    /** What was wrong, in the service's words, or in the component's when it refused the call itself. */
    public String getServiceMessage() {
        return failure.message();
    }

    /** The service's {@code x_request_id}, to quote to its support; empty when there is none. */
    public String getRequestId() {
        return failure.requestId();
    }

    /** The operation that failed, for example {@code crop}. */
    public String getOperation() {
        return failure.operation();
    }

    /** The HTTP status of the answer; 0 when the call was not made or no answer came. */
    public int getHttpStatus() {
        return failure.httpStatus();
    }

    /** Whether the same call may be repeated: it may succeed, and it cannot be billed twice. */
    public boolean isRetryable() {
        return retryable;
    }

    /** Whether repeating a call makes sense. */
    protected enum Repeat {
        /** A repeated call may succeed. */
        ALLOWED,
        /** A repeated call fails again, or may be billed twice. */
        USELESS;

        static Repeat of(boolean allowed) {
            return allowed ? ALLOWED : USELESS;
        }
    }
}
