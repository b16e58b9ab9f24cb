/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.contract;

import io.docproc.test.ParameterError;
import java.net.URI;
import java.net.URISyntaxException;

/** Reads URL parameters. */
final class HttpUrls {
    private static final String ALLOWED = "an http or https URL";

    private HttpUrls() {}

    static URI parse(String parameter, String value) {
        try {
            URI url = new URI(value.strip());
            boolean http = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
            if (http && url.getHost() != null) {
                return url;
            }
        } catch (URISyntaxException e) {
            throw ParameterError.of(parameter, "not a URL", ALLOWED);
        }
        throw ParameterError.of(parameter, value, ALLOWED);
    }

    /** Returns the last segment of the path, which replaces the file name. */
    static String fileName(URI url) {
        String path = url.getPath() == null ? "" : url.getPath();
        String last = path.substring(path.lastIndexOf('/') + 1);
        return last.isEmpty() ? "document" : last;
    }
}
