/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Decodes a JSON text of any length as a stream. A parser would keep the whole text in memory. The JSON has been parsed
 * before, so its escape sequences are valid. Not thread-safe.
 */
public final class JsonText {
    private static final int BLOCK = 8 * 1024;
    private static final int HEX = 16;
    private static final int HEX_DIGITS = 4;

    private final InputStream in;
    private final OutputStream out;
    private final byte[] block = new byte[BLOCK];
    private int position;
    private int limit;

    private JsonText(InputStream in, OutputStream out) {
        this.in = in;
        this.out = out;
    }

    /**
     * Writes the characters of a JSON text in UTF-8, without its quotation marks and escape sequences.
     *
     * @param json UTF-8 that starts with the quotation mark of the text
     * @param out receives the characters
     * @throws IOException if a stream fails, or the text has no end
     */
    public static void decode(InputStream json, OutputStream out) throws IOException {
        OutputStream buffered = new BufferedOutputStream(out, BLOCK);
        JsonText text = new JsonText(json, buffered);
        text.read();
        text.decode();
        buffered.flush();
    }

    private void decode() throws IOException {
        boolean ended = false;
        while (!ended) {
            int plain = position;
            while (plain < limit && block[plain] != '"' && block[plain] != '\\') {
                plain++;
            }
            out.write(block, position, plain - position);
            position = plain;
            int value = read();
            if (value == '\\') {
                decodeEscape(read());
            } else if (value != '"') {
                position--;
            }
            ended = value == '"';
        }
    }

    private void decodeEscape(int escaped) throws IOException {
        switch (escaped) {
            case 'b' -> out.write('\b');
            case 'f' -> out.write('\f');
            case 'n' -> out.write('\n');
            case 'r' -> out.write('\r');
            case 't' -> out.write('\t');
            case 'u' -> decodeUnit();
            default -> out.write(escaped);
        }
    }

    /** Writes a UTF-16 unit, with the low surrogate that follows a high one. A lone surrogate becomes a question mark. */
    private void decodeUnit() throws IOException {
        char unit = unit();
        while (Character.isHighSurrogate(unit)) {
            if (read() != '\\') {
                position--;
                break;
            }
            int escaped = read();
            if (escaped != 'u') {
                write(unit);
                decodeEscape(escaped);
                return;
            }
            char next = unit();
            if (Character.isLowSurrogate(next)) {
                write(unit, next);
                return;
            }
            write(unit);
            unit = next;
        }
        write(unit);
    }

    private void write(char... units) throws IOException {
        out.write(new String(units).getBytes(StandardCharsets.UTF_8));
    }

    private char unit() throws IOException {
        int unit = 0;
        for (int digit = 0; digit < HEX_DIGITS; digit++) {
            unit = unit * HEX + Character.digit(read(), HEX);
        }
        return (char) unit;
    }

    private int read() throws IOException {
        if (position == limit) {
            limit = in.read(block);
            position = 0;
            if (limit < 0) {
                throw new EOFException("the JSON text has no end");
            }
        }
        return block[position++];
    }
}
