/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import static io.docproc.camel.ServiceDouble.withCredentials;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.document.Samples;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidRequestException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocPartialFailureException;
import io.docproc.camel.model.ExtractResponse;
import io.docproc.camel.model.ExtractedFields;
import java.io.ByteArrayInputStream;
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
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExtractContractTest {
    private static final String PATH = "/ai/service/v3/entity_extraction";
    private static final byte[] PDF = Samples.pdf();
    private static final String PDF_BASE64 = Base64.getEncoder().encodeToString(PDF);
    private static final String SCHEMA = "{\"type\":\"object\",\"properties\":{\"number\":{\"type\":\"string\"}}}";
    private static final Map<String, Object> WITH_SCHEMA = Map.of(DocprocConstants.SCHEMA, SCHEMA);
    private static final String ANSWER =
            """
            {"code":200,"message":"success","version":"v3.1.0_20260101","duration":812.25,"x_request_id":"req-2",\
            "status":"finished","trace":"t","result":{"success_count":2,"extracted_schema":{"number":"R-7","total":12.50,\
            "paid":null,"items":[{"name":"红色"}],"note":""},"citations":{"number":{"value":"R-7","bounding_regions":[\
            {"page_number":1,"position":[1,2,3.5,4,5,6,7,8],"text":"No. R-7"}]}},"pages":[{"page_number":1,\
            "status":"Halbfertig","durations":3.5,"image_id":"i","height":10,"width":20,"angle":0,"dpi":72}],\
            "stamps":[{"color":"红色","position":[1,2,3,4,5,6,7,8],"stamp_shape":"圆章","type":"公章","value":"v","x":1}],\
            "rotated":false},"part_durations":{"parse_duration":1.5,"llm_duration":2}}""";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @TempDir
    Path folder;

    @BeforeEach
    void answerWithFields() {
        service.answers(ANSWER);
    }

    private String sent() {
        return service.onlyRequest().getBodyAsString();
    }

    private static String file(String schema) {
        return "{\"file\":{\"file_base64\":\"" + PDF_BASE64 + "\"},\"schema\":" + schema + "}";
    }

    @Test
    void withoutOptionsDocumentAndSchemaGoOutAndNothingElse() {
        service.call("docproc:extract", PDF, WITH_SCHEMA);

        assertThat(service.onlyRequest().getMethod().getName()).isEqualTo("POST");
        assertThat(service.onlyRequest().getUrl()).isEqualTo(PATH);
        assertThat(sent()).isEqualTo(file(SCHEMA));
        assertThat(service.onlyHeaders())
                .isEqualTo(withCredentials("content-type", "application/json", "content-length", "" + sent().length()));
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5, 32_766, 32_767, 32_768, 65_536, 65_537, 200_000})
    void theDocumentArrivesAsBase64WhateverItsLength(int length) {
        byte[] document = Arrays.copyOf(PDF, length);

        service.call("docproc:extract?validateInput=false", document, WITH_SCHEMA);

        assertThat(Json.read(sent()).at("/file/file_base64").textValue())
                .isEqualTo(Base64.getEncoder().encodeToString(document));
        assertThat(service.onlyHeaders()).containsEntry("content-length", "" + sent().length());
    }

    @Test
    void aStreamOfUnknownLengthIsEncodedInChunks() {
        byte[] document = Arrays.copyOf(PDF, 300_001);

        service.call("docproc:extract", new ByteArrayInputStream(document), WITH_SCHEMA);

        assertThat(Json.read(sent()).at("/file/file_base64").textValue())
                .isEqualTo(Base64.getEncoder().encodeToString(document));
        assertThat(service.onlyHeaders())
                .isEqualTo(withCredentials("content-type", "application/json", "transfer-encoding", "chunked"));
    }

    @Test
    void theFileNameIsTheHeadersThenTheOptionsAndWithoutAnyPath() {
        service.call(
                "docproc:extract", PDF, Map.of(DocprocConstants.SCHEMA, SCHEMA, Exchange.FILE_NAME, "in/发票 \"7\".pdf"));

        assertThat(sent())
                .isEqualTo("{\"file\":{\"file_name\":\"发票 _7_.pdf\",\"file_base64\":\"" + PDF_BASE64 + "\"},\"schema\":"
                        + SCHEMA + "}");
    }

    @Test
    void aNameOfNothingButDotsIsNotSent() {
        service.call("docproc:extract?fileName=..", PDF, WITH_SCHEMA);

        assertThat(sent()).isEqualTo(file(SCHEMA));
    }

    @Test
    void aFileUrlGoesOutInPlaceOfTheBody() {
        service.call(
                "docproc:extract?fileUrl=https://files.example.com/1.pdf&fileName=../a.pdf", "ignored", WITH_SCHEMA);

        assertThat(sent())
                .isEqualTo("{\"file\":{\"file_url\":\"https://files.example.com/1.pdf\",\"file_name\":\"a.pdf\"},"
                        + "\"schema\":" + SCHEMA + "}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pageStart=1|parse_options|\"page_start\":1",
                "pageCount=7|parse_options|\"page_count\":7",
                "getImage=objects|parse_options|\"get_image\":\"objects\"",
                "getImage=none|parse_options|\"get_image\":\"none\"",
                "cropDewarp=false|parse_options|\"crop_dewarp\":0",
                "cropDewarp=true|parse_options|\"crop_dewarp\":1",
                "removeWatermark=false|parse_options|\"remove_watermark\":0",
                "removeWatermark=true|parse_options|\"remove_watermark\":1",
                "parseMode=scan|parse_options|\"parse_mode\":\"scan\"",
                "parseMode=auto|parse_options|\"parse_mode\":\"auto\"",
                "formulaLevel=0|parse_options|\"formula_level\":0",
                "tableFlavor=html|parse_options|\"table_flavor\":\"html\"",
                "pdfPassword=RAW(a+b&c%20d)|parse_options|\"pdf_pwd\":\"a+b&c%20d\"",
                "generateCitations=true|extract_options|\"generate_citations\":true",
                "generateCitations=false|extract_options|\"generate_citations\":false",
                "stamp=true|extract_options|\"stamp\":true",
                "stamp=false|extract_options|\"stamp\":false",
                "parseOption.new_key=1|parse_options|\"new_key\":1",
                "parseOption.date=2026-01-01|parse_options|\"date\":\"2026-01-01\"",
                "parseOption.two=1 2|parse_options|\"two\":\"1 2\"",
                "parseOption.code=007|parse_options|\"code\":\"007\"",
                "parseOption.list=RAW([1,\"a\"])|parse_options|\"list\":[1,\"a\"]",
                "extractOption.deep=true|extract_options|\"deep\":true",
                "extractOption.word=vlm|extract_options|\"word\":\"vlm\""
            })
    void eachOptionIsOneKeyAndNoOtherIsSent(String option, String block, String key) {
        service.call("docproc:extract?" + option, PDF, WITH_SCHEMA);

        assertThat(sent())
                .isEqualTo("{\"file\":{\"file_base64\":\"" + PDF_BASE64 + "\"},\"schema\":" + SCHEMA + ",\"" + block
                        + "\":{" + key + "}}");
    }

    @Test
    void unknownKeysOfAHeaderAreLaidOverThoseOfTheEndpointAndOverTheOptions() {
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("b", List.of(1, Map.of("c", true)));
        keys.put("parse_mode", "new");
        service.call(
                "docproc:extract?parseOption.a=1&parseOption.b=2&parseMode=scan",
                PDF,
                Map.of(DocprocConstants.SCHEMA, SCHEMA, DocprocConstants.PARSE_OPTION, keys));

        assertThat(Json.read(sent()).get("parse_options"))
                .isEqualTo(Json.read("{\"parse_mode\":\"new\",\"a\":1,\"b\":[1,{\"c\":true}]}"));
    }

    @Test
    void theSchemaIsReadFromTheClassPathAsItStands() throws Exception {
        service.call("docproc:extract?schema=classpath:schemas/invoice.json", PDF);

        try (InputStream resource = getClass().getResourceAsStream("/schemas/invoice.json")) {
            assertThat(sent()).isEqualTo(file(new String(resource.readAllBytes(), StandardCharsets.UTF_8).strip()));
        }
    }

    @Test
    void theSchemaIsReadFromAFileOnceAtStart() throws Exception {
        Path schema = Files.writeString(folder.resolve("schema.json"), SCHEMA);
        service.context().getEndpoint("docproc:extract?schema=file:" + schema).start();
        Files.delete(schema);

        service.call("docproc:extract?schema=file:" + schema, PDF);

        assertThat(sent()).isEqualTo(file(SCHEMA));
    }

    @Test
    void theSchemaIsReadFromTheRegistryOrInline() {
        service.context().getRegistry().bind("mySchema", SCHEMA);
        service.call("docproc:extract?schema=ref:mySchema", PDF);
        assertThat(sent()).isEqualTo(file(SCHEMA));
        service.server().resetRequests();

        service.call("docproc:extract?schema=RAW(" + SCHEMA + ")", PDF);
        assertThat(sent()).isEqualTo(file(SCHEMA));
    }

    @Test
    void theHeadersSchemaWinsAsStringMapOrNodeAndIsLeftAsItWas() {
        Map<String, Object> property = new LinkedHashMap<>(Map.of("type", "string"));
        property.put("default", null);
        Map<String, Object> map = Map.of("properties", Map.of("a", property));
        ObjectNode node = (ObjectNode) Json.read("{\"properties\":{\"b\":{\"enum\":[1.50,null]}}}");
        ObjectNode copy = node.deepCopy();

        String configured = "docproc:extract?schema=classpath:schemas/invoice.json";
        service.call(configured, PDF, Map.of(DocprocConstants.SCHEMA, map));
        assertThat(sent()).contains("\"default\":null");
        assertThat(Json.read(sent()).get("schema"))
                .isEqualTo(Json.read("{\"properties\":{\"a\":{\"type\":\"string\",\"default\":null}}}"));
        service.server().resetRequests();

        service.call(configured, PDF, Map.of(DocprocConstants.SCHEMA, node));
        assertThat(Json.read(sent()).get("schema")).isEqualTo(copy);
        assertThat(node).isEqualTo(copy);
    }

    @Test
    void aHeaderIsNeverTakenForAResource() {
        assertThat(service.failure(
                        DocprocInvalidRequestException.class,
                        "docproc:extract",
                        PDF,
                        Map.of(DocprocConstants.SCHEMA, "classpath:schemas/invoice.json")))
                .hasMessageContaining(DocprocConstants.SCHEMA)
                .hasMessageContaining("not JSON");
        service.assertNothingSent();
    }

    @Test
    void withoutASchemaNothingIsSent() {
        DocprocInvalidRequestException failure =
                service.failure(DocprocInvalidRequestException.class, "docproc:extract", PDF);

        assertThat(failure.getCode()).isEqualTo(40004);
        assertThat(failure).hasMessageContaining("schema").hasMessageContaining("outputClass");
        service.assertNothingSent();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"type\":|not JSON",
                "{\"properties\":{\"a\":{}}} more|not JSON",
                "[1]|array",
                "\"text\"|string",
                "{}|properties",
                "{\"properties\":{}}|properties",
                "{\"properties\":{\"a\":{\"properties\":{\"b\":{\"properties\":{\"c\":{\"properties\":{\"d\":{}}}}}}}}}|4 levels",
                "{\"properties\":{\"a\":{\"type\":\"array\",\"items\":{\"properties\":{\"b\":{\"type\":\"array\",\"items\":{\"properties\":{\"c\":{\"properties\":{\"d\":{}}}}}}}}}}}|4 levels"
            })
    void aSchemaThatCannotWorkSendsNothing(String schema, String reason) {
        assertThat(service.failure(
                        DocprocInvalidRequestException.class,
                        "docproc:extract",
                        PDF,
                        Map.of(DocprocConstants.SCHEMA, schema)))
                .hasMessageContaining(DocprocConstants.SCHEMA)
                .hasMessageContaining(reason);
        service.assertNothingSent();
    }

    @Test
    void aHundredLeavesAtThreeLevelsPassAndOneMoreDoesNot() {
        service.call("docproc:extract", PDF, Map.of(DocprocConstants.SCHEMA, threeLevels(100)));
        assertThat(service.onlyRequest().getUrl()).isEqualTo(PATH);
        service.server().resetRequests();

        assertThat(service.failure(
                        DocprocInvalidRequestException.class,
                        "docproc:extract",
                        PDF,
                        Map.of(DocprocConstants.SCHEMA, threeLevels(101))))
                .hasMessageContaining("101")
                .hasMessageContaining("100");
        service.assertNothingSent();
    }

    private static String threeLevels(int leaves) {
        String properties = IntStream.range(0, leaves)
                .mapToObj(index -> "\"f" + index + "\":{\"type\":\"string\"}")
                .collect(Collectors.joining(","));
        return "{\"properties\":{\"a\":{\"properties\":{\"b\":{\"properties\":{" + properties + "}}}}}}";
    }

    @Test
    void theFieldsBecomeTheBodyAndFactsHeaders() {
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
                .containsExactlyInAnyOrderEntriesOf(Map.of(
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
                        2));
    }

    @Test
    void theFieldsConvertToJsonWithNothingLost() throws Exception {
        Message message = service.call("docproc:extract", PDF, WITH_SCHEMA);

        String json = "{\"number\":\"R-7\",\"total\":12.50,\"paid\":null,\"items\":[{\"name\":\"红色\"}],\"note\":\"\"}";
        assertThat(message.getBody(String.class)).isEqualTo(json);
        assertThat(message.getBody(byte[].class)).isEqualTo(json.getBytes(StandardCharsets.UTF_8));
        assertThat(message.getBody(InputStream.class).readAllBytes()).isEqualTo(json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void theWholeResponseIsTypedAndConvertsBackToTheServicesJson() {
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
        Json.assertEqual(message.getBody(String.class), ANSWER);
    }

    @Test
    void nullsAndNumbersAsTextAreRead() {
        service.answers(
                """
                {"code":"200","message":null,"version":null,"duration":null,"x_request_id":null,"status":null,\
                "result":{"success_count":"3","extracted_schema":null,"citations":null,"pages":[{"page_number":"1",\
                "status":null,"durations":null,"height":null,"width":"20","angle":null}],"stamps":null},\
                "part_durations":{"parse_duration":null}}""");

        Message message = service.call("docproc:extract", PDF, WITH_SCHEMA);

        assertThat(message.getBody(Map.class)).isEmpty();
        assertThat(message.getHeader(DocprocConstants.SUCCESS_COUNT)).isEqualTo(3);
        assertThat(message.getHeaders()).doesNotContainKey(DocprocConstants.STATUS);
    }

    @Test
    void anAnswerWithoutAResultIsAnEmptyMap() {
        service.answers("{\"code\":200,\"result\":null}");

        assertThat(service.call("docproc:extract", PDF, WITH_SCHEMA).getBody(Map.class))
                .isEmpty();
    }

    @Test
    void aPartialFailureFailsAndCarriesThePart() {
        service.answers(ANSWER.replace("\"code\":200", "\"code\":50207"));

        DocprocPartialFailureException failure =
                service.failure(DocprocPartialFailureException.class, "docproc:extract", PDF, WITH_SCHEMA);

        assertThat(failure.getCode()).isEqualTo(50207);
        assertThat(failure.isRetryable()).isFalse();
        assertThat(((ExtractResponse) failure.getPartialAnswer()).result().fields())
                .containsEntry("number", "R-7");
    }

    @Test
    void anAcceptedPartialFailureIsAResult() {
        service.answers(ANSWER.replace("\"code\":200", "\"code\":50207"));

        Message message = service.call("docproc:extract?partialFailure=accept", PDF, WITH_SCHEMA);

        assertThat(message.getBody(Map.class)).containsEntry("number", "R-7");
        assertThat(message.getHeader(DocprocConstants.CODE)).isEqualTo(50207);
    }

    /** An invoice as a user declares it. */
    public record Invoice(
            @JsonProperty(value = "invoice_number", required = true) @JsonPropertyDescription("Number at the top right")
                    String number,
            BigDecimal total,
            Seller seller,
            List<Line> items) {

        /** Who sells. */
        public record Seller(String name) {}

        /** What is sold. */
        public record Line(String name, Integer count) {}
    }

    private static final String INVOICE = "docproc:extract?outputClass=" + Invoice.class.getName();

    @Test
    void anOutputClassIsWhatIsAskedForAndWhatComesBack() {
        service.answers(
                """
                {"code":200,"result":{"extracted_schema":{"invoice_number":"R-7","total":"12.50","seller":{"name":"S"},\
                "items":[{"name":"n","count":""}],"unknown":1}}}""");

        Message message = service.call(INVOICE, PDF);

        assertThat(Json.read(sent()).get("schema"))
                .isEqualTo(
                        Json.read(
                                """
                                {"type":"object","properties":{
                                "invoice_number":{"type":"string","description":"Number at the top right"},
                                "items":{"type":"array","items":{"type":"object","properties":{
                                "count":{"type":"integer"},"name":{"type":"string"}}}},
                                "seller":{"type":"object","properties":{"name":{"type":"string"}}},
                                "total":{"type":"number"}},"required":["invoice_number"]}"""));
        assertThat(message.getBody())
                .isEqualTo(new Invoice(
                        "R-7", new BigDecimal("12.50"), new Invoice.Seller("S"), List.of(new Invoice.Line("n", null))));
    }

    /** What a document may be. */
    public enum Kind {
        @JsonProperty("发票")
        INVOICE,
        @JsonProperty("收据")
        RECEIPT
    }

    /** A class with what Java has besides texts. */
    public record Mixed(Kind kind, List<String> tags, boolean paid, int count, double share) {}

    @Test
    void wordsListsAndPrimitivesOfAClassAreAskedForAndReadEvenWhenTheyAreMissing() {
        service.answers("{\"code\":200,\"result\":{\"extracted_schema\":{\"kind\":\"发票\",\"tags\":[],\"paid\":null,"
                + "\"count\":\"\",\"share\":\"0.5\"}}}");

        Message message = service.call("docproc:extract?outputClass=" + Mixed.class.getName(), PDF);

        assertThat(Json.read(sent()).at("/schema/properties"))
                .isEqualTo(Json.read(
                        "{\"kind\":{\"type\":\"string\",\"enum\":[\"发票\",\"收据\"]},\"tags\":{\"type\":\"array\","
                                + "\"items\":{\"type\":\"string\"}},\"paid\":{\"type\":\"boolean\"},\"count\":{\"type\":\"integer\"},"
                                + "\"share\":{\"type\":\"number\"}}"));
        assertThat(message.getBody()).isEqualTo(new Mixed(Kind.INVOICE, List.of(), false, 0, 0.5));
    }

    @Test
    void aWrittenSchemaWinsOverTheClassThatStillReceivesTheFields() {
        service.answers("{\"code\":200,\"result\":{\"extracted_schema\":{\"invoice_number\":\"R-9\"}}}");

        Message message = service.call(INVOICE + "&schema=RAW(" + SCHEMA + ")", PDF);

        assertThat(sent()).isEqualTo(file(SCHEMA));
        assertThat(message.getBody(Invoice.class).number()).isEqualTo("R-9");
    }

    @Test
    void fieldsThatDoNotFitTheClassAreAClearFailure() {
        service.answers(
                "{\"code\":200,\"x_request_id\":\"r-3\",\"result\":{\"extracted_schema\":{\"total\":\"a lot\"}}}");

        DocprocException failure = service.failure(DocprocInvalidResponseException.class, INVOICE, PDF);

        assertThat(failure)
                .hasMessageContaining(Invoice.class.getName())
                .hasMessageContaining("total")
                .hasMessageContaining("a lot");
        assertThat(failure.getRequestId()).isEqualTo("r-3");
        assertThat(failure.isRetryable()).isFalse();
    }

    @Test
    void theUsersOwnMapperReadsTheUsersClass() {
        service.context()
                .getRegistry()
                .bind(
                        "mapper",
                        new ObjectMapper().setPropertyNamingStrategy(PropertyNamingStrategies.UPPER_CAMEL_CASE));
        service.answers(
                "{\"code\":200,\"result\":{\"extracted_schema\":{\"invoice_number\":null,\"Seller\":{\"Name\":\"S\"}}}}");

        Message message = service.call(INVOICE, PDF);

        assertThat(Json.read(sent())
                        .at("/schema/properties/Seller/properties/Name/type")
                        .textValue())
                .isEqualTo("string");
        assertThat(message.getBody(Invoice.class).seller().name()).isEqualTo("S");
    }

    @Test
    void oneMessagesOptionsDoNotLeakIntoTheNext() {
        String uri = "docproc:extract?schema=RAW(" + SCHEMA + ")&parseOption.a=1";
        ObjectNode keys = JsonNodeFactory.instance.objectNode();
        service.call(uri, PDF, Map.of(DocprocConstants.PARSE_OPTION, Map.of("b", keys), DocprocConstants.STAMP, true));
        service.server().resetRequests();

        service.call(uri, PDF);

        assertThat(sent()).endsWith("\"schema\":" + SCHEMA + ",\"parse_options\":{\"a\":1}}");
    }
}
