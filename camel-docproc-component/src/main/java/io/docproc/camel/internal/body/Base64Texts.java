/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

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
 * Decodes the Base64 texts of a response while it is read. The JDK decodes many characters at once, the JSON parser one
 * at a time. This class therefore decodes plain Base64 directly from the stream below the parser. The parser decodes
 * the last characters of a text, and everything from the first escape sequence or invalid character on, so it reports
 * all errors. Not thread-safe.
 */
public final class Base64Texts {
    private static final int BLOCK = 32 * 1024;
    /** Larger than the buffer of a parser, whose content is returned to the stream. */
    private static final int READ_AHEAD = 16 * 1024;

    private static final int QUAD = 4;

    private final PushbackInputStream source;

    /** @param response the body of the response */
    public Base64Texts(InputStream response) {
        this.source = new PushbackInputStream(response, BLOCK + READ_AHEAD);
    }

    /** Returns the stream from which the parser must read. */
    public InputStream source() {
        return source;
    }

    /**
     * Decodes the text value at the parser's current token.
     *
     * @throws IOException if the response cannot be read, or the text is not valid Base64
     * @throws IllegalArgumentException if the text is not valid Base64
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
            // A full block seldom contains the end of the text, so the first attempt does not search for it.
            int consumed = count == BLOCK ? decode(block, BLOCK, decoded, out) : 0;
            if (consumed == 0) {
                consumed = decode(block, plainText(block, count), decoded, out);
            }
            source.unread(block, consumed, count - consumed);
            plain = consumed == BLOCK;
        }
        parser.readBinaryValue(out);
    }

    /**
     * Returns the number of characters to decode directly, a multiple of four. Stops before an escape sequence. The
     * last characters before the end of the text are left to the parser.
     */
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

    /** Decodes characters. Returns their number, or 0 without any output if one of them is not Base64. */
    private static int decode(byte[] block, int text, byte[] decoded, OutputStream out) throws IOException {
        byte[] characters = text == block.length ? block : Arrays.copyOf(block, text);
        int bytes;
        try {
            bytes = Base64.getDecoder().decode(characters, decoded);
        } catch (IllegalArgumentException e) {
            return 0;
        }
        out.write(decoded, 0, bytes);
        return text;
    }
}
