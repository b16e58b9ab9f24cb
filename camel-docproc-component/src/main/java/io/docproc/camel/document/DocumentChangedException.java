/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.document;

import java.io.IOException;

/** The document grew, shrank, was rewritten or vanished after its length was taken: what was read is not whole. */
public final class DocumentChangedException extends DocumentReadException {
    private static final long serialVersionUID = 1L;

    DocumentChangedException(String message) {
        super(message, null);
    }

    DocumentChangedException(String message, IOException cause) {
        super(message, cause);
    }
}
