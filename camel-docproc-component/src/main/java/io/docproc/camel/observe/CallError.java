/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.observe;

import io.docproc.camel.error.DocprocException;
import java.time.Instant;

/**
 * A call that did not succeed, as it may be shown to anybody who operates the application.
 *
 * @param at when it ended
 * @param end how
 * @param type the simple name of the exception
 * @param message the exception's message, without credentials, at most 500 characters; of an exception that is not the
 *     component's own only its type, because nobody has redacted what it says
 * @param requestId the service's {@code x_request_id}; empty when there is none
 */
public record CallError(Instant at, CallEnd end, String type, String message, String requestId) {
    private static final int LONGEST = 500;

    static CallError of(Throwable failure, CallEnd end, Instant at) {
        String type = failure.getClass().getSimpleName();
        return failure instanceof DocprocException known
                ? new CallError(at, end, type, shortened(known.getMessage()), known.getRequestId())
                : new CallError(at, end, type, failure.getClass().getName(), "");
    }

    private static String shortened(String message) {
        return message.length() <= LONGEST ? message : message.substring(0, LONGEST - 1) + "…";
    }
}
