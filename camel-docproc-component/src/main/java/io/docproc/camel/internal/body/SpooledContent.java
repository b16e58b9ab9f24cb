/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Spooled bytes in memory or in a file. Thread-safe. */
interface SpooledContent {
    /** Size of a write in bytes. Each write of a file or a connection is a system call. */
    int CHUNK = 128 * 1024;

    /**
     * Opens the content at a byte position.
     *
     * @throws IOException if the file cannot be read
     */
    InputStream openAt(long position) throws IOException;

    /**
     * Writes the bytes from one position (inclusive) to another (exclusive).
     *
     * @throws IOException if the file cannot be read, or the output cannot be written
     */
    void writeTo(OutputStream out, long from, long to) throws IOException;

    /** Returns whether the content is in memory. */
    boolean inMemory();

    /** Returns content that reads an array, which must not be changed afterwards. */
    static SpooledContent of(byte[] bytes) {
        return new SpooledContent() {
            @Override
            public InputStream openAt(long position) {
                int offset = Math.toIntExact(position);
                return new ByteArrayInputStream(bytes, offset, bytes.length - offset);
            }

            /** Writes chunks, because the JDK copies each to a buffer outside of the heap that it keeps. */
            @Override
            public void writeTo(OutputStream out, long from, long to) throws IOException {
                for (long position = from; position < to; position += CHUNK) {
                    out.write(bytes, (int) position, (int) Math.min(CHUNK, to - position));
                }
            }

            @Override
            public boolean inMemory() {
                return true;
            }
        };
    }
}
