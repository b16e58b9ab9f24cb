/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.io.IOException;
import java.io.InputStream;
import java.util.OptionalLong;

/** Bytes to send. The source is opened only when it is sent. Not thread-safe. */
public interface ContentSource {
    /** Returns the number of bytes; empty if it is unknown until the end of the stream. */
    OptionalLong length();

    /** Returns whether {@link #open()} may be called again. Each call then starts at the first byte. */
    boolean repeatable();

    /**
     * Opens the source at its first byte. The caller closes the stream.
     *
     * @throws IOException if the source cannot be opened
     */
    InputStream open() throws IOException;
}
