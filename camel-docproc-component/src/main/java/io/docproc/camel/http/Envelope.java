/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.http;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.error.ServiceFailure;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * What every answer carries beside its payload (interface document, "Resources and their fields").
 *
 * @param operation the operation that made the call
 * @param httpStatus the HTTP status of the answer
 * @param code the service's code; 200 is success, 0 means that there was none
 * @param message the service's words: {@code message}, or {@code msg}, with {@code data.message} where given
 * @param requestId the {@code x_request_id} of the body, else of the header; empty when there is none
 * @param version the service's version; empty when there is none
 * @param duration the service's processing time in milliseconds
 */
public record Envelope(
        String operation,
        int httpStatus,
        int code,
        String message,
        String requestId,
        String version,
        Optional<BigDecimal> duration) {

    private static final int SUCCESS = 200;

    /** Whether the service says that the call succeeded. */
    public boolean succeeded() {
        return code == SUCCESS && httpStatus < 300;
    }

    /** The same envelope, its message followed by a detail that stood elsewhere in the answer. */
    public Envelope withDetail(Optional<String> detail) {
        return detail.filter(text -> !text.isBlank() && !text.equals(message))
                .map(text -> new Envelope(
                        operation,
                        httpStatus,
                        code,
                        message.isEmpty() ? text : message + ": " + text,
                        requestId,
                        version,
                        duration))
                .orElse(this);
    }

    /** What is known about this call as a failure. */
    public ServiceFailure failure() {
        return new ServiceFailure(operation, code, message, requestId, httpStatus);
    }

    /**
     * Passes a success.
     *
     * @throws DocprocException the exception for the code, or for the HTTP status, when the call did not succeed
     */
    public void requireSuccess() {
        if (!succeeded()) {
            throw ErrorCode.exceptionFor(failure());
        }
    }
}
