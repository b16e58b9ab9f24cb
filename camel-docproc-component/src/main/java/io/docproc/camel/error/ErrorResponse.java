/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/**
 * Error response that a REST route may return to its clients. It contains no text of the service, no address, no
 * credential and no part of a document. Use {@link ErrorResponseProcessor} in a route.
 *
 * @param httpStatus the suggested HTTP status: 400 invalid request, 409 job that has not completed, 422 document or job
 *     without a result, 429 rate limit, 502 failure of the service, 503 account error or a call that was not sent, 504
 *     no response, 500 any other exception
 * @param code the code of the service (interface document, Errors); 0 if there is none
 * @param message what happened, for the client
 * @param operation the operation that failed; empty if the failure is not that of a call
 * @param requestId the {@code x_request_id} of the service; empty if there is none
 * @param retryable whether the same call may be retried
 */
public record ErrorResponse(
        int httpStatus, int code, String message, String operation, String requestId, boolean retryable) {

    private static final String NOT_SENT = "the call was not sent";

    /** Returns the response for an exception. */
    public static ErrorResponse of(Throwable exception) {
        if (!(exception instanceof DocprocException failure)) {
            return new ErrorResponse(500, 0, "the request failed", "", "", false);
        }
        Kind kind = Kind.of(failure);
        return new ErrorResponse(
                kind.httpStatus,
                failure.getCode(),
                kind.message,
                failure.getOperation(),
                failure.getRequestId(),
                failure.isRetryable());
    }

    /** Returns the response for a call that was not sent, for example because a circuit breaker has rejected it. */
    static ErrorResponse unsent() {
        return new ErrorResponse(503, 0, NOT_SENT, "", "", true);
    }

    /** Returns the JSON for the body of the HTTP response. */
    public String toJson() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("status", httpStatus)
                .put("code", code)
                .put("message", message)
                .put("operation", operation)
                .put("request_id", requestId)
                .put("retryable", retryable)
                .toString();
    }

    private record Kind(int httpStatus, String message) {
        static Kind of(DocprocException failure) {
            if (failure instanceof DocprocPasswordException) {
                return new Kind(422, "the document needs a password, or the password is wrong");
            }
            if (failure instanceof DocprocDocumentException) {
                return new Kind(422, "the document cannot be processed");
            }
            if (failure instanceof DocprocInvalidRequestException) {
                return new Kind(400, "the request is invalid");
            }
            if (failure instanceof DocprocJobException) {
                return failure.isRetryable()
                        ? new Kind(409, "the parse job has not completed")
                        : new Kind(422, "the parse job has no result");
            }
            if (failure instanceof DocprocRateLimitException) {
                return new Kind(429, "the rate limit of the service is exceeded");
            }
            if (failure instanceof DocprocTransportException transport) {
                return transport.isUnsent() ? new Kind(503, NOT_SENT) : new Kind(504, "the service did not respond");
            }
            return failure instanceof DocprocAccountException
                    ? new Kind(503, "the service is not available to this application")
                    : new Kind(502, "the service failed");
        }
    }
}
