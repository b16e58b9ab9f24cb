/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RequestJsonTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"true", "false", "3", "-1", "0.25", "null", "[\"a\",1]", "{\"a\":{\"b\":[]}}", "\"quoted\""})
    void aTextThatIsJsonBecomesThatJson(String text) {
        assertThat(RequestJson.ofParameter(text)).isInstanceOf(JsonNode.class).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "merged",
                "TRUE",
                "1-2",
                "1-2,5-10",
                "1 2",
                "true false",
                "2026-01-01",
                "007",
                "+1",
                "1.",
                "[1] 2",
                "{} x",
                "{open",
                "it's",
                "NaN"
            })
    void anyOtherTextStaysAsItIs(String text) {
        assertThat(RequestJson.ofParameter(text)).isEqualTo(text);
    }

    @Test
    void aNumberIsAsExactAsItWasWritten() {
        assertThat(RequestJson.ofParameter("12345678901234567890.12")).hasToString("12345678901234567890.12");
    }

    @Test
    void aValueThatIsNotTextStaysAsItIs() {
        Object list = List.of(1);

        assertThat(RequestJson.ofParameter(list)).isSameAs(list);
        assertThat(RequestJson.ofParameter(7)).isEqualTo(7);
        assertThat(RequestJson.ofParameter(null)).isNull();
    }
}
