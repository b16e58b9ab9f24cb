/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import static io.docproc.camel.contract.ExtractFixture.PDF;
import static io.docproc.camel.contract.ExtractFixture.RESPONSE;
import static io.docproc.camel.contract.ExtractFixture.SCHEMA;
import static io.docproc.camel.contract.ExtractFixture.requestWith;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocInvalidRequestException;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.Json;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.camel.converter.stream.InputStreamCache;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sources of the schema of an extraction, and schemas that are rejected before the call. */
class ExtractSchemaTest {
    private static final String PATH = "/ai/service/v3/entity_extraction";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @TempDir
    Path folder;

    @BeforeEach
    void respondWithFields() {
        service.respondWith(RESPONSE);
    }

    @Test
    void theSchemaIsReadFromTheClassPath() throws Exception {
        service.call("docproc:extract?schema=classpath:schemas/invoice.json", PDF);

        try (InputStream resource = getClass().getResourceAsStream("/schemas/invoice.json")) {
            assertThat(service.requestBody())
                    .isEqualTo(requestWith(new String(resource.readAllBytes(), StandardCharsets.UTF_8).strip()));
        }
    }

    @Test
    void theSchemaIsReadFromAFileOnceAtStart() throws Exception {
        Path schema = Files.writeString(folder.resolve("schema.json"), SCHEMA);
        service.context().getEndpoint("docproc:extract?schema=file:" + schema).start();
        Files.delete(schema);

        service.call("docproc:extract?schema=file:" + schema, PDF);

        assertThat(service.requestBody()).isEqualTo(requestWith(SCHEMA));
    }

