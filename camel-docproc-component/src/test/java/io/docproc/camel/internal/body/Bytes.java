/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

/** Random bytes, and documents of bytes. */
public final class Bytes {
    private Bytes() {}

    public static Document of(byte[] content) {
        return Documents.bytes(Optional.empty(), ByteBuffer.wrap(content));
    }

    public static Document ofUnknownLength(byte[] content) {
        return new Document.OneShot(Optional.empty(), new ByteArrayInputStream(content));
    }

    public static Document vanished() {
        return new Document("the file", Optional.empty(), OptionalLong.of(1)) {
            @Override
            InputStream source() throws IOException {
                throw new DocumentReadException("the file is gone", null);
            }
        };
    }

    public static byte[] some(int count) {
        byte[] bytes = new byte[count];
        new Random(count).nextBytes(bytes);
        return bytes;
    }
}
