/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.nio.file.Path;

/** Client of the service. Each method returns after it has read the response, and fails unless the call succeeded. */
interface Calls extends AutoCloseable {
    /** Crops an image. */
    void crop() throws Exception;

    /** Extracts the large document. */
    void extract() throws Exception;

    /** Parses a document and reads the result. */
    void parse(Path document) throws Exception;

    @Override
    void close();
}
