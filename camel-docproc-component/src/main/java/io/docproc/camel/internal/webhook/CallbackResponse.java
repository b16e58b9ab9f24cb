/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import org.apache.camel.Exchange;
import org.apache.camel.Message;

/** HTTP response to a callback: a status code and a fixed text. It contains no details of an exception. */
enum CallbackResponse {
    ACCEPTED(200, "accepted"),
    NOT_A_COMPLETION(400, "not a completion"),
    UNAUTHORIZED(401, "signature missing, wrong or expired"),
    METHOD_NOT_ALLOWED(405, "only POST is allowed"),
    TOO_LARGE(413, "too large"),
    NOT_JSON(415, "only uncompressed application/json is allowed"),
    FAILED(500, "processing failed"),
    UNAVAILABLE(503, "no capacity, send again later");

    private static final int RETRY_AFTER_SECONDS = 30;

    private final int httpStatus;
    private final String text;

    CallbackResponse(int httpStatus, String text) {
        this.httpStatus = httpStatus;
        this.text = text;
    }

    /** Writes the response to the HTTP exchange in place of the headers, the body and the exception of the request. */
    void writeTo(Exchange http) {
        http.setException(null);
        Message message = http.getMessage();
        message.removeHeaders("*");
        message.setHeader(Exchange.HTTP_RESPONSE_CODE, httpStatus);
        message.setHeader(Exchange.CONTENT_TYPE, "application/json");
        if (this == METHOD_NOT_ALLOWED) {
            message.setHeader("Allow", "POST");
        }
        if (this == UNAVAILABLE) {
            message.setHeader("Retry-After", RETRY_AFTER_SECONDS);
        }
        message.setBody("{\"status\":\"" + text + "\"}");
    }
}
