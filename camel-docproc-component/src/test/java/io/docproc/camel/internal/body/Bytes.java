/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

/** Documents for tests, and their bytes. */
public final class Bytes {
    private Bytes() {}

    public static Document of(byte[] content) {
        return Documents.bytes(Optional.empty(), ByteBuffer.wrap(content));
    }

    public static Document ofUnknownLength(byte[] content) {
        return new Document(
                "the scan", Optional.empty(), OptionalLong.empty(), () -> new ByteArrayInputStream(content));
    }

    public static Document unreadable(String reason) {
        return new Document("the scan", Optional.empty(), OptionalLong.of(1), () -> {
            throw new IOException(reason);
        });
    }

    public static byte[] some(int count) {
        byte[] bytes = new byte[count];
        new Random(count).nextBytes(bytes);
        return bytes;
    }
}