    @Test
    void theSchemaIsReadFromTheRegistryOrInline() {
        service.context().getRegistry().bind("mySchema", SCHEMA);
        service.call("docproc:extract?schema=ref:mySchema", PDF);
        assertThat(service.requestBody()).isEqualTo(requestWith(SCHEMA));
        service.server().resetRequests();

        service.call("docproc:extract?schema=RAW(" + SCHEMA + ")", PDF);
        assertThat(service.requestBody()).isEqualTo(requestWith(SCHEMA));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aSchemaWithoutTypeIsSentAsAnObject(boolean validateInput) {
        ObjectNode header = (ObjectNode) Json.read("{\"properties\":{\"a\":{}},\"required\":[]}");
        ObjectNode unchanged = header.deepCopy();
        String uri = "docproc:extract?schema=RAW({\"properties\":{\"b\":{}}})&validateInput=" + validateInput;

        service.call(uri, PDF, Map.of(DocprocConstants.SCHEMA, header));
        assertThat(service.requestBody())
                .endsWith("\"schema\":{\"type\":\"object\",\"properties\":{\"a\":{}},\"required\":[]}}");
        assertThat(header).isEqualTo(unchanged);
        service.server().resetRequests();

        service.call(uri, PDF);
        assertThat(service.requestBody()).endsWith("\"schema\":{\"type\":\"object\",\"properties\":{\"b\":{}}}}");
    }

    @Test
    void theSchemaHeaderTakesPrecedenceAndIsNotModified() {
        Map<String, Object> property = new LinkedHashMap<>(Map.of("type", "string"));
        property.put("default", null);
        Map<String, Object> map = Map.of("type", "object", "properties", Map.of("a", property));
        ObjectNode node = (ObjectNode) Json.read("{\"type\":\"object\",\"properties\":{\"b\":{\"enum\":[1.50,null]}}}");
        ObjectNode copy = node.deepCopy();

        String configured = "docproc:extract?schema=classpath:schemas/invoice.json";
        service.call(configured, PDF, Map.of(DocprocConstants.SCHEMA, map));
        assertThat(service.requestBody()).contains("\"default\":null");
        assertThat(Json.read(service.requestBody()).get("schema"))
                .isEqualTo(Json.read(
                        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"default\":null}}}"));
        service.server().resetRequests();

        service.call(configured, PDF, Map.of(DocprocConstants.SCHEMA, node));
        assertThat(Json.read(service.requestBody()).get("schema")).isEqualTo(copy);
        assertThat(node).isEqualTo(copy);
        InputStreamCache cache = new InputStreamCache(SCHEMA.getBytes(StandardCharsets.UTF_8));
        for (InputStream stream :
                List.of(new ByteArrayInputStream(SCHEMA.getBytes(StandardCharsets.UTF_8)), cache, cache)) {
            service.server().resetRequests();
            service.call(configured, PDF, Map.of(DocprocConstants.SCHEMA, stream));
            assertThat(service.requestBody()).isEqualTo(requestWith(SCHEMA));
        }
    }

    @Test
    void aSchemaHeaderIsNotResolvedAsAResource() {
        assertThat(service.refused(
                        "docproc:extract", PDF, Map.of(DocprocConstants.SCHEMA, "classpath:schemas/invoice.json")))
                .hasMessageContaining(DocprocConstants.SCHEMA)
                .hasMessageContaining("not JSON");
    }

    @Test
    @CoversFault(24)
    void aMissingSchemaIsRejectedBeforeTheCall() {
        DocprocInvalidRequestException failure = service.refused("docproc:extract", PDF);

        assertThat(failure.getCode()).isEqualTo(40004);
        assertThat(failure).hasMessageContaining("schema").hasMessageContaining("outputClass");
    }

    @ParameterizedTest
    @CoversFault(24)
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"type\":|not JSON",
                "{\"properties\":{\"a\":{}}} more|not JSON",
                "[1]|array",
                "\"text\"|string",
                "{}|properties",
                "{\"properties\":{}}|the schema has no 'properties'",
                "{\"properties\":[]}|the schema has no 'properties'",
                "{\"type\":\"array\",\"properties\":{\"a\":{}}}|the schema has the type \"array\"",
                "{\"type\":[\"string\",\"null\"],\"properties\":{\"a\":{}}}|the schema has the type [\"string\",\"null\"]",
                "{\"type\":null,\"properties\":{\"a\":{}}}|the schema has the type null",
                "{\"type\":7,\"properties\":{\"a\":{}}}|the schema has the type 7",
                "{\"properties\":{\"a\":{\"properties\":{\"b\":{\"properties\":{\"c\":{\"properties\":{\"d\":{}}}}}}}}}|4 levels",
                "{\"properties\":{\"a\":{\"type\":\"array\",\"items\":{\"properties\":{\"b\":{\"type\":\"array\",\"items\":{\"properties\":{\"c\":{\"properties\":{\"d\":{}}}}}}}}}}}|4 levels"
            })
    void anInvalidSchemaIsRejectedBeforeTheCall(String schema, String reason) {
        assertThat(service.refused("docproc:extract", PDF, Map.of(DocprocConstants.SCHEMA, schema)))
                .hasMessageContaining(DocprocConstants.SCHEMA)
                .hasMessageContaining(reason);
    }

    @Test
    @CoversFault(24)
    void aSchemaMayHaveAtMostAHundredFields() {
        service.call("docproc:extract", PDF, Map.of(DocprocConstants.SCHEMA, threeLevels(100)));
        assertThat(service.url()).isEqualTo(PATH);
        service.server().resetRequests();

        assertThat(service.refused("docproc:extract", PDF, Map.of(DocprocConstants.SCHEMA, threeLevels(101))))
                .hasMessageContaining("101")
                .hasMessageContaining("100");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":[\"object\",\"null\"],\"properties\":{\"a\":{}}}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"items\":{\"properties\":{\"b\":{\"items\":{\"properties\":{\"c\":{\"items\":{}}}}}}}}}}"
            })
    void aTypeListAndThreeLevelsThroughArraysAreAllowed(String schema) {
        service.call("docproc:extract", PDF, Map.of(DocprocConstants.SCHEMA, schema));

        assertThat(service.requestBody()).isEqualTo(requestWith(schema));
    }

    /** The component reads type, properties and items. It neither checks nor changes other keywords. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"$ref\":\"#/$defs/b\"",
                "\"oneOf\":[{\"properties\":{\"b\":{\"properties\":{\"c\":{\"properties\":{\"d\":{}}}}}}}]",
                "\"type\":\"enum\",\"enum\":[\"b\",null,1]",
                "\"type\":\"string\",\"format\":\"date\",\"pattern\":\"[\"",
                "\"type\":\"unknown\",\"additionalProperties\":false"
            })
    void otherKeywordsAreSentUnchanged(String keywords) {
        String schema =
                "{\"$schema\":\"http://json-schema.org/draft-04/schema#\",\"$defs\":{\"b\":{\"type\":\"string\"}},"
                        + "\"type\":\"object\",\"properties\":{\"a\":{" + keywords
                        + "}},\"additionalProperties\":false}";

        service.call("docproc:extract", PDF, Map.of(DocprocConstants.SCHEMA, schema));

        assertThat(service.requestBody()).isEqualTo(requestWith(schema));
    }

    @Test
    void theFieldsOfAnArrayCountWithTheOthers() {
        String rows = "{\"properties\":{\"rows\":{\"type\":\"array\",\"items\":{\"properties\":{" + fields(60)
                + "}}},\"more\":{\"properties\":{" + fields(41) + "}}}}";

        assertThat(service.failure(
                        DocprocInvalidRequestException.class,
                        "docproc:extract",
                        PDF,
                        Map.of(DocprocConstants.SCHEMA, rows)))
                .hasMessageContaining("the schema has 101 leaf fields; allowed are at most 100");
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "schema=RAW({\"properties\":{\"a\":{\"properties\":{\"b\":{\"properties\":{\"c\":{\"properties\":{\"d\":{}}}}}}}}})",
                "outputClass=io.docproc.camel.contract.ExtractSchemaTest$Deep"
            })
    void anInvalidSchemaOfTheEndpointIsRefusedAtStartUnlessInputIsNotValidated(String option) {
        String reason = option.substring(0, option.indexOf('=')) + " of docproc:extract: the schema nests 4 levels";

        assertThatThrownBy(() -> service.context().getEndpoint("docproc:extract?" + option))
                .hasStackTraceContaining("Option " + reason + "; allowed are at most 3");
        String lenient = "docproc:extract?validateInput=false&" + option;
        service.call(lenient + "&output=json", PDF);
        assertThat(service.requestBody()).contains("\"schema\"");
        assertThat(service.failure(
                        DocprocInvalidRequestException.class,
                        lenient,
                        PDF,
                        Map.of(DocprocConstants.VALIDATE_INPUT, true)))
                .hasMessageContaining("option " + reason);
    }

    @Test
    void aSchemaThatIsNoObjectIsRefusedAlsoWithoutValidation() {
        service.failure(
                DocprocInvalidRequestException.class,
                "docproc:extract?validateInput=false",
                PDF,
                Map.of(DocprocConstants.SCHEMA, "[]"));
        service.assertNothingSent();
    }

    private static String fields(int count) {
        return IntStream.range(0, count)
                .mapToObj(index -> "\"f" + index + "\":{\"type\":\"string\"}")
                .collect(Collectors.joining(","));
    }

    private static String threeLevels(int leaves) {
        String properties = fields(leaves);
        return "{\"properties\":{\"a\":{\"properties\":{\"b\":{\"properties\":{" + properties + "}}}}}}";
    }
}
