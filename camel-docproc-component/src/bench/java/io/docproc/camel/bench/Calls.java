/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.nio.file.Path;

/** A way to call the service; each call ends when its answer has been read, and fails when it is not a good one. */
interface Calls extends AutoCloseable {
    /** Crops an image. */
    void crop() throws Exception;

    /** Extracts the large document. */
    void extract() throws Exception;

    /** Parses a document and reads the parsed one. */
    void parse(Path document) throws Exception;

    @Override
    void close();
}
