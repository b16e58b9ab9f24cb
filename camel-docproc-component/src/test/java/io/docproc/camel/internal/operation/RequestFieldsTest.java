/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import static io.docproc.camel.internal.operation.OperationFixture.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.error.DocprocInvalidRequestException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RequestFieldsTest {
    private static final List<CallOption<?>> OPTIONS = List.of(
            CallOption.flag("cropImage").sentAs("crop_image", RequestField::zeroOrOne),
            CallOption.integerFrom("enhanceMode", 1).sentAs("enhance_mode"),
            CallOption.text("parseMode").sentAs("config.engine_params.parse_mode"),
            CallOption.flag("pages").sentAs("capabilities.pages"),
            CallOption.keys("capability").sentAs("capabilities"),
            CallOption.text("fileName"));

    private final OperationFixture fixture = new OperationFixture();

    @Test
    void whatWasNotGivenIsNotSent() {
        assertThat(query()).isEmpty();
        assertThat(written("{}")).isEqualTo(json("{}"));
    }

    @Test
    void anOptionWithoutAFieldIsNotSent() {
        fixture.option("fileName", "a.pdf");

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
    @CsvSource(
            quoteCharacter = '"',
            value = {"'text',string", "7,number", "[],array", "true,boolean"})
    void aFieldThatIsNotAnObjectIsRefusedByName(String obstacle, String type) {
        fixture.option("pages", true);

        assertThatExceptionOfType(DocprocInvalidRequestException.class)
                .isThrownBy(() -> written("{'capabilities':" + obstacle + "}"))
                .withMessageContaining("'capabilities' is JSON of type " + type)
                .withMessageContaining("allowed is a JSON object");
    }

    @Test
    void unknownKeysGoAsTheyStandAndTheHeadersWin() {
        fixture.option("capability", Map.of("element_merge_mode", "merged", "count", "3"))
                .header("CamelDocprocCapability", Map.of("element_merge_mode", "separate", "list", List.of(1, "a")));

        assertThat(written("{}"))
                .isEqualTo(json("{'capabilities':{'element_merge_mode':'separate','count':3,'list':[1,'a']}}"));
    }

    private Map<String, String> query() {
        return RequestFields.query(OPTIONS, fixture.call("crop"));
    }

    private JsonNode written(String start) {
        ObjectNode body = (ObjectNode) json(start);
        RequestFields.writeJson(OPTIONS, fixture.call("parseSync"), body);
        return rendered(body);
    }

    /** The JSON as it goes over the wire. */
    private static JsonNode rendered(ObjectNode body) {
        return json(body.toString());
    }
}
