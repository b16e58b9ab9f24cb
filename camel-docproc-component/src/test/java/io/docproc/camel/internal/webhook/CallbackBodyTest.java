/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.model.ParseCompletion;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which bodies of callbacks are accepted as completions. */
class CallbackBodyTest {
    private static Optional<ParseCompletion> parse(String body) {
        return CallbackReceiver.parse(body.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void unknownFieldsOfACompletionAreKept() {
        assertThat(parse("{\"job_id\":\"job-1\",\"status\":\"archived\",\"result_url\":\"https://r.example.com/1\","
                        + "\"message\":\"März\",\"pages\":7}"))
                .contains(new ParseCompletion(
                        "job-1", "archived", "https://r.example.com/1", "März", Map.of("pages", 7)));
        assertThat(parse("{\"job_id\":\"1\",\"status\":\"failed\"}"))
                .contains(new ParseCompletion("1", "failed", null, null, Map.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"job_id", "status"})
    void jobIdAndStatusAreStringsThatAreNotBlank(String name) {
        String body = "{\"job_id\":\"job-1\",\"status\":\"completed\"}";
        String pair = body.replaceAll(".*(\"" + name + "\":\"[^\"]*\").*", "$1");

        for (String value : new String[] {"\"\"", "\" \"", "\"\\t\"", "1", "true", "null", "{}", "[\"job-1\"]"}) {
            assertThat(parse(body.replace(pair, "\"" + name + "\":" + value)))
                    .as(value)
                    .isEmpty();
        }
        assertThat(parse(body.replace(pair, "\"x\":\"y\""))).isEmpty();
        assertThat(parse(body)).isPresent();
    }

    @ParameterizedTest
    @CsvSource({"2048,true", "2049,false"})
    void jobIdAndStatusHaveAtMost2048Characters(int length, boolean accepted) {
        String text = "x".repeat(length);

        assertThat(parse("{\"job_id\":\"" + text + "\",\"status\":\"completed\"}")
                        .isPresent())
                .isEqualTo(accepted);
        assertThat(parse("{\"job_id\":\"job-1\",\"status\":\"" + text + "\"}").isPresent())
                .isEqualTo(accepted);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "not json",
                "{",
                "[]",
                "null",
                "\"job-1\"",
                "[{\"job_id\":\"job-1\",\"status\":\"completed\"}]",
                "{\"job_id\":\"job-1\",\"status\":\"completed\"",
                "{\"job_id\":\"job-1\",\"status\":\"completed\",\"result_url\":{}}",
                "{\"job_id\":\"job-1\",\"status\":\"completed\"}{\"job_id\":\"job-2\",\"status\":\"completed\"}",
                "{\"job_id\":\"job-1\",\"status\":\"completed\"} x"
            })
    void anyOtherBodyIsNoCompletion(String body) {
        assertThat(parse(body)).isEmpty();
    }
}
