/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.internal.body.ParsedDocument;
import io.docproc.camel.internal.body.SpoolingOutputStream;
import java.io.IOException;

/** Downloads the results of parse jobs. Thread-safe. */
@FunctionalInterface
public interface ResultSource {
    /**
     * Downloads a result.
     *
     * @param operation the operation that downloads the result, for exceptions
     * @param resultUrl URL from a completion or a status response
     * @param spool stores the result
     * @return the document, without an envelope; it may be partial
     * @throws DownloadException if the URL has expired, is refused, or the response is an error
     * @throws io.docproc.camel.internal.body.UnreadableJsonException if the response is not a result
     * @throws IOException if the host does not respond, or the component is stopped
     */
    ParsedDocument fetch(String operation, String resultUrl, SpoolingOutputStream spool) throws IOException;
}
