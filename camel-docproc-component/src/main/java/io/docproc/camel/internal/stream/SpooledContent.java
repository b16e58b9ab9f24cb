/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.stream;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Spooled bytes in memory or in a file. Thread-safe. */
interface SpooledContent {
    /**
     * Opens the content at a byte position.
     *
     * @throws IOException if the file cannot be read
     */
    InputStream openAt(long position) throws IOException;

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

            @Override
            public boolean inMemory() {
                return true;
            }
        };
    }
}
