/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.endpoint;

import io.docproc.local.ServiceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How long documents may be (interface document, Limits), and that there has to be one. */
final class DocumentLimits {
    /** Bytes of a document to crop or to extract from. */
    static final long CROP_AND_EXTRACT = 50L * 1024 * 1024;

    /** Bytes of a document to parse; the interface document shows no limit, the public API reference this one. */
    static final long PARSE = 500L * 1024 * 1024;

    private static final int NO_FILE = 40305;

    private DocumentLimits() {}

    /** @throws ServiceException 40305 if the file is empty */
    static Path present(Path file) throws IOException {
        if (Files.size(file) == 0) {
            throw noFile("it is empty");
        }
        return file;
    }

    static ServiceException noFile(String reason) {
        return new ServiceException(NO_FILE, "File not uploaded: " + reason);
    }
}
