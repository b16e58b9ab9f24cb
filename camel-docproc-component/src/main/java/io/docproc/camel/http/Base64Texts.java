/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.http;

import com.fasterxml.jackson.core.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * Decodes Base64 texts of an answer while it streams in. The parser decodes character by character, the JDK many at a
 * time: so the JDK takes what is plain Base64 right from the stream under the parser, and the parser gets the end of the
 * text, and all of it from the first escape on. What is Base64 is therefore still the parser's to say.
 */
public final class Base64Texts {
    private static final int BLOCK = 32 * 1024;
    /** As much as a parser reads ahead, and more. */
    private static final int READ_AHEAD = 16 * 1024;

    private static final int QUAD = 4;

    private final PushbackInputStream source;

    /** The texts of this answer. */
    public Base64Texts(InputStream answer) {
        this.source = new PushbackInputStream(answer, BLOCK + READ_AHEAD);
    }

    /** What the parser is to read. */
    public InputStream source() {
        return source;
    }

    /**
     * Decodes the text at which the parser stands.
     *
     * @throws IOException when the answer cannot be read, or the text is not Base64
     * @throws IllegalArgumentException when the text is not Base64
     */
    public void decode(JsonParser parser, OutputStream out) throws IOException {
        ByteArrayOutputStream readAhead = new ByteArrayOutputStream();
        parser.releaseBuffered(readAhead);
        source.unread(readAhead.toByteArray());
        byte[] block = new byte[BLOCK];
        byte[] decoded = new byte[BLOCK / QUAD * 3];
        boolean plain = true;
        while (plain) {
            int count = source.readNBytes(block, 0, BLOCK);
            int text = plainText(block, count);
            int taken = decode(block, text, decoded, out);
            source.unread(block, taken, count - taken);
            plain = taken == BLOCK;
        }
        parser.readBinaryValue(out);
    }

    /** How many characters can be decoded here: whole quads, none of them with an escape, and not the last of a text. */
    private static int plainText(byte[] block, int count) {
        String text = new String(block, 0, count, StandardCharsets.ISO_8859_1);
        int quote = text.indexOf('"');
        int escape = text.indexOf('\\');
        if (quote < 0 && escape < 0) {
            return count / QUAD * QUAD;
        }
        int end = quote < 0 ? escape : escape < 0 ? quote : Math.min(quote, escape);
        return Math.max(0, (end - 1) / QUAD * QUAD);
    }

    private static int decode(byte[] block, int text, byte[] decoded, OutputStream out) throws IOException {
        byte[] characters = text == block.length ? block : Arrays.copyOf(block, text);
        int bytes;
        try {
            bytes = Base64.getDecoder().decode(characters, decoded);
        } catch (IllegalArgumentException notPlain) {
            return 0;
        }
        out.write(decoded, 0, bytes);
        return text;
    }
}
