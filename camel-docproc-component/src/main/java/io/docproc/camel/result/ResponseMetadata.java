/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import java.util.Map;

/**
 * Status and headers of a response, stored with its body.
 *
 * @param httpStatus the HTTP status of the response
 * @param requestId the {@code x-request-id} header of the response; empty if there was none
 * @param headers the HTTP headers of the response by name; must not contain credentials
 */
public record ResponseMetadata(int httpStatus, String requestId, Map<String, String> headers) {

    /** Creates metadata with an immutable copy of the headers. */
    public ResponseMetadata {
        headers = Map.copyOf(headers);
    }
}
