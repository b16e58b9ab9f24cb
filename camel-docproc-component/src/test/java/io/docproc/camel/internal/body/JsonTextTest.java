/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Decoding of JSON texts, compared with Jackson's. */
class JsonTextTest {
    private static String decoded(String json) throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        JsonText.decode(new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)), text);
        return text.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"\"",
                "\"# 标题 é 😀\"",
                "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
                "\"\\u6807\\u9898\\u00e9\\u00E9\\u0041\\u0000\"",
                "\"\\ud83d\\ude00 and \\uD83D\\uDE00\\uD83D\\uDE00\""
            })
    void aTextIsDecodedAsJacksonDoes(String json) throws IOException {
        assertThat(decoded(json + ",\"more\":\"\\u0041\"}"))
                .isEqualTo(new ObjectMapper().readValue(json, String.class));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"\\ud83d\"",
                "\"\\ud83dx\"",
                "\"\\ude00\"",
                "\"\\ud83d\\n\"",
                "\"\\ud83d\\ud83d\\ude00\"",
                "\"\\ud83d\\u0041\""
            })
    void aLoneSurrogateBecomesAQuestionMark(String json) throws IOException {
        String expected = new ObjectMapper().readValue(json, String.class);

        assertThat(decoded(json))
                .isEqualTo(new String(expected.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(ints = {8_186, 8_187, 8_188, 8_189, 8_190, 8_191, 8_192, 8_193})
    void anEscapeSequenceMayCrossTheEndOfABlock(int length) throws IOException {
        String plain = "x".repeat(length);

        assertThat(decoded("\"" + plain + "\\ud83d\\ude00\\n" + plain + "\"")).isEqualTo(plain + "😀\n" + plain);
    }

    @Test
    void manyLoneSurrogatesNeedNoStack() throws IOException {
        assertThat(decoded("\"" + "\\ud83d".repeat(100_000) + "\"")).isEqualTo("?".repeat(100_000));
    }

    @Test
    void aLongTextIsDecoded() throws IOException {
        String text = "| a \"b\" \\ 标题\n".repeat(100_000);

        assertThat(decoded("\"" + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + "\""))
                .isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"", "\"text", "\"text\\", "\"text\\u00"})
    void aTextWithoutEndIsAnError(String json) {
        assertThatThrownBy(() -> decoded(json)).isInstanceOf(EOFException.class);
    }
}
