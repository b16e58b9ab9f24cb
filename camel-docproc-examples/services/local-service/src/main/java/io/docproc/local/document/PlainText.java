/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Decodes text of unknown encoding: UTF-16 by its byte order mark, else UTF-8 if it is valid, else GB18030 if all
 * non-ASCII bytes are in pairs, else windows-1252.
 */
final class PlainText {
    private PlainText() {}

    static String read(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        String text = utf16(bytes)
                .or(() -> decode(bytes, StandardCharsets.UTF_8))
                .or(() -> pairsOfHighBytes(bytes) ? decode(bytes, Charset.forName("GB18030")) : Optional.empty())
                .orElseGet(() -> new String(bytes, Charset.forName("windows-1252")));
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    private static Optional<String> utf16(byte[] bytes) {
        boolean marked = bytes.length > 1
                && (bytes[0] == (byte) 0xFE && bytes[1] == (byte) 0xFF
                        || bytes[0] == (byte) 0xFF && bytes[1] == (byte) 0xFE);
        return marked ? decode(bytes, StandardCharsets.UTF_16) : Optional.empty();
    }

    private static Optional<String> decode(byte[] bytes, Charset charset) {
        try {
            return Optional.of(charset.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    private static boolean pairsOfHighBytes(byte[] bytes) {
        int run = 0;
        for (byte b : bytes) {
            if (b < 0) {
                run++;
            } else if (run % 2 == 1) {
                return false;
            } else {
                run = 0;
            }
        }
        return run % 2 == 0;
    }
}
