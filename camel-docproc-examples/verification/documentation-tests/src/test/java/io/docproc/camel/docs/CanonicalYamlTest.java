/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import io.docproc.camel.testkit.Repository;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * The YAML of routes and Kamelets is canonical, in files, on pages and in tests: Camel 4.23 warns about the compact
 * notation, such as {@code - to: direct:a}, at each start.
 */
final class CanonicalYamlTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonNode SCHEMA = schema();
    private static final JsonSchema VALIDATOR =
            JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V4).getSchema(SCHEMA);
    private static final Pattern ASCIIDOC =
            Pattern.compile("(?ms)^\\[source, ?ya?ml[^]\\n]*]\\n(?:[./][^\\n]*\\n)*----\\n(.*?)^----$");
    private static final Pattern MARKDOWN = Pattern.compile("(?ms)^```ya?ml\\n(.*?)^```$");
    private static final Pattern JAVA =
            Pattern.compile("(?ms)\"\"\"\\n((?: *#[^\\n]*\\n)* *- (?:route|from|onException|beans):(?:.*?))\"\"\"");

    @ParameterizedTest
    @MethodSource("files")
    void theYamlOfAFileIsCanonical(Path file) {
        assertThat(sources(file))
                .allSatisfy(yaml -> assertThat(violations(yaml)).as(yaml).isEmpty());
    }

    /** Returns the files with YAML of Camel. */
    static List<Path> files() throws IOException {
        return Repository.files().stream()
                .filter(file -> sources(file).anyMatch(yaml -> documents(yaml)
                        .anyMatch(document -> routes(document).isPresent())))
                .toList();
    }

    @Test
    void routesInFilesOnPagesAndInTestsAndKameletsAreFound() throws IOException {
        assertThat(files().stream().map(file -> file.getFileName().toString()))
                .contains(
                        "quickstart.camel.yaml",
                        "routes.yaml",
                        "docproc-crop-action.kamelet.yaml",
                        "README.md",
                        "docproc-routes.adoc",
                        "DocprocExceptionTest.java");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "- to: direct:a",
                "- log: a",
                "- setBody: {simple: a}",
                "- setBody: {expression: {simple: a}}",
                "- setHeader: {name: a, constant: b}",
                "- filter: {simple: a, steps: []}",
                "- choice: {when: [{simple: a, steps: []}]}",
                "- marshal: {json: {unknown: a}}",
                "- from: direct:a",
                "- route: {from: direct:a}",
                "- route: {from: {uri: 'direct:a', steps: [{to: 'direct:b'}]}}",
                "- onException: {exception: [java.lang.Exception], handled: {constant: 'true'}}",
                "kind: Kamelet\nspec: {template: {from: {uri: 'kamelet:source', steps: [{to: 'kamelet:sink'}]}}}",
                "steps: [{to: 'direct:a'}]",
            })
    void compactNotationIsFound(String yaml) {
        assertThat(violations(yaml)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "- to: {uri: 'direct:a'}",
                "- setBody: {expression: {simple: {expression: a}}}",
                "- marshal: {json: {}}",
                "- from: {uri: 'direct:a', steps: []}",
                "kind: Kamelet\nspec: {template: {from: {uri: 'kamelet:source', steps: [{to: {uri: 'kamelet:sink'}}]}}}",
                "groups: [{to: 'no YAML of Camel'}]",
                "- from: {uri: 'direct:a', steps: [{threads: {poolSize: '{{threads}}'}}]}",
            })
    void otherNotationIsNotReported(String yaml) {
        assertThat(violations(yaml)).isEmpty();
    }

    private static List<ValidationMessage> violations(String yaml) {
        return documents(yaml)
                .flatMap(document -> routes(document).stream())
                .flatMap(routes -> VALIDATOR.validate(routes).stream())
                .filter(violation -> !isPlaceholder(violation.getInstanceNode()))
                .toList();
    }

    /** A placeholder for a number is a text. */
    private static boolean isPlaceholder(JsonNode value) {
        return value != null && value.asText().matches("\\{\\{[\\w.]+}}");
    }

    /** Returns a document as the list of routes that the schema describes, or nothing if it is no YAML of Camel. */
    private static Optional<JsonNode> routes(JsonNode document) {
        if (document.isArray()) {
            return Optional.of(isSteps(document) ? routeOf(document) : document);
        }
        if (document.path("kind").asText().equals("Kamelet")) {
            ObjectNode template = document.at("/spec/template").deepCopy();
            return Optional.of(list("routeTemplate", template.put("id", "kamelet")));
        }
        if (document.has("steps")) {
            return Optional.of(routeOf(document.get("steps")));
        }
        return Optional.empty();
    }

    private static boolean isSteps(JsonNode list) {
        JsonNode roots = SCHEMA.at("/items/properties");
        JsonNode steps = SCHEMA.at("/items/definitions/org.apache.camel.model.ProcessorDefinition/properties");
        String name = list.path(0).properties().stream()
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("");
        return steps.has(name) && !roots.has(name);
    }

    private static JsonNode routeOf(JsonNode steps) {
        ObjectNode from = JSON.createObjectNode().put("uri", "direct:steps");
        return list("from", from.set("steps", steps));
    }

    private static JsonNode list(String name, JsonNode content) {
        return JSON.createArrayNode().add(JSON.createObjectNode().set(name, content));
    }

    private static Stream<JsonNode> documents(String yaml) {
        List<JsonNode> documents = new ArrayList<>();
        new Load(LoadSettings.builder().build())
                .loadAllFromString(yaml)
                .forEach(document -> documents.add(JSON.valueToTree(document)));
        return documents.stream();
    }

    private static Stream<String> sources(Path file) {
        String name = file.getFileName().toString();
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "yaml", "yml" -> Stream.of(read(file));
            case "adoc" -> blocks(file, ASCIIDOC);
            case "md" -> blocks(file, MARKDOWN);
            // A scalar must not begin with %.
            case "java" -> blocks(file, JAVA).map(yaml -> yaml.replace('%', '_'));
            default -> Stream.empty();
        };
    }

    private static Stream<String> blocks(Path file, Pattern pattern) {
        return pattern.matcher(read(file)).results().map(block -> block.group(1));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The schema of Camel 4.22.0 requires every data format at once of a marshal or unmarshal. */
    private static JsonNode schema() {
        try (InputStream file = CanonicalYamlTest.class.getResourceAsStream("/schema/camelYamlDsl-canonical.json")) {
            JsonNode schema = JSON.readTree(file);
            for (String name : List.of("MarshalDefinition", "UnmarshalDefinition")) {
                ObjectNode definition =
                        (ObjectNode) schema.at("/items/definitions").get("org.apache.camel.model." + name);
                definition.remove("required");
            }
            return schema;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
