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
    void theEndpointsResourceIsReadAtStart() throws IOException {
        Path file = Files.writeString(directory.resolve("config.json"), "{\"document\":{}}");
        JsonOption option = option("file:" + file);
        Files.delete(file);

        assertThat(value(option)).isEqualTo(json("{'document':{}}"));
    }

    @Test
    void jsonMayStandInTheOptionItself() {
        assertThat(value(option(" {\"a\":1}"))).isEqualTo(json("{'a':1}"));
    }

    @Test
    void withoutOptionAndHeaderThereIsNothing() {
        JsonOption none = new JsonOption("config", fixture.endpoint("parseSync"));

        assertThat(none.configured()).isEmpty();
        assertThat(none.value(fixture.call("parseSync"))).isEmpty();
    }

    @Test
    void theHeaderWinsAsTextMapOrTree() {
        JsonOption option = option("{\"a\":1}");

        for (Object header : List.of("{\"b\":2}", Map.of("b", 2), json("{'b':2}"))) {
            fixture.header(HEADER, header);
            assertThat(value(option).toString()).isEqualTo("{\"b\":2}");
        }
    }

    @Test
    void theHeaderMayBeAStream() throws IOException {
        JsonOption option = option("{\"a\":1}");
        byte[] json = "{\"b\":\"值\"}".getBytes(StandardCharsets.UTF_8);

        fixture.header(HEADER, new ByteArrayInputStream(json));
        assertThat(value(option)).isEqualTo(json("{'b':'值'}"));

        InputStreamCache cache = new InputStreamCache(json);
        fixture.header(HEADER, cache);
        assertThat(value(option)).isEqualTo(json("{'b':'值'}"));
        assertThat(value(option)).isEqualTo(json("{'b':'值'}"));
    }

    @Test
    void oneCallsChangeDoesNotReachTheNext() {
        JsonOption option = option("{\"a\":1}");
        value(option).put("a", 2);

        assertThat(value(option)).isEqualTo(json("{'a':1}"));
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
        Path list = Files.writeString(directory.resolve("list.json"), "[]");
        Path text = Files.writeString(directory.resolve("text.json"), "no json");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> option("file:" + directory.resolve("none.json")))
                .withMessageContaining("Option config of docproc:parseSync")
                .withMessageContaining("none.json");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> option("file:" + list))
                .withMessageContaining("Option config of docproc:parseSync names ")
                .withMessageContaining("list.json, which is JSON of type array; allowed is a JSON object");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> option("file:" + text))
                .withMessageContaining("text.json, which cannot be read: it is not JSON at line");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> option("{broken"))
                .withMessageContaining("Option config of docproc:parseSync cannot be read: it is not JSON at line");
    }

    @Test
    void theNameOfAResourceIsShownInFull() throws IOException {
        Path folder = Files.createDirectories(directory.resolve("a folder whose name is long ".repeat(5)));
        Path list = Files.writeString(folder.resolve("list.json"), "[]");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> option("file:" + list))
                .withMessageStartingWith(
                        "Option config of docproc:parseSync names file:" + list + ", which is JSON of type array");
    }

    private JsonOption option(String resource) {
        return new JsonOption("config", fixture.option("config", resource).endpoint("parseSync"));
    }

    private ObjectNode value(JsonOption option) {
        return option.value(fixture.call("parseSync")).orElseThrow();
    }
}
