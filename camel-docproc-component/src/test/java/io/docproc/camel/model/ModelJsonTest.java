/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import static io.docproc.camel.testkit.Json.read;
import static io.docproc.camel.testkit.Json.rewritten;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import io.docproc.camel.testkit.Json;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.camel.converter.stream.InputStreamCache;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON of the records: reading, exact numbers, defaults of absent values, and writing in the spelling of the service. */
final class ModelJsonTest {
    private static final String COMPLETE =
            """
            {"code":200,"message":"success","version":"v3.2.1_20250102","duration":1834.5,"x_request_id":"req-9",
             "status":"finished",
             "result":{"success_count":1,
               "extracted_schema":{"invoice_number":"INV-7","total":1250.10,"paid":null,"lines":[{"amount":0.10}]},
               "citations":{"invoice_number":{"value":"INV-7","bounding_regions":[
                 {"page_number":1,"position":[10,20,110,20,110,40,10,40],"text":"INV-7"}]}},
               "pages":[{"page_number":1,"status":"Success","durations":812.25,"image_id":"img-1","height":1684,
                 "width":1190,"angle":0}],
               "stamps":[{"color":"红色","position":[1,2,3,4,5,6,7,8],"stamp_shape":"圆章","type":"公章",
                 "value":"Sample"}]},
             "part_durations":{"parse_duration":500.5,"llm_duration":900}}
            """;

    private static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");

    @Test
    void responseOfTheInterfaceDocumentIsReadCompletely() {
        ExtractResponse response = read(COMPLETE, ExtractResponse.class);

        assertThat(response.code()).isEqualTo(200);
        assertThat(response.requestId()).isEqualTo("req-9");
        assertThat(response.version()).isEqualTo("v3.2.1_20250102");
        assertThat(response.duration()).isEqualTo(new BigDecimal("1834.5"));
        assertThat(response.status()).isEqualTo("finished");
        assertThat(response.partDurations()).containsEntry("parse_duration", new BigDecimal("500.5"));
        assertThat(response.result().successCount()).isEqualTo(1);
        assertThat(response.result().pages())
                .containsExactly(
                        new ExtractedPage(1, "Success", new BigDecimal("812.25"), "img-1", 1684, 1190, 0, Map.of()));
        assertThat(response.result().stamps()).singleElement().satisfies(stamp -> {
            assertThat(stamp.color()).isEqualTo("红色");
            assertThat(stamp.stampShape()).isEqualTo("圆章");
            assertThat(stamp.position()).hasSize(8);
        });
    }

    @Test
    void undocumentedFieldsAreWrittenBackAtEveryLevel() {
        String json =
                """
                {"code":200,"message":"success","x_request_id":"r","trace":{"zone":"b"},
                 "result":{"success_count":1,"extracted_schema":{"a":"b"},"citations":{},"confidence":0.75,
                   "pages":[{"page_number":1,"height":1,"width":1,"angle":0,"dpi":144}],
                   "stamps":[{"position":[],"score":1}]},
                 "part_durations":{}}
                """;

        assertThat(rewritten(json, ExtractResponse.class)).isEqualTo(read(json));
    }

    @Test
    void fieldsKeepOrderAndNulls() {
        ExtractResponse response = read(
                "{\"code\":200,\"result\":{\"extracted_schema\":{\"z\":null,\"a\":\"\",\"m\":[]}}}",
                ExtractResponse.class);

        assertThat(response.result().fields()).containsExactly(entry("z", null), entry("a", ""), entry("m", List.of()));
    }

    @Test
    void nullsAndAbsentPartsReadAsEmpty() {
        ExtractResponse nulls = read(
                """
                {"code":50207,"message":null,"version":null,"duration":null,"x_request_id":null,"status":null,
                 "part_durations":null,"result":{"success_count":null,"extracted_schema":null,"citations":null,
                 "pages":null,"stamps":null}}
                """,
                ExtractResponse.class);
        ExtractResponse absent = read("{\"code\":40422,\"result\":null}", ExtractResponse.class);

        for (ExtractResponse response : List.of(nulls, absent)) {
            assertThat(response.partDurations()).isEmpty();
            assertThat(response.result().fields()).isEmpty();
            assertThat(response.result().citations()).isEmpty();
            assertThat(response.result().citationList()).isEmpty();
            assertThat(response.result().pages()).isEmpty();
            assertThat(response.result().stamps()).isEmpty();
        }
    }

