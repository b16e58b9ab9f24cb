/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import static io.docproc.camel.contract.ExtractFixture.PDF;
import static io.docproc.camel.contract.ExtractFixture.RESPONSE;
import static io.docproc.camel.contract.ExtractFixture.SCHEMA;
import static io.docproc.camel.contract.ExtractFixture.requestWith;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocInvalidRequestException;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.Json;
import io.docproc.camel.testkit.ServiceDouble;
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
import org.junit.jupiter.params.provider.ValueSource;

/** Sources of the schema of an extraction, and schemas that are rejected before the call. */
class ExtractSchemaTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @TempDir
    Path folder;

    @BeforeEach
    void respondWithFields() {
        service.respondWith(RESPONSE);
    }

    /** Sends a document and returns the schema in the request. */
    private String sent(String uri, Map<String, Object> headers) {
        service.server().resetRequests();
        service.call(uri, PDF, headers);
        String start = requestWith("");
        assertThat(service.requestBody()).startsWith(start.substring(0, start.length() - 1));
        return service.requestBody()
                .substring(start.length() - 1, service.requestBody().length() - 1);
    }

    private String sent(Object schema) {
        return sent("docproc:extract?schema=classpath:schemas/invoice.json", Map.of(DocprocConstants.SCHEMA, schema));
    }

    private DocprocInvalidRequestException refused(Object schema) {
        service.server().resetRequests();
        return service.refused("docproc:extract", PDF, Map.of(DocprocConstants.SCHEMA, schema));
    }

    @Test
    void theSchemaIsReadOnceAtStartFromTheOption() throws Exception {
        Path file = Files.writeString(folder.resolve("schema.json"), SCHEMA);
        service.context().getEndpoint("docproc:extract?schema=file:" + file).start();
        Files.delete(file);
        service.context().getRegistry().bind("mySchema", SCHEMA);

        for (String source : List.of("file:" + file, "ref:mySchema", "RAW(" + SCHEMA + ")")) {
            assertThat(sent("docproc:extract?schema=" + source, Map.of())).isEqualTo(SCHEMA);
        }
        try (InputStream resource = getClass().getResourceAsStream("/schemas/invoice.json")) {
            assertThat(sent("docproc:extract?schema=classpath:schemas/invoice.json", Map.of()))
                    .isEqualTo(new String(resource.readAllBytes(), StandardCharsets.UTF_8).strip());
        }
    }

    @Test
    void theSchemaHeaderTakesPrecedence() {
        Map<String, Object> property = new LinkedHashMap<>();
        property.put("default", null);
        property.put("enum", List.of(1.5));
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("type", "object");
        map.put("properties", Map.of("a", property));
        String json = "{\"type\":\"object\",\"properties\":{\"a\":{\"default\":null,\"enum\":[1.5]}}}";
        InputStreamCache cache = new InputStreamCache(json.getBytes(StandardCharsets.UTF_8));

        for (Object schema : List.of(json, map, Json.read(json), cache, cache)) {
            assertThat(sent(schema)).isEqualTo(json);
        }
    }

    @Test
    @CoversFault(24)
    void aMissingSchemaIsRejectedBeforeTheCall() {
        DocprocInvalidRequestException failure = service.refused("docproc:extract", PDF);

        assertThat(failure.getCode()).isEqualTo(40004);
        assertThat(failure).hasMessageContaining("schema").hasMessageContaining("outputClass");
    }

    @Test
    @CoversFault(24)
    void aSchemaMayHaveAtMostAHundredFields() {
        String schema = "{\"properties\":{\"rows\":{\"type\":\"array\",\"items\":{\"properties\":{" + fields(60)
                + "}}},\"more\":{\"properties\":{%s}}}}";

        assertThat(sent(schema.formatted(fields(40)))).contains("f59", "f39");
        assertThat(refused(schema.formatted(fields(41))))
                .hasMessageContaining("the schema has 101 leaf fields; allowed are at most 100");
    }

    private static String fields(int count) {
        return IntStream.range(0, count)
                .mapToObj(index -> "\"f" + index + "\":{\"type\":\"string\"}")
                .collect(Collectors.joining(","));
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
        service.server().resetRequests();
        assertThat(service.refused(lenient, PDF, Map.of(DocprocConstants.VALIDATE_INPUT, true)))
                .hasMessageContaining("option " + reason);
        service.refused(lenient, PDF, Map.of(DocprocConstants.SCHEMA, "[]"));
    }
}
