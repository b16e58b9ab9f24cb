/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

import java.io.Serializable;
import java.util.Objects;

/**
 * What is known about a call that failed; every {@link DocprocException} is made from one.
 *
 * @param operation the operation of the endpoint, for example {@code crop}
 * @param code the service's code (interface document, Errors); 0 when there is none
 * @param message what was wrong, in the service's words or in the component's; never a credential
 * @param requestId the service's {@code x_request_id}; empty when there is none
 * @param httpStatus the HTTP status; 0 when no answer came
 */
public record ServiceFailure(String operation, int code, String message, String requestId, int httpStatus)
        implements Serializable {

    /** Replaces absent texts by empty ones. */
    public ServiceFailure {
        operation = Objects.requireNonNullElse(operation, "");
        message = Objects.requireNonNullElse(message, "");
        requestId = Objects.requireNonNullElse(requestId, "");
    }

    /** A failure that the component found itself, before anything was sent. */
    public static ServiceFailure local(String operation, int code, String message) {
        return new ServiceFailure(operation, code, message, "", 0);
    }

    /** The same failure with another text. */
    public ServiceFailure withMessage(String text) {
        return new ServiceFailure(operation, code, text, requestId, httpStatus);
    }
}
