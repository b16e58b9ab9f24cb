/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonResponsesTest {
    private static final int MAX_TEXT = 32 * 1024 * 1024;

    private static Stream<Arguments> limits() {
        return Stream.of(
                Arguments.of("[".repeat(500) + "]".repeat(500), 1000),
                Arguments.of("[".repeat(501) + "]".repeat(501), -1),
                Arguments.of("\"" + "x".repeat(MAX_TEXT) + "\"", 1),
                Arguments.of("\"" + "x".repeat(MAX_TEXT + 1_000_000) + "\"", -1),
                Arguments.of("9".repeat(10_001), -1),
                Arguments.of("{\"" + "n".repeat(10_100) + "\":1}", -1));
    }

    @ParameterizedTest(name = "[{index}] {1}")
    @MethodSource("limits")
    void nestingTextsNumbersAndNamesAreReadUpToTheirLimits(String json, int tokens) throws IOException {
        if (tokens < 0) {
            assertThatExceptionOfType(StreamConstraintsException.class).isThrownBy(() -> readToEnd(json));
            assertThatExceptionOfType(StreamConstraintsException.class)
                    .isThrownBy(() -> JsonResponses.read(stream(json), new ObjectMapper(), Object.class));
        } else {
            assertThat(readToEnd(json)).isEqualTo(tokens);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "# 标题 é 😀",
                "\\\"\\\\\\/\\b\\f\\n\\r\\t",
                "\\u6807\\u9898\\u00e9\\u00E9\\u0041\\u0000",
                "\\ud83d\\ude00 and \\uD83D\\uDE00\\uD83D\\uDE00",
                "\\ud83dx",
                "\\ude00",
                "\\ud83d\\n",
                "\\ud83d\\ud83d\\ude00",
                "\\ud83d\\u0041"
            })
    void textIsDecodedAsJacksonDoes(String text) throws IOException {
        for (String padding : List.of("", "x".repeat(8_191), "x".repeat(8_189))) {
            String json = '"' + padding + text + padding + '"';
            String expected = new ObjectMapper().readValue(json, String.class);

            assertThat(decoded(json + ",\"more\":\"\\u0041\"}"))
                    .isEqualTo(new String(expected.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"", "\"text", "\"text\\", "\"text\\u00"})
    void textWithoutEndIsAnError(String json) {
        assertThatExceptionOfType(EOFException.class).isThrownBy(() -> decoded(json));
    }

    private static String decoded(String json) throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        JsonResponses.decodeText(stream(json), text);
        return text.toString(StandardCharsets.UTF_8);
    }

    /** Reads every token with its text. */
    private static int readToEnd(String json) throws IOException {
        int tokens = 0;
        try (JsonParser parser = JsonResponses.open(stream(json))) {
            while (parser.nextToken() != null) {
                assertThat(parser.getText()).isNotNull();
                tokens++;
            }
        }
        return tokens;
    }

    private static InputStream stream(String json) {
        return new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8));
    }
}
