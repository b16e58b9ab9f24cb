/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import static io.docproc.camel.internal.operation.OperationFixture.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.error.DocprocInvalidRequestException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RequestFieldTest {
    private static final List<RequestField> FIELDS = List.of(
            RequestField.zeroOrOne(CallOptionCatalog.CROP_IMAGE, "crop_image"),
            RequestField.plain(CallOptionCatalog.ENHANCE_MODE, "enhance_mode"),
            RequestField.plain(CallOptionCatalog.PARSE_MODE, "config.engine_params.parse_mode"),
            RequestField.plain(CallOptionCatalog.PAGES, "capabilities.pages"));

    private final OperationFixture fixture = new OperationFixture();

    @Test
    void whatWasNotGivenIsNotSent() {
        assertThat(query()).isEmpty();
        assertThat(written("{}")).isEqualTo(json("{}"));
    }

    @Test
    void aSwitchIsSentAsZeroOrOneAndAFlagAsItIs() {
        fixture.option("cropImage", true).option("pages", false);
        assertThat(query()).containsEntry("crop_image", "1").containsEntry("capabilities.pages", "false");

        fixture.option("cropImage", false);
        assertThat(written("{}")).isEqualTo(json("{'crop_image':0,'capabilities':{'pages':false}}"));
    }

    @Test
    void theMessagesHeaderWinsOverTheEndpoint() {
        fixture.option("enhanceMode", 1)
                .header("CamelDocprocEnhanceMode", "5")
                .header("CamelDocprocCropImage", "false");

        assertThat(query()).containsExactly(Map.entry("crop_image", "0"), Map.entry("enhance_mode", "5"));
    }

    @Test
    void objectsOnTheWayAreMadeOrCompleted() {
        fixture.option("parseMode", "scan").option("pages", true);

        assertThat(written("{'config':{'force_engine':'textin'},'capabilities':null}"))
                .isEqualTo(json("{'config':{'force_engine':'textin','engine_params':{'parse_mode':'scan'}},"
                        + "'capabilities':{'pages':true}}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"'text'", "7", "[]", "true"})
    void whatStandsInTheWayOfAnObjectIsRefusedByName(String obstacle) {
        fixture.option("pages", true);

        assertThatExceptionOfType(DocprocInvalidRequestException.class)
                .isThrownBy(() -> written("{'capabilities':" + obstacle + "}"))
                .withMessageContaining("'capabilities' is " + json(obstacle))
                .withMessageContaining("allowed is a JSON object");
    }

    @Test
    void unknownKeysGoAsTheyStandAndTheHeadersWin() {
        fixture.option("capability", Map.of("element_merge_mode", "merged", "count", "3"))
                .header("CamelDocprocCapability", Map.of("element_merge_mode", "separate", "list", List.of(1, "a")));
        ObjectNode body = (ObjectNode) json("{}");

        RequestField.writeKeys(CallOptionCatalog.CAPABILITY, fixture.call("parseSync"), body, "capabilities");

        assertThat(rendered(body))
                .isEqualTo(json("{'capabilities':{'element_merge_mode':'separate','count':3,'list':[1,'a']}}"));
    }

    private Map<String, String> query() {
        Map<String, String> query = new LinkedHashMap<>();
        RequestField.writeQuery(FIELDS, fixture.call("crop"), query);
        return query;
    }

    private JsonNode written(String start) {
        ObjectNode body = (ObjectNode) json(start);
        RequestField.writeJson(FIELDS, fixture.call("parseSync"), body);
        return rendered(body);
    }

    /** The JSON as it goes over the wire. */
    private static JsonNode rendered(ObjectNode body) {
        return json(body.toString());
    }
}
