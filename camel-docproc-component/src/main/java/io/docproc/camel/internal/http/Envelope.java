/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocPartialFailureException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.error.ServiceFailure;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The fields of a response other than its payload (interface document, "Resources and their fields").
 *
 * @param operation the operation that made the call
 * @param method the HTTP method of the call
 * @param httpStatus the HTTP status of the response
 * @param code the service's code: 200 for success, 0 if the response has none
 * @param message the service's message from the field {@code message} or {@code msg}, possibly followed by a detail
 * @param foreign description of a response without a code, which is not the service's; empty if it has a code
 * @param requestId the {@code x_request_id} of the body, else of the HTTP header; empty if there is none
 * @param version the service's version; empty if there is none
 * @param duration the service's processing time in milliseconds; empty if there is none
 */
public record Envelope(
        String operation,
        ServiceCall.Method method,
        int httpStatus,
        int code,
        String message,
        String foreign,
        String requestId,
        String version,
        Optional<BigDecimal> duration) {

    private static final int SUCCESS = 200;

    /** Returns whether the service reports success. */
    public boolean succeeded() {
        return code == SUCCESS && httpStatus < 300;
    }

    /**
     * Returns this envelope with a detail appended to its message. Ignores a blank detail and one that equals the
     * message.
     */
    public Envelope withDetail(Optional<String> detail) {
        return detail.filter(text -> !text.isBlank() && !text.equals(message))
                .map(text -> new Envelope(
                        operation,
                        method,
                        httpStatus,
                        code,
                        message.isEmpty() ? text : message + ": " + text,
                        foreign,
                        requestId,
                        version,
                        duration))
                .orElse(this);
    }

    /** Returns the data of this response for an exception. */
    public ServiceFailure failure() {
        return new ServiceFailure(operation, code, message, requestId, httpStatus, method.name()).withReason(foreign);
    }

    /**
     * Checks that the call succeeded.
     *
     * @param partialResponse supplies the response for a {@link DocprocPartialFailureException} (code 50207)
     * @throws DocprocException the exception for the code, or for the HTTP status, if the call did not succeed
     */
    public void requireSuccess(Supplier<?> partialResponse) {
        if (isPartial()) {
            throw new DocprocPartialFailureException(
                    failure().withAdvice(ErrorCode.PARTIAL_FAILURE.advice(operation)), partialResponse.get());
        }
        if (!succeeded()) {
            throw ErrorCode.exceptionFor(failure());
        }
    }

    /** Returns whether the service processed only a part of the document (code 50207). */
    public boolean isPartial() {
        return code == ErrorCode.PARTIAL_FAILURE.code();
    }
}
