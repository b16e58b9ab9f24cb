/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import static io.docproc.camel.contract.ExtractFixture.PDF;
import static io.docproc.camel.contract.ExtractFixture.RESPONSE;
import static io.docproc.camel.contract.ExtractFixture.SCHEMA;
import static io.docproc.camel.contract.ExtractFixture.requestWith;
import static io.docproc.camel.testkit.ServiceDouble.withCredentials;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocInvalidRequestException;
import io.docproc.camel.error.DocprocPartialFailureException;
import io.docproc.camel.model.ExtractResponse;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.Json;
import io.docproc.camel.testkit.ServiceDouble;
import jakarta.activation.DataHandler;
import jakarta.mail.util.ByteArrayDataSource;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.camel.Message;
import org.apache.camel.converter.stream.InputStreamCache;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests and results of an extraction, and the sources of its schema. */
class ExtractContractTest {
    private static final String PATH = "/ai/service/v3/entity_extraction";
    private static final Map<String, Object> WITH_SCHEMA = Map.of(DocprocConstants.SCHEMA, SCHEMA);

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @TempDir
    Path folder;

    @BeforeEach
    void respondWithFields() {
        service.respondWith(RESPONSE);
    }

    @Test
    void withoutOptionsOnlyDocumentAndSchemaAreSent() {
        service.call("docproc:extract", PDF, WITH_SCHEMA);

        service.assertRequest("POST", PATH);
        assertThat(service.requestBody()).isEqualTo(requestWith(SCHEMA));
        assertThat(service.onlyHeaders())
                .isEqualTo(withCredentials(
                        "content-type",
                        "application/json",
                        "content-length",
                        "" + service.requestBody().length()));
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5, 32_766, 32_767, 32_768, 65_536, 65_537, 200_000})
    void theDocumentIsSentAsBase64(int length) {
        byte[] document = Arrays.copyOf(PDF, length);

        service.call("docproc:extract?validateInput=false", document, WITH_SCHEMA);

        assertThat(Json.read(service.requestBody()).at("/file/file_base64").textValue())
                .isEqualTo(Base64.getEncoder().encodeToString(document));
        assertThat(service.onlyHeaders())
                .containsEntry("content-length", "" + service.requestBody().length());
    }

    @Test
    void anAttachmentOfUnknownLengthIsEncodedInChunks() {
        byte[] document = Arrays.copyOf(PDF, 300_001);

        service.call(
                "docproc:extract", new DataHandler(new ByteArrayDataSource(document, "application/pdf")), WITH_SCHEMA);

        assertThat(Json.read(service.requestBody()).at("/file/file_base64").textValue())
                .isEqualTo(Base64.getEncoder().encodeToString(document));
        assertThat(service.onlyHeaders())
                .isEqualTo(withCredentials("content-type", "application/json", "transfer-encoding", "chunked"));
    }

    @Test
    void keysOfAHeaderOverrideKeysAndOptionsOfTheEndpoint() {
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("parse_options.b", List.of(1, Map.of("c", true)));
        keys.put("parse_options", Map.of("parse_mode", "new"));
        service.call(
                "docproc:extract?param.parse_options.a=1&param.parse_options.b=2&parseMode=scan",
                PDF,
                Map.of(DocprocConstants.SCHEMA, SCHEMA, DocprocConstants.PARAM, keys));

        assertThat(Json.read(service.requestBody()).get("parse_options"))
                .isEqualTo(Json.read("{\"parse_mode\":\"new\",\"a\":1,\"b\":[1,{\"c\":true}]}"));
    }

    @Test
    void theResponseIsTyped() {
        Message message = service.call("docproc:extract?output=response", PDF, WITH_SCHEMA);

        ExtractResponse response = message.getBody(ExtractResponse.class);
        assertThat(response.result().pages().get(0).status()).isEqualTo("Halbfertig");
        assertThat(response.result().stamps().get(0).stampShape()).isEqualTo("圆章");
        assertThat(response.result()
                        .citationList()
                        .get(0)
                        .boundingRegions()
                        .get(0)
                        .position())
                .contains(new BigDecimal("3.5"));
        assertThat(response.partDurations()).containsEntry("llm_duration", new BigDecimal("2"));
    }

    @Test
    void aPartialFailureCarriesTheResponseOrIsAccepted() {
        service.respondWith(RESPONSE.replace("\"code\":200", "\"code\":50207"));

        Object partial = service.failure(DocprocPartialFailureException.class, "docproc:extract", PDF, WITH_SCHEMA)
                .getPartialResponse();
        Message accepted = service.call("docproc:extract?partialFailure=accept", PDF, WITH_SCHEMA);

        assertThat(((ExtractResponse) partial).result().fields()).containsEntry("number", "R-7");
        assertThat(accepted.getBody()).asInstanceOf(MAP).containsEntry("number", "R-7");
        assertThat(accepted.getHeader(DocprocConstants.CODE)).isEqualTo(50207);
    }

    @Test
    void optionsOfOneMessageDoNotAffectTheNext() {
        String uri = "docproc:extract?schema=RAW(" + SCHEMA + ")&param.parse_options.a=1";
        ObjectNode keys = JsonNodeFactory.instance.objectNode();
        service.call(
                uri,
                PDF,
                Map.of(DocprocConstants.PARAM, Map.of("parse_options.b", keys), DocprocConstants.STAMP, true));
        service.server().resetRequests();

        service.call(uri, PDF);

        assertThat(service.requestBody()).endsWith("\"schema\":" + SCHEMA + ",\"parse_options\":{\"a\":1}}");
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
                "outputClass=io.docproc.camel.contract.ExtractContractTest$Deep"
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
