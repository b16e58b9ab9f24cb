/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import static io.docproc.camel.internal.operation.Given.json;
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

    private final Given given = new Given();

    @Test
    void whatWasNotGivenIsNotSent() {
        assertThat(query()).isEmpty();
        assertThat(written("{}")).isEqualTo(json("{}"));
    }

    @Test
    void aSwitchIsSentAsZeroOrOneAndAFlagAsItIs() {
        given.option("cropImage", true).option("pages", false);
        assertThat(query()).containsEntry("crop_image", "1").containsEntry("capabilities.pages", "false");

        given.option("cropImage", false);
        assertThat(written("{}")).isEqualTo(json("{'crop_image':0,'capabilities':{'pages':false}}"));
    }

    @Test
    void theMessagesHeaderWinsOverTheEndpoint() {
        given.option("enhanceMode", 1).header("CamelDocprocEnhanceMode", "5").header("CamelDocprocCropImage", "false");

        assertThat(query()).containsExactly(Map.entry("crop_image", "0"), Map.entry("enhance_mode", "5"));
    }

    @Test
    void objectsOnTheWayAreMadeOrCompleted() {
        given.option("parseMode", "scan").option("pages", true);

        assertThat(written("{'config':{'force_engine':'textin'},'capabilities':null}"))
                .isEqualTo(json("{'config':{'force_engine':'textin','engine_params':{'parse_mode':'scan'}},"
                        + "'capabilities':{'pages':true}}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"'text'", "7", "[]", "true"})
    void whatStandsInTheWayOfAnObjectIsRefusedByName(String obstacle) {
        given.option("pages", true);

        assertThatExceptionOfType(DocprocInvalidRequestException.class)
                .isThrownBy(() -> written("{'capabilities':" + obstacle + "}"))
                .withMessageContaining("'capabilities' is " + json(obstacle))
                .withMessageContaining("allowed is a JSON object");
    }

    @Test
    void unknownKeysGoAsTheyStandAndTheHeadersWin() {
        given.option("capability", Map.of("element_merge_mode", "merged", "count", "3"))
                .header("CamelDocprocCapability", Map.of("element_merge_mode", "separate", "list", List.of(1, "a")));
        ObjectNode body = (ObjectNode) json("{}");

        RequestField.writeKeys(CallOptionCatalog.CAPABILITY, given.call("parseSync"), body, "capabilities");

        assertThat(rendered(body))
                .isEqualTo(json("{'capabilities':{'element_merge_mode':'separate','count':3,'list':[1,'a']}}"));
    }

    private Map<String, String> query() {
        Map<String, String> query = new LinkedHashMap<>();
        RequestField.writeQuery(FIELDS, given.call("crop"), query);
        return query;
    }

    private JsonNode written(String start) {
        ObjectNode body = (ObjectNode) json(start);
        RequestField.writeJson(FIELDS, given.call("parseSync"), body);
        return rendered(body);
    }

    /** The JSON as it goes over the wire. */
    private static JsonNode rendered(ObjectNode body) {
        return json(body.toString());
    }
}
