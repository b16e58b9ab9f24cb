/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import static io.docproc.camel.contract.ExtractFixture.PDF;
import static io.docproc.camel.contract.ExtractFixture.RESPONSE;
import static io.docproc.camel.contract.ExtractFixture.SCHEMA;
import static io.docproc.camel.contract.ExtractFixture.requestWith;
import static io.docproc.camel.testkit.ServiceDouble.withCredentials;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocPartialFailureException;
import io.docproc.camel.model.ExtractResponse;
import io.docproc.camel.testkit.Json;
import io.docproc.camel.testkit.ServiceDouble;
import jakarta.activation.DataHandler;
import jakarta.mail.util.ByteArrayDataSource;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Message;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExtractContractTest {
    private static final String PATH = "/ai/service/v3/entity_extraction";
    private static final Map<String, Object> WITH_SCHEMA = Map.of(DocprocConstants.SCHEMA, SCHEMA);

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

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
}
