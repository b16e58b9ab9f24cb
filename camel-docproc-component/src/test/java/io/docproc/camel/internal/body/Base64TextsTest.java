/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class Base64TextsTest {
    private static final int LARGE = 300_000;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 23_999, 24_573, 24_574, 24_575, 24_576, 24_577, 49_152, LARGE})
    void textOfAnyLengthIsDecodedAndParsingContinues(int length) throws IOException {
        byte[] bytes = Bytes.some(length);

        Decoded decoded = decode("{\"image\":\"" + base64(bytes) + "\",\"angle\":90}", StandardCharsets.UTF_8);

        assertThat(decoded.bytes).isEqualTo(bytes);
        assertThat(decoded.nextField).isEqualTo("angle");
        assertThat(decoded.nextValue).isEqualTo(90);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 40, 24_576, LARGE - 3})
    void escapeSequencesAreDecoded(int position) throws IOException {
        byte[] bytes = Bytes.some(LARGE);
        bytes[position / 3 * 3] = (byte) 0xFF;
        bytes[position / 3 * 3 + 1] = (byte) 0xFF;
        String escaped = base64(bytes).replace("/", "\\/").replace("+", "\\u002b");

        Decoded decoded = decode("{\"image\":\"" + escaped + "\",\"angle\":90}", StandardCharsets.UTF_8);

        assertThat(decoded.bytes).isEqualTo(bytes);
        assertThat(decoded.nextValue).isEqualTo(90);
    }

    @Test
    void responseInOtherEncodingIsDecoded() throws IOException {
        byte[] bytes = Bytes.some(LARGE);

        Decoded decoded = decode("{\"image\":\"" + base64(bytes) + "\",\"angle\":90}", StandardCharsets.UTF_16BE);

        assertThat(decoded.bytes).isEqualTo(bytes);
        assertThat(decoded.nextValue).isEqualTo(90);
    }

    @ParameterizedTest
    @ValueSource(strings = {"AAAA*AAA", "A", "AAA", "AA=A", "AAAAA", "AA==="})
    void invalidBase64IsRejectedAtAnyPosition(String wrong) {
        String text = base64(Bytes.some(LARGE)) + wrong;

        assertThatThrownBy(() -> decode("{\"image\":\"" + text + "\",\"angle\":90}", StandardCharsets.UTF_8))
                .isInstanceOfAny(IOException.class, IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 40_000, LARGE})
    void truncatedTextIsRejected(int length) {
        String cut = "{\"image\":\"" + base64(Bytes.some(LARGE)).substring(0, length);

        assertThatThrownBy(() -> decode(cut, StandardCharsets.UTF_8)).isInstanceOf(IOException.class);
    }

    private record Decoded(byte[] bytes, String nextField, int nextValue) {}

    private static Decoded decode(String json, Charset encoding) throws IOException {
        Base64Texts texts = new Base64Texts(new InPieces(json.getBytes(encoding)));
        try (JsonParser parser = JsonResponses.open(texts.source())) {
            while (parser.nextToken() != JsonToken.VALUE_STRING) {
                assertThat(parser.currentToken()).isNotNull();
            }
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            texts.decode(parser, out);
            String field = parser.nextFieldName();
            return new Decoded(out.toByteArray(), field, parser.nextIntValue(-1));
        }
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    /** Returns its bytes in pieces of odd lengths, as a connection does. */
    private static final class InPieces extends InputStream {
        private final ByteArrayInputStream in;

        InPieces(byte[] bytes) {
            this.in = new ByteArrayInputStream(bytes);
        }

        @Override
        public int read() {
            return in.read();
        }

        @Override
        public int read(byte[] bytes, int offset, int count) {
            return in.read(bytes, offset, Math.min(count, 1_461));
        }
    }
}
