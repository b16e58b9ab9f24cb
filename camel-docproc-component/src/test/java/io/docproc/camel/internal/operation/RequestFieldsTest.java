/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import static io.docproc.camel.internal.operation.OperationFixture.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.error.DocprocInvalidRequestException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RequestFieldsTest {
    private static final URI URL = URI.create("https://service.example.com/path");

    private final OperationFixture fixture = new OperationFixture();

    @Test
    void optionsThatAreNotSetAndOptionsWithoutAFieldAreNotSent() {
        fixture.option("fileName", "a.pdf");

        assertThat(RequestFields.query(URL, fixture.call("crop"))).isEqualTo(URL);
        assertThat(written("{}")).isEqualTo(json("{}"));
    }

    @Test
    void aSwitchIsZeroOrOneInAQueryAndInParseOptions() {
        fixture.option("cropImage", true).option("cropDewarp", false).option("pages", false);

        assertThat(query()).isEqualTo("crop_image=1");
        assertThat(written("{}")).isEqualTo(json("{'capabilities':{'crop_dewarp':false,'pages':false}}"));
        ObjectNode extract = (ObjectNode) json("{}");
        RequestFields.writeJson(fixture.call("extract"), extract);
        assertThat(extract).isEqualTo(json("{'parse_options':{'crop_dewarp':0}}"));
    }

    @Test
    void theHeaderOverridesTheEndpoint() {
        fixture.option("enhanceMode", 1)
                .header("CamelDocprocEnhanceMode", "5")
                .header("CamelDocprocCropImage", "false");

        assertThat(query()).isEqualTo("enhance_mode=5&crop_image=0");
    }

    @Test
    void objectsOfAPathAreCreatedOrCompleted() {
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
    void paramsAreSentUnchangedAndThoseOfTheMessageOverride() {
        fixture.option("pages", true)
                .option("param", Map.of("capabilities.mode", "merged", "capabilities.count", "3", "removed", "1"))
                .header(
                        "CamelDocprocParam",
                        map(
                                "capabilities.mode",
                                "separate",
                                "capabilities",
                                Map.of("list", List.of(1, "a")),
                                "removed",
                                null));

        assertThat(written("{}"))
                .isEqualTo(json("{'capabilities':{'pages':true,'mode':'separate','count':3,'list':[1,'a']}}"));
    }

    private static Map<String, Object> map(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(pairs[i].toString(), pairs[i + 1]);
        }
        return map;
    }

    private String query() {
        return RequestFields.query(URL, fixture.call("crop")).getRawQuery();
    }

    private JsonNode written(String start) {
        ObjectNode body = (ObjectNode) json(start);
        RequestFields.writeJson(fixture.call("parseSync"), body);
        return json(body.toString());
    }
}
