/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import static io.docproc.camel.internal.operation.OperationFixture.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.error.DocprocInvalidRequestException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.camel.converter.stream.InputStreamCache;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonOptionTest {
    private static final String HEADER = "CamelDocprocConfig";

    @TempDir
    private Path directory;

    private final OperationFixture fixture = new OperationFixture();

    @Test
    void theEndpointsResourceOrJsonIsReadAtStart() throws IOException {
        Path file = Files.writeString(directory.resolve("config.json"), "{\"document\":{}}");
        JsonOption option = option("file:" + file);
        Files.delete(file);
        assertThat(value(option)).isEqualTo(json("{'document':{}}"));

        JsonOption inOption = option(" {\"a\":1}");
        value(inOption).put("a", 2);
        assertThat(value(inOption)).as("unchanged by an earlier call").isEqualTo(json("{'a':1}"));

        JsonOption none = new JsonOption("config", new OperationFixture().endpoint("parseSync"));
        assertThat(none.configured()).isEmpty();
        assertThat(none.value(new OperationFixture().call("parseSync"))).isEmpty();
    }

    @Test
    void theHeaderWinsAsTextMapTreeOrStream() {
        JsonOption option = option("{\"a\":1}");
        byte[] json = "{\"b\":\"值\"}".getBytes(StandardCharsets.UTF_8);
        InputStreamCache cache = new InputStreamCache(json);
        for (Object header : List.of(
                "{\"b\":\"值\"}", Map.of("b", "值"), json("{'b':'值'}"), new ByteArrayInputStream(json), cache, cache)) {
            fixture.header(HEADER, header);
            assertThat(value(option)).isEqualTo(json("{'b':'值'}"));
        }
    }

    @Test
    void aHeaderIsNeverTakenForAResource() throws IOException {
        Path secret = Files.writeString(directory.resolve("my secret.json"), "{\"secret\":\"s\"}");
        JsonOption option = option("{\"a\":1}");

        for (String header : List.of("file:" + secret, secret.toString(), "classpath:docs/schema.json", "ref:bean")) {
            fixture.header(HEADER, header);
            assertThatExceptionOfType(DocprocInvalidRequestException.class)
                    .isThrownBy(() -> value(option))
                    .withMessageContaining("header " + HEADER + " cannot be read: it is not JSON at line 1")
                    .withMessageContaining("allowed is a JSON object as String, Map or JsonNode")
                    .withMessageContaining("not the name of a resource: name the resource in the option config");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "7", "[]", "\"text\"", "null", "{\"a\":1} {}", "{\"a\":", "{a:1}"})
    void aHeaderThatIsNotAJsonObjectIsRefused(String header) {
        JsonOption option = option("{\"a\":1}");
        fixture.header(HEADER, header);

        assertThatExceptionOfType(DocprocInvalidRequestException.class)
                .isThrownBy(() -> value(option))
                .withMessageContaining("header " + HEADER);
    }

    @Test
    void aResourceThatIsMissingOrNoJsonObjectIsRefusedAtStart() throws IOException {
        Path folder = Files.createDirectories(directory.resolve("a folder whose name is long ".repeat(5)));
        Path list = Files.writeString(folder.resolve("list.json"), "[]");
        Path text = Files.writeString(directory.resolve("text.json"), "no json");
        assertRefused("file:" + list, "names file:" + list + ", which is JSON of type array; allowed is a JSON object");
        assertRefused("file:" + directory.resolve("none.json"), "none.json");
        assertRefused("file:" + text, "text.json, which cannot be read: it is not JSON at line");
        assertRefused("{broken", "cannot be read: it is not JSON at line");
    }

    private void assertRefused(String resource, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> option(resource))
                .withMessageStartingWith("Option config of docproc:parseSync")
                .withMessageContaining(message);
    }

    private JsonOption option(String resource) {
        return new JsonOption("config", fixture.option("config", resource).endpoint("parseSync"));
    }

    private ObjectNode value(JsonOption option) {
        return option.value(fixture.call("parseSync")).orElseThrow();
    }
}
