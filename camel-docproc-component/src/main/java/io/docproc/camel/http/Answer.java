/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.http;

import java.io.InputStream;
import java.util.Map;

/**
 * An answer as it arrives.
 *
 * @param operation the operation that made the call
 * @param httpStatus the HTTP status
 * @param requestId the {@code x-request-id} header, empty when there is none
 * @param headers the HTTP headers, for a route that asked for them
 * @param body the body, bounded; read once, closed by the client
 * @param redaction masks secrets that the answer may quote
 */
public record Answer(
        String operation,
        int httpStatus,
        String requestId,
        Map<String, String> headers,
        InputStream body,
        Redaction redaction) {}
