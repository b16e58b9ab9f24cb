/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.io.IOException;

/**
 * The document could not be read from its source, or was changed while it was read. Distinguishes a failure of the
 * source from a failure of the connection to the service.
 */
public final class DocumentReadException extends IOException {
    private static final long serialVersionUID = 1L;

    DocumentReadException(String message, Throwable cause) {
        super(message, cause);
    }
}
