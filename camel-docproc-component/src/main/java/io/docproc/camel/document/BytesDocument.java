/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.document;

import com.fasterxml.jackson.databind.util.ByteBufferBackedInputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;

/** Bytes that are in memory already; the buffer's position and limit are the caller's and stay as they are. */
record BytesDocument(Optional<String> name, ByteBuffer bytes) implements Document {

    BytesDocument {
        bytes = bytes.slice();
    }

    @Override
    public OptionalLong length() {
        return OptionalLong.of(bytes.remaining());
    }

    @Override
    public boolean repeatable() {
        return true;
    }

    @Override
    public InputStream open() {
        return new ByteBufferBackedInputStream(bytes.duplicate());
    }
}
