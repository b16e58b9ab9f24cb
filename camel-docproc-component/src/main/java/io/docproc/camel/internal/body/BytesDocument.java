/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import com.fasterxml.jackson.databind.util.ByteBufferBackedInputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;

/** A document in memory. Reads the bytes between the buffer's position and limit, and changes neither. */
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
