/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.contract;

import io.docproc.test.ServiceRequest;
import java.io.InputStream;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A call whose body was not read yet.
 *
 * @param head the request without its body
 * @param query the query parameters
 * @param pathParameters the values of the variables in the path template
 * @param contentType the Content-Type header
 * @param body the request body, read at most once
 * @param files temporary files of the call
 */
public record IncomingCall(
        ServiceRequest head,
        QueryParameters query,
        Map<String, String> pathParameters,
        Optional<String> contentType,
        InputStream body,
        RequestFiles files) {
    /** Returns the media type without parameters in lower case; empty if there was no header. */
    String mediaType() {
        return contentType
                .map(it -> it.split(";", 2)[0].strip().toLowerCase(Locale.ROOT))
                .orElse("");
    }

    /** Returns the Content-Type header as messages show it. */
    String shownContentType() {
        return contentType.orElse("none");
    }
}
