/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import org.apache.camel.Exchange;
import org.apache.camel.Message;

/** What whoever calls the webhook gets back: a status and a fixed text, never anything of an exception. */
enum Reply {
    ACCEPTED(200, "accepted"),
    NOT_A_COMPLETION(400, "not a completion"),
    UNAUTHORIZED(401, "signature missing, wrong or expired"),
    METHOD_NOT_ALLOWED(405, "only POST is allowed"),
    TOO_LARGE(413, "too large"),
    NOT_JSON(415, "only uncompressed application/json is allowed"),
    FAILED(500, "processing failed");

    private final int httpStatus;
    private final String text;

    Reply(int httpStatus, String text) {
        this.httpStatus = httpStatus;
        this.text = text;
    }

    /** Puts the reply on the HTTP exchange in place of everything that came with the request. */
    void writeTo(Exchange http) {
        http.setException(null);
        Message message = http.getMessage();
        message.removeHeaders("*");
        message.setHeader(Exchange.HTTP_RESPONSE_CODE, httpStatus);
        message.setHeader(Exchange.CONTENT_TYPE, "application/json");
        if (this == METHOD_NOT_ALLOWED) {
            message.setHeader("Allow", "POST");
        }
        message.setBody("{\"status\":\"" + text + "\"}");
    }
}
