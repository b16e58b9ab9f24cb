/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.io.IOException;

/** The document was changed or deleted after its length was determined, so the bytes read are incomplete or mixed. */
public final class DocumentChangedException extends DocumentReadException {
    private static final long serialVersionUID = 1L;

    DocumentChangedException(String message) {
        super(message, null);
    }

    DocumentChangedException(String message, IOException cause) {
        super(message, cause);
    }
}
