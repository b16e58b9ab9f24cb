/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.http;

import java.io.IOException;

/** The bytes to send could not be read: the fault lies with the document, not with the connection. */
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
