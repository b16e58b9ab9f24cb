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

/** Which bodies tell of the end of a job. */
class CompletionReaderTest {
    private static Optional<ParseCompletion> read(String body) {
        return CompletionReader.read(body.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aCompletionIsReadWithWhatTheServiceAddsLater() {
        assertThat(read("{\"job_id\":\"job-1\",\"status\":\"archived\",\"result_url\":\"https://r.example.com/1\","
                        + "\"message\":\"März\",\"pages\":7}"))
                .contains(new ParseCompletion(
                        "job-1", "archived", "https://r.example.com/1", "März", Map.of("pages", 7)));
        assertThat(read("{\"job_id\":\"1\",\"status\":\"failed\"}"))
                .contains(new ParseCompletion("1", "failed", null, null, Map.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"job_id", "status"})
    void jobAndStatusAreTextsThatSaySomething(String name) {
        String body = "{\"job_id\":\"job-1\",\"status\":\"completed\"}";
        String pair = body.replaceAll(".*(\"" + name + "\":\"[^\"]*\").*", "$1");

        for (String value : new String[] {"\"\"", "\" \"", "\"\\t\"", "1", "true", "null", "{}", "[\"job-1\"]"}) {
            assertThat(read(body.replace(pair, "\"" + name + "\":" + value)))
                    .as(value)
                    .isEmpty();
        }
        assertThat(read(body.replace(pair, "\"x\":\"y\""))).isEmpty();
        assertThat(read(body)).isPresent();
    }

    @ParameterizedTest
    @CsvSource({"2048,true", "2049,false"})
    void jobAndStatusHaveAtMost2048Characters(int length, boolean taken) {
        String longest = "x".repeat(length);

        assertThat(read("{\"job_id\":\"" + longest + "\",\"status\":\"completed\"}")
                        .isPresent())
                .isEqualTo(taken);
        assertThat(read("{\"job_id\":\"job-1\",\"status\":\"" + longest + "\"}").isPresent())
                .isEqualTo(taken);
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
                "{\"job_id\":\"job-1\",\"status\":\"completed\",\"result_url\":{}}"
            })
    void anythingElseIsNoCompletion(String body) {
        assertThat(read(body)).isEmpty();
    }
}
