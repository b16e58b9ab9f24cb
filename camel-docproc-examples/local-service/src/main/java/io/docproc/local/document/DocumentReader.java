/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.io.IOException;
import java.nio.file.Path;

/** Reads the formats of one family. */
interface DocumentReader {

    /**
     * @param type what the file's bytes are, one that this reader knows
     * @throws io.docproc.local.ServiceErrorException 40423 when a password is missing or wrong, 40424 when the
     *     pages asked for do not exist
     * @throws IOException when the file is broken
     */
    Document read(Path file, DocumentType type, ReadOptions options) throws IOException;
}
