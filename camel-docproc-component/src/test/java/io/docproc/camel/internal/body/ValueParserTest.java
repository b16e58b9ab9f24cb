/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectReader;
import io.docproc.camel.model.ModelJson;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests values of a long text that are read one at a time. */
class ValueParserTest {
    private static final ObjectReader ANY_VALUE = ModelJson.mapper().readerFor(Object.class);

    private static ValueParser parser(String json) throws IOException {
        ValueParser parser =
                new ValueParser(JsonResponses.open(new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8))));
        parser.nextToken();
        return parser;
    }

    private static Object read(String json) throws IOException {
        try (ValueParser parser = parser(json)) {
            return parser.read(ANY_VALUE);
        }
    }

    @Test
    void valuesKeepTheirTypePrecisionAndOrder() throws IOException {
        Object value =
                read("{\"b\":[1,12345678901,123456789012345678901234567890,0.10,true,null],\"a\":{\"c\":\"d\"}}");

        assertThat(value)
                .isEqualTo(Map.of(
                        "b",
                        Arrays.asList(
                                1,
                                12_345_678_901L,
                                new BigInteger("123456789012345678901234567890"),
                                new BigDecimal("0.10"),
                                true,
                                null),
                        "a",
                        Map.of("c", "d")));
        assertThat(((Map<?, ?>) value).keySet()).hasToString("[b, a]");
    }

    @Test
    void aValueOfMoreThan5MillionTokensIsRejected() {
        assertThatThrownBy(() -> read("[" + "1,".repeat(5_000_000) + "1]"))
                .isInstanceOf(UnreadableJsonException.class)
                .hasMessage("a value has more than the allowed 5000000 tokens");
    }

    @Test
    void theLimitAppliesToEachValue() throws IOException {
        String value = "[" + "1,".repeat(3_000_000) + "1]";
        try (ValueParser parser = parser(value + value)) {
            assertThat((List<?>) parser.read(ANY_VALUE)).hasSize(3_000_001);
            assertThat(parser.nextToken()).isEqualTo(JsonToken.START_ARRAY);
            assertThat((List<?>) parser.read(ANY_VALUE)).hasSize(3_000_001);
        }
    }
}
