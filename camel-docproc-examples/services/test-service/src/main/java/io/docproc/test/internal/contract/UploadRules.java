/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.contract;

import io.docproc.test.DocumentRules;
import io.docproc.test.Operation;
import io.docproc.test.RequestDocument;
import io.docproc.test.ServiceErrorException;
import io.docproc.test.ServiceRequest;
import java.io.IOException;

/** Rules of uploaded documents (interface document, Limits). */
public final class UploadRules {
    /** The interface document shows no limit; this is the one of the public API reference. */
    static final long MAX_PARSE_BYTES = 500L * 1024 * 1024;

    static final int TOO_LARGE = 40302;
    private static final int NO_FILE = 40305;

    private UploadRules() {}

    /**
     * Checks the uploaded document of a crop or extraction request.
     *
     * @throws ServiceErrorException 40301 to 40305, 40422 or 40425
     */
    public static void check(ServiceRequest request) throws IOException {
        if (request.document().isEmpty()) {
            return;
        }
        RequestDocument document = request.document().get();
        if (request.operation() == Operation.CROP) {
            DocumentRules.CROP.check(document.file());
        } else if (request.operation() == Operation.EXTRACT) {
            DocumentRules.EXTRACTION.check(document.file());
        }
    }

    static RequestDocument requirePresent(RequestDocument document) {
        if (document.size() == 0) {
            throw noFile("the document is empty");
        }
        return document;
    }

    static ServiceErrorException noFile(String reason) {
        return new ServiceErrorException(NO_FILE, "no file uploaded: " + reason);
    }
}
