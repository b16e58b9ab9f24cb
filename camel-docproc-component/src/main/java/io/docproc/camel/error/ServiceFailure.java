/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

import java.io.Serializable;
import java.util.regex.Pattern;

/**
 * Details of a failed call, from which every {@link DocprocException} is created.
 *
 * @param operation the operation of the endpoint, for example {@code crop}
 * @param code the code of the service (interface document, Errors); 0 if there is none
 * @param message the error message of the service; empty if the service sent none
 * @param reason what happened, described by the component; empty if the message of the service says it. Must not contain
 *     a credential
 * @param requestId the {@code x_request_id} or {@code traceId} of the service; empty if there is none
 * @param httpStatus the HTTP status; 0 if there is no response
 * @param method the HTTP method of the call; empty if it is unknown, which is treated as a POST
 * @param advice what to do about the failure, from the component; empty if there is none
 */
public record ServiceFailure(
        String operation,
        int code,
        String message,
        String reason,
        String requestId,
        int httpStatus,
        String method,
        String advice)
        implements Serializable {

    /**
     * Control characters, line separators, and bidirectional controls, which can display a text in another order.
     */
    private static final Pattern CONTROL =
            Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]+");

    /** Replaces absent texts by empty ones, and makes each text a single line. */
    public ServiceFailure {
        operation = singleLine(operation);
        message = singleLine(message);
        reason = singleLine(reason);
        requestId = singleLine(requestId);
        method = singleLine(method);
        advice = singleLine(advice);
    }

    /**
     * Returns a text of another system with a space instead of line breaks and other control characters, which could
     * forge lines of a log. Null becomes an empty text.
     */
    public static String singleLine(String text) {
        return text == null ? "" : CONTROL.matcher(text).replaceAll(" ");
    }

    /** Creates the details of a call that failed with a message of the service. */
    public ServiceFailure(String operation, int code, String message, String requestId, int httpStatus, String method) {
        this(operation, code, message, "", requestId, httpStatus, method, "");
    }

    /** Creates the details of a call that failed with a message of the service, and whose HTTP method is unknown. */
    public ServiceFailure(String operation, int code, String message, String requestId, int httpStatus) {
        this(operation, code, message, requestId, httpStatus, "");
    }

    /** Creates the details of a call that the component fails before it is sent. */
    public static ServiceFailure local(String operation, int code, String reason) {
        return new ServiceFailure(operation, code, "", "", 0).withReason(reason);
    }

    /** Returns what happened: the reason, else the message of the service. */
    public String description() {
        return reason.isEmpty() ? message : reason;
    }

    /** Returns a copy with another reason. */
    public ServiceFailure withReason(String text) {
        return new ServiceFailure(operation, code, message, text, requestId, httpStatus, method, advice);
    }

    /** Returns a copy with another advice. */
    public ServiceFailure withAdvice(String text) {
        return new ServiceFailure(operation, code, message, reason, requestId, httpStatus, method, text);
    }

    /**
     * Returns whether the HTTP status allows a retry. 500 and 503 do in a response of the service. Any other 5xx status, and
     * one of a gateway, does only for a GET, because a gateway may have forwarded the call, and the service then bills it.
     */
    boolean hasRetryableStatus() {
        boolean isOfService = code != 0 && (httpStatus == 500 || httpStatus == 503);
        return isOfService || (httpStatus >= 500 && method.equals("GET"));
    }
}