    private static Map.Entry<String, Object> entry(String key, Object value) {
        return new java.util.AbstractMap.SimpleEntry<>(key, value);
    }

    @Test
    void citationHasFieldValueAndRegions() {
        List<Citation> citations = citations(
                """
                {"invoice_number":{"value":"INV-7","bounding_regions":[
                  {"page_number":2,"position":[10,20,110,20,110,40,10,40],"text":"No. INV-7"}]}}
                """);

        assertThat(citations).singleElement().satisfies(citation -> {
            assertThat(citation.field()).isEqualTo("invoice_number");
            assertThat(citation.value()).isEqualTo("INV-7");
            assertThat(citation.boundingRegions())
                    .containsExactly(
                            new BoundingRegion(2, decimals("10,20,110,20,110,40,10,40"), "No. INV-7", Map.of()));
        });
    }

    @Test
    void nestedCitationsHaveThePathOfTheirField() {
        List<Citation> citations = citations(
                """
                {"seller":{"name":{"value":"A","bounding_regions":[]},
                           "address":{"city":{"value":"B","bounding_regions":[]}}},
                 "items":[{"amount":{"value":1.10,"bounding_regions":[]}},
                          {"amount":{"value":2,"bounding_regions":[]},"tags":[{"value":"x","bounding_regions":[]}]}]}
                """);

        assertThat(citations)
                .extracting(Citation::field, Citation::value)
                .containsExactly(
                        tuple("seller.name", "A"),
                        tuple("seller.address.city", "B"),
                        tuple("items[0].amount", new BigDecimal("1.10")),
                        tuple("items[1].amount", 2),
                        tuple("items[1].tags[0]", "x"));
    }

    @Test
    void aFieldThatIsItselfCalledValueIsNotMistakenForACitation() {
        List<Citation> citations = citations("{\"value\":{\"value\":{\"value\":\"7\",\"bounding_regions\":[]}}}");

        assertThat(citations).extracting(Citation::field).containsExactly("value.value");
    }

    @Test
    void aCitationWithoutRegionsIsKeptAndOtherNodesAreIgnored() {
        List<Citation> citations = citations("{\"a\":{\"value\":1,\"bounding_regions\":null},\"b\":{\"value\":\"x\"},"
                + "\"rows\":[{\"c\":{\"value\":[\"y\",\"z\"]}},{\"c\":{\"value\":null}}],"
                + "\"n\":null,\"t\":\"text\",\"l\":[],\"d\":{},\"e\":{\"value\":{}}}");

        assertThat(citations)
                .containsExactly(
                        new Citation("a", 1, List.of()),
                        new Citation("b", "x", List.of()),
                        new Citation("rows[0].c", List.of("y", "z"), List.of()),
                        new Citation("rows[1].c", null, List.of()));
    }

    @Test
    void unknownKeysOfARegionAreKept() {
        List<Citation> citations =
                citations("{\"a\":{\"value\":1,\"bounding_regions\":[{\"page_number\":\"one\",\"score\":0.5}]}}");

        assertThat(citations.get(0).boundingRegions().get(0).other())
                .containsEntry("page_number", "one")
                .containsEntry("score", new BigDecimal("0.5"));
    }

    private static List<Citation> citations(String json) {
        String response = "{\"code\":200,\"result\":{\"citations\":" + json + "}}";
        return Json.read(response, ExtractResponse.class).result().citationList();
    }

