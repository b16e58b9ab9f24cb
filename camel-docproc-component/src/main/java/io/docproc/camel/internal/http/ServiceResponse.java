/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.error.ServiceFailure;
import java.io.InputStream;

/**
 * A response that is being received.
 *
 * @param operation the operation that made the call
 * @param method the HTTP method of the call
 * @param httpStatus the HTTP status
 * @param requestId the {@code x-request-id} header; empty if there is none
 * @param body the body, limited in length; can be read once; the client closes it
 * @param redaction masks secrets that the response may quote
 */
public record ServiceResponse(
        String operation,
        ServiceCall.Method method,
        int httpStatus,
        String requestId,
        InputStream body,
        Redaction redaction) {

    /** Returns the same response with another body. */
    public ServiceResponse withBody(InputStream other) {
        return new ServiceResponse(operation, method, httpStatus, requestId, other, redaction);
    }

    /** Returns the details of a call during the reading of whose response an error occurs; the error follows. */
    public ServiceFailure unreadable() {
        return new ServiceFailure(operation, 0, "", requestId, httpStatus, method.name())
                .withReason("the response has arrived, and reading it failed with ");
    }

    /** Describes a response that has no envelope of the service: its status, its content type and how it begins. */
    String describeForeign() {
        String type = body instanceof BoundedBody bounded ? bounded.contentType(redaction) : "";
        return foreign(httpStatus, type) + "; it begins: " + excerpt();
    }

    /** Returns the first words about a response that another server has sent. */
    static String foreign(int httpStatus, String contentType) {
        return "the response is not the service's (HTTP status " + httpStatus + ", content type "
                + (contentType.isEmpty() ? "not given" : contentType) + ")";
    }

    /** Returns the first bytes read from the body as text, shortened and without secrets. */
    public String excerpt() {
        return body instanceof BoundedBody bounded ? bounded.beginning(redaction) : "";
    }
}
