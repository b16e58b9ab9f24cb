/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.apache.commons.io.input.ReaderInputStream;

/**
 * Character encodings of a JSON text. They are recognized by the first bytes: a byte order mark, or the zero bytes
 * around the first characters, which are ASCII. The declared content type is ignored, because JSON defines no charset
 * parameter.
 */
enum JsonCharset {
    UTF_32BE("UTF-32BE", 0x00, 0x00, 0xFE, 0xFF),
    UTF_32LE("UTF-32LE", 0xFF, 0xFE, 0x00, 0x00),
    UTF_16BE("UTF-16BE", 0xFE, 0xFF),
    UTF_16LE("UTF-16LE", 0xFF, 0xFE),
    UTF_8("UTF-8", 0xEF, 0xBB, 0xBF);

    private static final int HEAD = 4;

    private final Charset charset;
    private final byte[] mark;

    JsonCharset(String name, int... mark) {
        this.charset = Charset.forName(name);
        this.mark = new byte[mark.length];
        for (int index = 0; index < mark.length; index++) {
            this.mark[index] = (byte) mark[index];
        }
    }

    /**
     * Returns the text in UTF-8 and without a byte order mark.
     *
     * @throws IOException if the text cannot be read
     */
    static InputStream toUtf8(InputStream json) throws IOException {
        PushbackInputStream in = new PushbackInputStream(json, HEAD);
        byte[] head = in.readNBytes(HEAD);
        for (JsonCharset candidate : values()) {
            if (candidate.marks(head)) {
                in.unread(head, candidate.mark.length, head.length - candidate.mark.length);
                return candidate.decoded(in);
            }
        }
        in.unread(head);
        return withoutMark(head).decoded(in);
    }

    private boolean marks(byte[] head) {
        boolean marks = head.length >= mark.length;
        for (int index = 0; marks && index < mark.length; index++) {
            marks = head[index] == mark[index];
        }
        return marks;
    }

    private static JsonCharset withoutMark(byte[] head) {
        if (head.length < HEAD) {
            return UTF_8;
        }
        if (head[0] == 0) {
            return head[1] == 0 ? UTF_32BE : UTF_16BE;
        }
        if (head[1] == 0) {
            return head[2] == 0 && head[3] == 0 ? UTF_32LE : UTF_16LE;
        }
        return UTF_8;
    }

    private InputStream decoded(InputStream in) throws IOException {
        return this == UTF_8
                ? in
                : ReaderInputStream.builder()
                        .setReader(new InputStreamReader(in, charset))
                        .setCharset(StandardCharsets.UTF_8)
                        .get();
    }
}