    private static List<BigDecimal> decimals(String numbers) {
        return Arrays.stream(numbers.split(",")).map(BigDecimal::new).toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5_998, 6_000, 6_001, 100_000})
    void anImageOfAnyLengthIsBase64WithoutLineBreaks(int length) {
        byte[] jpeg = new byte[length];
        new Random(length).nextBytes(jpeg);

        JsonNode json = read(Json.write(image(new InputStreamCache(jpeg))));

        assertThat(json.get("image").asText()).isEqualTo(Base64.getEncoder().encodeToString(jpeg));
    }

    @Test
    void eachAccessReadsTheImageFromItsStart() throws IOException {
        CroppedImage image = image(new InputStreamCache("JPEG".getBytes(StandardCharsets.US_ASCII)));
        InputStream first = (InputStream) image.image();
        InputStream second = (InputStream) image.jpeg().orElseThrow();

        assertThat(first.read()).isEqualTo('J');
        assertThat(second.readAllBytes()).asString(StandardCharsets.US_ASCII).isEqualTo("JPEG");
        assertThat(first.readAllBytes()).asString(StandardCharsets.US_ASCII).isEqualTo("PEG");
    }

    @Test
    void anEntryWithoutImageHasNoImageField() {
        CroppedImage corners = image(null);

        assertThat(corners.jpeg()).isEmpty();
        assertThat(read(Json.write(corners)).has("image")).isFalse();
    }

    private static CroppedImage image(InputStreamCache jpeg) {
        return new CroppedImage(1, 1, jpeg, List.of(), -1, Map.of());
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "soon", "2026-05-01", "2026-13-01 00:00:00", "2026-05-01T12:00:00Z"})
    void packageWithUnreadableEndIsNotExpired(String endTime) {
        ServicePackage unreadable = packageWith(1, endTime);

        assertThat(unreadable.endsAt()).isEmpty();
        assertThat(unreadable.expiredAt(Clock.system(ZONE))).isFalse();
    }

    private static ServicePackage packageWith(long remaining, String endTime) {
        return new ServicePackage(1, List.of(), 100, remaining, 0, null, null, endTime, Map.of());
    }

    @Test
    void responseWithoutDetailHasOnlyTheFieldId() {
        CategoryField field = read("{\"field_id\":\"1234567890\"}", CategoryField.class);

        assertThat(field.fieldId()).isEqualTo("1234567890");
        assertThat(field.name()).isNull();
        assertThat(Json.write(field)).isEqualTo("{\"field_id\":\"1234567890\"}");
    }

    @Test
    void aFieldWithEverythingIsWrittenAsItWasRead() {
        String json =
                """
                {"field_id":"1","name":"Invoice date","description":"","prompt":"date of issue","use_prompt":true,
                 "alias":["Date"],"identity":"invoice_date","multi_value":true,"duplicate_value_distinct":false,
                 "transform_settings":{"type":"datetime","datetime_settings":{"format":"YYYY-MM-DD","locale":"en"},
                   "enumerate_settings":{"items":["a","b"],"strict":true},
                   "regex_settings":{"match":"a","replace":"","flags":"i"},
                   "mismatch_action":{"mode":"default","default_value":"","level":2},"order":1},
                 "extract_model":"Auto","enabled":1,"created_by":{"id":7}}
                """;

        assertThat(rewritten(json, CategoryField.class)).isEqualTo(read(json));
    }

    @Test
    void onlySetValuesAreSent() {
        assertThat(Json.write(CategoryField.named("Total"))).isEqualTo("{\"name\":\"Total\"}");
        assertThat(Json.write(new CategoryTable("1", "2", "3", true, null, null, null, null, null)))
                .isEqualTo("{\"workspace_id\":\"1\",\"category_id\":\"2\",\"table_id\":\"3\","
                        + "\"collect_from_multi_table\":true}");
    }

    @Test
    void anEmptyListAndAnEmptyTextAreSentBecauseTheyClear() {
        CategoryField clearing = read("{\"alias\":[],\"identity\":\"\"}", CategoryField.class);

        assertThat(clearing.alias()).isEqualTo(List.of());
        assertThat(Json.write(clearing)).isEqualTo("{\"alias\":[],\"identity\":\"\"}");
    }
}
