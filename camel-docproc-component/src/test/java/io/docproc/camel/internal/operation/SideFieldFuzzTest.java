/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.fuzz.CannedClient;
import io.docproc.camel.fuzz.Fuzzing;
import io.docproc.camel.model.CropResponse;
import io.docproc.camel.model.ExtractResponse;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import org.apache.camel.StreamCache;

/** Any JSON value in any field beside the result: the fields and the image are delivered. */
@AddLifecycleHook(Fuzzing.class)
class SideFieldFuzzTest {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final byte[] DOCUMENT = "%PDF-1.7\n%%EOF\n".getBytes(StandardCharsets.US_ASCII);

    private final OperationFixture fixture = new OperationFixture();
    private final ObjectMapper mapper = new ObjectMapper();

    @Provide
    Arbitrary<JsonNode> values() {
        Arbitrary<JsonNode> scalars = Arbitraries.oneOf(
                Arbitraries.strings().ofMaxLength(20).map(JSON::textNode),
                Arbitraries.of("", "1.2s", "n/a", "12", "1e999999999", "-1", "NaN", "true", "null")
                        .map(JSON::textNode),
                Arbitraries.longs().map(JSON::numberNode),
                Arbitraries.of(true, false).map(JSON::booleanNode),
                Arbitraries.of(
                                new BigDecimal("1e99999999"),
                                new BigDecimal("0.10"),
                                new BigDecimal(BigInteger.TEN.pow(900)))
                        .map(JSON::numberNode),
                Arbitraries.just(JSON.nullNode()));
        return Arbitraries.lazyOf(
                () -> scalars,
                () -> scalars,
                () -> values().list().ofMaxSize(3).map(list -> JSON.arrayNode().addAll(list)),
                () -> Arbitraries.maps(
                                Arbitraries.of("a", "position", "page_number", "value", "bounding_regions", "message"),
                                values())
                        .ofMaxSize(3)
                        .map(entries -> JSON.objectNode().setAll(entries)));
    }

    @Provide
    Arbitrary<String> fieldsOfAnExtraction() {
        return Arbitraries.of(
                "/message",
                "/msg",
                "/version",
                "/duration",
                "/x_request_id",
                "/status",
                "/part_durations",
                "/data",
                "/unknown",
                "/other",
                "/part_durations/llm_duration",
                "/result/success_count",
                "/result/citations",
                "/result/citations/total",
                "/result/citations/total/bounding_regions",
                "/result/pages",
                "/result/stamps",
                "/result/unknown",
                "/result/other",
                "/result/pages/0/angle",
                "/result/pages/0/page_number",
                "/result/pages/0/durations",
                "/result/stamps/0/position",
                "/result/stamps/0/value");
    }

    @Provide
    Arbitrary<String> fieldsOfACrop() {
        return Arbitraries.of(
                "/message",
                "/msg",
                "/version",
                "/duration",
                "/x_request_id",
                "/data",
                "/unknown",
                "/other",
                "/result/origin_width",
                "/result/origin_height",
                "/result/unknown",
                "/result/other",
                "/result/image_list/0/angle",
                "/result/image_list/0/position",
                "/result/image_list/0/cropped_width",
                "/result/image_list/0/unknown",
                "/result/image_list/0/other");
    }

    @Property
    void theFieldsAreDelivered(
            @ForAll @From("fieldsOfAnExtraction") String field, @ForAll @From("values") JsonNode value)
            throws Exception {
        byte[] response = with(
                field,
                value,
                "{\"code\":200,\"part_durations\":{},\"result\":{\"extracted_schema\":{\"total\":\"1.5\"},"
                        + "\"citations\":{\"total\":{\"bounding_regions\":[{}]}},\"pages\":[{}],\"stamps\":[{}]}}");

        assertThat(perform("extract", response, "fields")).isEqualTo(Map.of("total", "1.5"));
        ExtractResponse whole = (ExtractResponse) perform("extract", response, "response");
        assertThat(whole.result().fields()).isEqualTo(Map.of("total", "1.5"));
        assertThat(whole.result().citationList()).isNotNull();
    }

    @Property
    void theImageIsDelivered(@ForAll @From("fieldsOfACrop") String field, @ForAll @From("values") JsonNode value)
            throws Exception {
        byte[] response = with(field, value, "{\"code\":200,\"result\":{\"image_list\":[{\"image\":\"/9j/\"}]}}");

        assertThat(perform("crop", response, "image")).isInstanceOf(StreamCache.class);
        CropResponse whole = (CropResponse) perform("crop", response, "response");
        assertThat(whole.result().images().get(0).jpeg()).isPresent();
    }

    private byte[] with(String field, JsonNode value, String response) throws Exception {
        ObjectNode json = (ObjectNode) mapper.readTree(response);
        int slash = field.lastIndexOf('/');
        ((ObjectNode) json.at(field.substring(0, slash))).set(field.substring(slash + 1), value);
        return mapper.writeValueAsBytes(json);
    }

    private Object perform(String operation, byte[] response, String output) {
        if (operation.equals("extract")) {
            fixture.option("schema", "{\"properties\":{\"total\":{}}}");
        }
        return fixture.option("output", output)
                .perform(operation, DOCUMENT, new CannedClient(200, response))
                .body();
    }
}
