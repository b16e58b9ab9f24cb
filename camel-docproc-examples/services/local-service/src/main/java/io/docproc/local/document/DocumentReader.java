/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.io.IOException;
import java.nio.file.Path;

/** Reader of documents of related formats. */
interface DocumentReader {

    /**
     * Reads a document.
     *
     * @param type format of the file, supported by this reader
     * @throws io.docproc.test.ServiceErrorException 40423 if a password is missing or wrong, 40424 if the selected
     *     pages do not exist
     * @throws IOException if the file is corrupted
     */
    Document read(Path file, DocumentType type, ReadOptions options) throws IOException;
}
