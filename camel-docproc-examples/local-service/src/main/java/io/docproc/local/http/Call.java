/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.http;

import java.io.InputStream;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A call as an endpoint sees it.
 *
 * @param pathParameters what stands in place of the names in the route's path
 * @param origin scheme, host and port that the client called, such as {@code http://127.0.0.1:8090}
 * @param contentType the Content-Type header as it came
 * @param body the request body, read at most once
 * @param tempFiles where documents are put while the call is worked on
 */
public record Call(
        QueryParameters query,
        Map<String, String> pathParameters,
        String origin,
        Optional<String> contentType,
        InputStream body,
        TempFiles tempFiles) {
    /** The content type without its parameters, in lower case; empty if there was none. */
    public String mediaType() {
        return contentType
                .map(it -> it.split(";", 2)[0].strip().toLowerCase(Locale.ROOT))
                .orElse("");
    }
}
