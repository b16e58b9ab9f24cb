/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.io.IOException;

/** The document to send could not be read. Distinguishes a failure of the document from a failure of the connection. */
final class ContentSourceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ContentSourceException(IOException cause) {
        super(cause.getMessage(), cause);
    }

    @Override
    public synchronized IOException getCause() {
        return (IOException) super.getCause();
    }
}
