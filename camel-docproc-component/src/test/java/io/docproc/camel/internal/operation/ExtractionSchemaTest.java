/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.docproc.camel.error.DocprocInvalidRequestException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ExtractionSchemaTest {
    private static final String HEADER = "CamelDocprocSchema";

    private final OperationFixture fixture = new OperationFixture();

    @Test
    void theHeadersSchemaWinsOverTheEndpointsAndThatOverTheClasss() {
        fixture.option("outputClass", Invoice.class.getName());
        assertThat(used()).isEqualTo("total");

        fixture.option("schema", schema("of_endpoint"));
        assertThat(used()).isEqualTo("of_endpoint");

        fixture.header(HEADER, schema("of_header"));
        assertThat(used()).isEqualTo("of_header");
    }

    @Test
    void withoutAnySchemaTheCallIsRefusedAndSaysWhatToSet() {
        assertThatExceptionOfType(DocprocInvalidRequestException.class)
                .isThrownBy(this::used)
                .withMessageContaining("option schema")
                .withMessageContaining("outputClass")
                .withMessageContaining("header CamelDocprocSchema");
    }

    @Test
    void threeLevelsAreAllowedThroughObjectsAndArrays() {
        fixture.option("schema", nested(3));
        assertThat(used()).isEqualTo("level");

        fixture.option("schema", throughArrays(3));
        assertThat(used()).isEqualTo("level");
    }

    @Test
    void fourLevelsAreRefused() {
        assertRefused(nested(4), "the schema nests 4 levels; allowed are at most 3");
        assertRefused(throughArrays(4), "the schema nests 4 levels; allowed are at most 3");
    }

    @Test
    void aHundredLeafFieldsAreAllowed() {
        fixture.option("schema", flat(100));
        assertThat(used()).isEqualTo("f0");
    }

    @Test
    void moreLeafFieldsAreRefusedWhereverTheyStand() {
        assertRefused(flat(101), "the schema has 101 leaf fields; allowed are at most 100");
        String rows = "{\"type\":\"object\",\"properties\":{\"rows\":{\"type\":\"array\",\"items\":" + flat(60)
                + "},\"more\":" + flat(41) + "}}";
        assertRefused(rows, "the schema has 101 leaf fields");
    }

    @Test
    void anArrayOfPlainValuesIsOneLeaf() {
        String list = "{\"properties\":{\"tags\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}}}}";
        fixture.option("schema", list);

        assertThat(used()).isEqualTo("tags");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"properties\":{}}", "{\"properties\":[]}", "{\"type\":\"object\"}"})
    void aSchemaWithoutPropertiesIsRefused(String schema) {
        assertRefused(schema, "the schema has no 'properties'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"array\"", "\"string\"", "[\"string\",\"null\"]", "null", "7"})
    void aSchemaOfAnotherTypeThanObjectIsRefused(String type) {
        assertRefused(
                "{\"type\":" + type + ",\"properties\":{\"total\":{\"type\":\"string\"}}}",
                "the schema has the type " + type);
    }

    @Test
    void aTypeListWithObjectIsAllowed() {
        fixture.option("schema", schema("total").replaceFirst("\"object\"", "[\"object\",\"null\"]"));

        assertThat(used()).isEqualTo("total");
    }

    @Test
    void validateInputFalseDisablesTheLimitsOfOptionHeaderAndClass() {
        fixture.option("validateInput", false).option("outputClass", Deep.class.getName());
        assertThat(used()).isEqualTo("one");

        fixture.option("schema", nested(4));
        assertThat(used()).isEqualTo("level");

        fixture.header(HEADER, flat(101));
        assertThat(used()).isEqualTo("f0");
    }

    @Test
    void theHeaderValidateInputDecidesForItsMessage() {
        fixture.header("CamelDocprocValidateInput", "false").header(HEADER, flat(101));
        assertThat(used()).isEqualTo("f0");

        OperationFixture strict = new OperationFixture()
                .option("validateInput", false)
                .option("schema", nested(4))
                .header("CamelDocprocValidateInput", true);
        assertThatExceptionOfType(DocprocInvalidRequestException.class)
                .isThrownBy(() -> schema(strict).value(strict.call("extract")))
                .withMessageContaining("option schema of docproc:extract: the schema nests 4 levels");
    }

    private void assertRefused(String schema, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> schema(new OperationFixture().option("schema", schema)))
                .withMessageContaining("Option schema of docproc:extract: " + reason);
        assertThatExceptionOfType(DocprocInvalidRequestException.class)
                .isThrownBy(() -> {
                    OperationFixture message = new OperationFixture().header(HEADER, schema);
                    schema(message).value(message.call("extract"));
                })
                .withMessageContaining("header CamelDocprocSchema: " + reason)
                .satisfies(refusal -> assertThat(refusal.getCode()).isEqualTo(40004));
    }

    /** The first field of the schema that a call would send. */
    private String used() {
        return schema(fixture)
                .value(fixture.call("extract"))
                .get("properties")
                .fieldNames()
                .next();
    }

    private static ExtractionSchema schema(OperationFixture fixture) {
        OperationContext endpoint = fixture.endpoint("extract");
        return new ExtractionSchema(endpoint, OutputClass.of(endpoint));
    }

    private static String schema(String field) {
        return "{\"type\":\"object\",\"properties\":{\"" + field + "\":{\"type\":\"string\"}}}";
    }

    private static String nested(int levels) {
        String inner = levels == 1 ? "{\"type\":\"string\"}" : nested(levels - 1);
        return "{\"type\":\"object\",\"properties\":{\"level\":" + inner + "}}";
    }

    private static String throughArrays(int levels) {
        String inner = levels == 1
                ? "{\"type\":\"string\"}"
                : "{\"type\":\"array\",\"items\":" + throughArrays(levels - 1) + "}";
        return "{\"type\":\"object\",\"properties\":{\"level\":" + inner + "}}";
    }

    private static String flat(int leaves) {
        return IntStream.range(0, leaves)
                .mapToObj(index -> "\"f" + index + "\":{\"type\":\"string\"}")
                .collect(Collectors.joining(",", "{\"type\":\"object\",\"properties\":{", "}}"));
    }

    /** A class with more levels than the service allows. */
    public record Deep(Two one) {
        /** Level 2. */
        public record Two(Three two) {}

        /** Level 3. */
        public record Three(Four three) {}

        /** Level 4. */
        public record Four(String four) {}
    }

    /** A class to extract into. */
    public record Invoice(String total) {}
}
