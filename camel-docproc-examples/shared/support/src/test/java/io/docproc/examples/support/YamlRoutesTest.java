/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.camel.catalog.DefaultCamelCatalog;
import org.apache.camel.catalog.EndpointValidationResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The endpoints of the YAML routes against Camel's catalog, as camel-report:validate checks those in XML and Java. */
final class YamlRoutesTest {
    private static final Path EXAMPLES = Path.of("../..");
    private static final Path PHOTOS = EXAMPLES.resolve("starter/src/main/resources/camel/photos.camel.yaml");

    private final DefaultCamelCatalog catalog = new DefaultCamelCatalog(true);

    static List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> examples = Files.newDirectoryStream(EXAMPLES, Files::isDirectory)) {
            for (Path example : examples) {
                files.addAll(files(example.resolve("src/main/resources")));
            }
        }
        return files;
    }

    private static List<Path> files(Path routes) throws IOException {
        if (!Files.isDirectory(routes)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(routes)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyEndpointIsValid(Path file) throws IOException {
        assertThat(endpoints(Files.readString(file))).allSatisfy(endpoint -> {
            EndpointValidationResult result = validate(endpoint);
            assertThat(result.isSuccess())
                    .as("%s: %s", endpoint, result.summaryErrorMessage(false))
                    .isTrue();
        });
    }

    @Test
    void aMisspelledOptionIsFound() throws IOException {
        String route = Files.readString(PHOTOS).replace("enhanceMode", "enhancedMode");

        assertThat(endpoints(route))
                .flatMap(endpoint ->
                        Set.copyOf(Objects.requireNonNullElse(validate(endpoint).getUnknown(), Set.of())))
                .containsExactly("enhancedMode");
    }

    private EndpointValidationResult validate(Endpoint endpoint) {
        try {
            Map<String, String> properties = new HashMap<>(catalog.endpointProperties(endpoint.uri()));
            endpoint.parameters().forEach((name, value) -> properties.put(name.toString(), value.toString()));
            return catalog.validateProperties(endpoint.scheme(), properties);
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Endpoint> endpoints(String routes) {
        return endpoints(new Load(LoadSettings.builder().build()).loadFromString(routes))
                .toList();
    }

    private static Stream<Endpoint> endpoints(Object node) {
        if (node instanceof Collection<?> nodes) {
            return nodes.stream().flatMap(YamlRoutesTest::endpoints);
        }
        if (!(node instanceof Map<?, ?> step)) {
            return Stream.empty();
        }
        Stream<Endpoint> here = Stream.of("uri", "to", "wireTap")
                .map(step::get)
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .filter(uri -> !uri.startsWith("{{"))
                // The options of a master endpoint are those of the endpoint after its namespace.
                .map(uri -> uri.replaceFirst("^master:[^:]+:", ""))
                .map(uri -> new Endpoint(uri, (Map<?, ?>) step.get("parameters")));
        return Stream.concat(here, step.values().stream().flatMap(YamlRoutesTest::endpoints));
    }

    private record Endpoint(String uri, Map<?, ?> parameters) {
        Endpoint {
            parameters = parameters == null ? Map.of() : parameters;
        }

        String scheme() {
            return uri.replaceFirst(":.*", "");
        }
    }
}
