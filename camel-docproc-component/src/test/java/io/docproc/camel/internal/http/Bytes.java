/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.OptionalLong;
import java.util.Random;

/** Bytes to send that tell their number, or do not. */
record Bytes(byte[] content, OptionalLong length) implements ContentSource {
    static Bytes of(byte[] content) {
        return new Bytes(content, OptionalLong.of(content.length));
    }

    static Bytes ofUnknownLength(byte[] content) {
        return new Bytes(content, OptionalLong.empty());
    }

    static byte[] some(int count) {
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
