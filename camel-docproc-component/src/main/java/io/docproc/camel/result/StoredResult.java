/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;

/**
 * Stored response of the service, opened for reading. The caller closes it.
 *
 * @param metadata the status and headers of the response
 * @param storedAt the time at which the response was stored
 * @param content the body of the response, byte for byte as the service sent it; can be read once
 */
public record StoredResult(ResponseMetadata metadata, Instant storedAt, InputStream content) implements Closeable {

    /** Closes the content. */
    @Override
    public void close() throws IOException {
        content.close();
    }
}
