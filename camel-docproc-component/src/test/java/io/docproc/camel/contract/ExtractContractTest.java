/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import static io.docproc.camel.contract.ExtractFixture.PDF;
import static io.docproc.camel.contract.ExtractFixture.PDF_BASE64;
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
import io.docproc.camel.model.ExtractedFields;
import io.docproc.camel.testkit.Json;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.StreamCache;
import org.apache.camel.support.MessageHelper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
    void aStreamOfUnknownLengthIsEncodedInChunks() {
        byte[] document = Arrays.copyOf(PDF, 300_001);

        service.call("docproc:extract", new ByteArrayInputStream(document), WITH_SCHEMA);

        assertThat(Json.read(service.requestBody()).at("/file/file_base64").textValue())
                .isEqualTo(Base64.getEncoder().encodeToString(document));
        assertThat(service.onlyHeaders())
                .isEqualTo(withCredentials("content-type", "application/json", "transfer-encoding", "chunked"));
    }

    @Test
    void theFileNameIsSentWithoutItsPath() {
        service.call(
                "docproc:extract", PDF, Map.of(DocprocConstants.SCHEMA, SCHEMA, Exchange.FILE_NAME, "in/发票 \"7\".pdf"));

        assertThat(service.requestBody())
                .isEqualTo("{\"file\":{\"file_name\":\"发票 _7_.pdf\",\"file_base64\":\"" + PDF_BASE64 + "\"},\"schema\":"
                        + SCHEMA + "}");
    }

    @Test
    void aFileUrlIsSentInsteadOfTheBody() {
        service.call(
                "docproc:extract?fileUrl=https://files.example.com/1.pdf&fileName=../a.pdf", "ignored", WITH_SCHEMA);

        assertThat(service.requestBody())
                .isEqualTo("{\"file\":{\"file_url\":\"https://files.example.com/1.pdf\",\"file_name\":\"a.pdf\"},"
                        + "\"schema\":" + SCHEMA + "}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pageCount=7|parse_options|\"page_count\":7",
                "removeWatermark=false|parse_options|\"remove_watermark\":0",
                "pdfPassword=RAW(a+b&c%20d)|parse_options|\"pdf_pwd\":\"a+b&c%20d\"",
                "generateCitations=true|extract_options|\"generate_citations\":true",
                "generateCitations=false|extract_options|\"generate_citations\":false",
                "param.parse_options.new_key=1|parse_options|\"new_key\":1",
                "param.parse_options.date=2026-01-01|parse_options|\"date\":\"2026-01-01\"",
                "param.parse_options.two=1 2|parse_options|\"two\":\"1 2\"",
                "param.parse_options.code=007|parse_options|\"code\":\"007\"",
                "param.parse_options.list=RAW([1,\"a\"])|parse_options|\"list\":[1,\"a\"]",
                "param.extract_options.deep=true|extract_options|\"deep\":true",
                "param.extract_options.word=vlm|extract_options|\"word\":\"vlm\""
            })
    void eachOptionIsOneKeyAndNoOtherIsSent(String option, String block, String key) {
        service.call("docproc:extract?" + option, PDF, WITH_SCHEMA);

        assertThat(service.requestBody())
                .isEqualTo("{\"file\":{\"file_base64\":\"" + PDF_BASE64 + "\"},\"schema\":" + SCHEMA + ",\"" + block
                        + "\":{" + key + "}}");
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
    void theFieldsAreTheBodyAndMetadataAreHeaders() {
        Message message = service.call("docproc:extract", PDF, WITH_SCHEMA);

        ExtractedFields fields = message.getBody(ExtractedFields.class);
        assertThat(fields)
                .containsEntry("number", "R-7")
                .containsEntry("total", new BigDecimal("12.50"))
                .containsEntry("note", "")
                .containsEntry("items", List.of(Map.of("name", "红色")))
                .containsEntry("paid", null);
        assertThat(fields.keySet()).containsExactly("number", "total", "paid", "items", "note");
        assertThat(message.getHeaders())
                .hasSize(11)
                .containsEntry(DocprocConstants.BILLED_PAGES, 2)
                .containsAllEntriesOf(Map.of(
                        "Content-Type",
                        "application/json",
                        DocprocConstants.SCHEMA,
                        SCHEMA,
                        DocprocConstants.CODE,
                        200,
                        DocprocConstants.MESSAGE,
                        "success",
                        DocprocConstants.REQUEST_ID,
                        "req-2",
                        DocprocConstants.VERSION,
                        "v3.1.0_20260101",
                        DocprocConstants.DURATION,
                        new BigDecimal("812.25"),
                        DocprocConstants.STATUS,
                        "finished",
                        DocprocConstants.SUCCESS_COUNT,
                        2,
                        DocprocConstants.BILLED,
                        true));
    }

    @Test
    void theResponseIsTypedAndConvertsToTheServicesJson() {
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
        Json.assertEqual(message.getBody(String.class), RESPONSE);
    }

    @Test
    void aPartialFailureCarriesThePartialResponse() {
        service.respondWith(RESPONSE.replace("\"code\":200", "\"code\":50207"));

        DocprocPartialFailureException failure =
                service.failure(DocprocPartialFailureException.class, "docproc:extract", PDF, WITH_SCHEMA);

        assertThat(failure.getCode()).isEqualTo(50207);
        assertThat(failure.isRetryable()).isFalse();
        assertThat(((ExtractResponse) failure.getPartialResponse()).result().fields())
                .containsEntry("number", "R-7");
    }

    @Test
    void anAcceptedPartialFailureIsAResult() {
        service.respondWith(RESPONSE.replace("\"code\":200", "\"code\":50207"));

        Message message = service.call("docproc:extract?partialFailure=accept", PDF, WITH_SCHEMA);

        assertThat(message.getBody()).asInstanceOf(MAP).containsEntry("number", "R-7");
        assertThat(message.getHeader(DocprocConstants.CODE)).isEqualTo(50207);
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

    @Test
    void withOutputJsonTheFieldsAreTheServicesJsonUnchanged() {
        Message message = service.call("docproc:extract?output=json", PDF, WITH_SCHEMA);

        assertThat(message.getBody()).isInstanceOf(StreamCache.class);
        for (int read = 0; read < 2; read++) {
            assertThat(message.getBody(String.class))
                    .isEqualTo(
                            "{\"number\":\"R-7\",\"total\":12.50,\"paid\":null,\"items\":[{\"name\":\"红色\"}],\"note\":\"\"}");
            MessageHelper.resetStreamCache(message);
        }
        assertThat(message.getHeader(DocprocConstants.SUCCESS_COUNT)).isEqualTo(2);
        assertThat(message.getHeader(DocprocConstants.STATUS)).isEqualTo("finished");
        service.respondWith("{\"code\":200,\"result\":{\"extracted_schema\":null}}");
        assertThat(service.call("docproc:extract?output=json", PDF, WITH_SCHEMA).getBody(String.class))
                .isEqualTo("{}");
    }
}
