/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.download;

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
     * @throws ExpiredUrlException if the URL does not exist or has expired
     * @throws ResultUnavailableException if another attempt cannot succeed either
     * @throws ResultErrorException if the response is another error
     * @throws io.docproc.camel.internal.body.UnreadableJsonException if the response is not a result
     * @throws IOException if the host does not respond, or the component is stopped
     */
    ParsedDocument fetch(String operation, String resultUrl, SpoolingOutputStream spool) throws IOException;
}
