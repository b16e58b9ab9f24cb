/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import io.docproc.camel.error.DocprocException;
import java.time.Instant;

/**
 * A failed call in a form that may be shown to operators of the application.
 *
 * @param at the time of completion
 * @param outcome the outcome and code of the call
 * @param type the simple name of the exception's class
 * @param message the exception's message without credentials, at most 500 characters; only the class name if the
 *     exception is not the component's, because its message may contain secrets
 * @param requestId the service's {@code x_request_id}; empty if there is none
 */
public record FailedCall(Instant at, CallOutcome outcome, String type, String message, String requestId) {
    private static final int MAX_LENGTH = 500;

    static FailedCall of(Throwable failure, CallOutcome outcome, Instant at) {
        String type = failure.getClass().getSimpleName();
        return failure instanceof DocprocException exception
                ? new FailedCall(at, outcome, type, shortened(exception.getMessage()), exception.getRequestId())
                : new FailedCall(at, outcome, type, failure.getClass().getName(), "");
    }

    private static String shortened(String message) {
        return message.length() <= MAX_LENGTH ? message : message.substring(0, MAX_LENGTH - 1) + "…";
    }
}
