/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.OptionalLong;
import java.util.Random;

/** Bytes in memory as content of known or unknown length. */
public record Bytes(byte[] content, OptionalLong length) implements ContentSource {
    public static Bytes of(byte[] content) {
        return new Bytes(content, OptionalLong.of(content.length));
    }

    public static Bytes ofUnknownLength(byte[] content) {
        return new Bytes(content, OptionalLong.empty());
    }

    public static byte[] some(int count) {
        byte[] bytes = new byte[count];
        new Random(count).nextBytes(bytes);
        return bytes;
    }

    @Override
    public boolean repeatable() {
        return true;
    }

    @Override
    public InputStream open() {
        return new ByteArrayInputStream(content);
    }
}
