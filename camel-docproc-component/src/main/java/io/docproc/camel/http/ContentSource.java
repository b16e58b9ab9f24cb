/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.OptionalLong;

/** Bytes to send, opened only when they are sent. */
public interface ContentSource {
    /** The number of bytes, or empty when only the end of the stream will tell. */
    OptionalLong length();

    /** Whether {@link #open()} may be called again. */
    boolean repeatable();

    /** The bytes from the beginning; the caller closes the stream. */
    InputStream open() throws IOException;
}
