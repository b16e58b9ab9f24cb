/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import static io.docproc.camel.testkit.Json.read;
import static io.docproc.camel.testkit.Json.rewritten;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.Json;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ExtractResponseTest {
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
    void responseIsWrittenInTheSpellingOfTheService() {
        assertThat(rewritten(COMPLETE, ExtractResponse.class)).isEqualTo(read(COMPLETE));
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
    void extractedNumbersAreExact() {
        ExtractedFields fields = read(
                        """
                        {"code":200,"result":{"extracted_schema":{"money":1250.10,"tiny":0.10,
                        "long":123456789012345678901234567890.123456789,"count":99999999999999999999}}}
                        """,
                        ExtractResponse.class)
                .result()
                .fields();

        assertThat(fields)
                .containsEntry("money", new BigDecimal("1250.10"))
                .containsEntry("tiny", new BigDecimal("0.10"))
                .containsEntry("long", new BigDecimal("123456789012345678901234567890.123456789"))
                .containsEntry("count", new BigInteger("99999999999999999999"));
        assertThat(Json.write(fields)).contains("1250.10", "123456789012345678901234567890.123456789");
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

    @Test
    void numbersAreConvertedFromText() {
        ExtractResponse response = read(
                """
                {"code":"200","duration":"12.50","result":{"success_count":"3",
                 "pages":[{"page_number":"2","height":"10","width":"20","angle":"90","durations":"1.5"}]},
                 "part_durations":{"parse_duration":"7"}}
                """,
                ExtractResponse.class);

        assertThat(response.code()).isEqualTo(200);
        assertThat(response.duration()).isEqualTo(new BigDecimal("12.50"));
        assertThat(response.result().successCount()).isEqualTo(3);
        assertThat(response.result().pages())
                .extracting(ExtractedPage::pageNumber, ExtractedPage::angle)
                .containsExactly(org.assertj.core.groups.Tuple.tuple(2, 90));
        assertThat(response.partDurations()).containsEntry("parse_duration", new BigDecimal("7"));
    }

    private static Map.Entry<String, Object> entry(String key, Object value) {
        return new java.util.AbstractMap.SimpleEntry<>(key, value);
    }
}
