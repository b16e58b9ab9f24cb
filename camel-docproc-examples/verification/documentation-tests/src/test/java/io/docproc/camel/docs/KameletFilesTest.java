/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.internal.operation.OptionDeclaration;
import io.docproc.camel.testkit.ComponentJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.tooling.model.BaseOptionModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Consistency of the Kamelet files with the component's metadata. */
final class KameletFilesTest {
    /** Options of every Camel consumer. */
    private static final Set<String> EXCLUDED = Set.of(
            "bridgeErrorHandler", "exceptionHandler", "exchangePattern", "pollStrategy", "sendEmptyMessageWhenIdle");

    static List<KameletFile> kamelets() {
        return KameletFile.all();
    }

    @ParameterizedTest
    @MethodSource("kamelets")
    void propertyDescriptionsMatchTheOptions(KameletFile kamelet) throws IOException {
        GeneratedPage.assertUpToDate(kamelet.path(), kamelet.refresh());
    }

    @ParameterizedTest
    @MethodSource("kamelets")
    void eachPropertyIsAnOptionOfTheOperation(KameletFile kamelet) {
        assertThat(kamelet.options())
                .extracting(BaseOptionModel::getName)
                .contains("baseUrl", "appId", "secretCode")
                .allMatch(name -> ComponentJson.options().having(name).isEmpty()
                        || ComponentJson.options().having(name).contains(kamelet.operation()));
    }

    @ParameterizedTest
    @MethodSource("kamelets")
    void eachOptionOfTheOperationIsAProperty(KameletFile kamelet) {
        List<String> options = ComponentJson.options().of(kamelet.operation()).stream()
                .filter(option -> option.type() != Map.class && !option.labels().contains("scheduler"))
                .map(OptionDeclaration::name)
                .filter(name -> !ComponentJson.options().having(name).isEmpty())
                .filter(name -> !EXCLUDED.contains(name))
                .toList();

        assertThat(kamelet.options()).extracting(BaseOptionModel::getName).containsAll(options);
    }

    @Test
    void titlesAndDescriptionsAreDistinct() {
        assertThat(kamelets())
                .extracting(kamelet -> definition(kamelet).get("title"))
                .doesNotHaveDuplicates();
        assertThat(kamelets())
                .extracting(kamelet -> definition(kamelet).get("description"))
                .doesNotHaveDuplicates();
    }

    /** The rules of the validator of Camel's Kamelet catalog, and what Kaoto reads. */
    @ParameterizedTest
    @MethodSource("kamelets")
    void aKameletFollowsTheRulesOfTheCatalog(KameletFile kamelet) {
        Map<String, Object> metadata = map(kamelet.read().get("metadata"));
        String type = (String) map(metadata.get("labels")).get("camel.apache.org/kamelet.type");
        Map<String, Object> properties = map(definition(kamelet).get("properties"));

        assertThat(metadata).containsEntry("name", kamelet.name());
        assertThat(kamelet.name()).endsWith("-" + type);
        assertThat(map(metadata.get("annotations")).keySet())
                .containsExactlyInAnyOrder(
                        "camel.apache.org/kamelet.support.level",
                        "camel.apache.org/catalog.version",
                        "camel.apache.org/kamelet.icon",
                        "camel.apache.org/provider",
                        "camel.apache.org/kamelet.group",
                        "camel.apache.org/kamelet.namespace");
        assertThat((String) definition(kamelet).get("title")).endsWithIgnoringCase(" " + type);
        assertThat(definition(kamelet)).containsEntry("type", "object").containsKey("description");
        assertThat(properties.keySet())
                .containsExactlyElementsOf(
                        kamelet.options().stream().map(BaseOptionModel::getName).toList());
        assertThat(map(map(kamelet.read().get("spec")).get("types")))
                .containsKey("out")
                .allSatisfy((slot, shape) -> assertThat(map(shape).get("mediaType"))
                        .isIn("application/octet-stream", "application/json", "image/jpeg"));
        assertThat(properties).allSatisfy((name, property) -> requireDescribed(map(property)));
    }

    private static void requireDescribed(Map<String, Object> property) {
        Class<?> type = Map.<Object, Class<?>>of(
                        "string", String.class, "boolean", Boolean.class, "integer", Integer.class)
                .get(property.get("type"));
        assertThat((String) property.get("title")).doesNotStartWith("The ").matches("[A-Z0-9]\\w*( [A-Z0-9]\\w*)*");
        assertThat((String) property.get("description")).matches("[A-Z](?s:.*)\\.");
        assertThat(Stream.of("default", "example").map(property::get).filter(Objects::nonNull))
                .isNotEmpty()
                .allMatch(type::isInstance);
        if (property.get("enum") instanceof List<?> values) {
            assertThat(values.contains(property.getOrDefault("default", values.get(0))))
                    .isTrue();
        }
        if ("password".equals(property.get("format"))) {
            assertThat(property.get("x-descriptors")).isEqualTo(List.of("urn:camel:group:credentials"));
        }
    }

    @ParameterizedTest
    @MethodSource("kamelets")
    void aDescriptionMentionsNoOtherOperation(KameletFile kamelet) {
        String others = Arrays.stream(DocprocOperation.values())
                .filter(operation -> operation != kamelet.operation())
                .map(operation -> operation.name().matches("[a-z]+") ? operation + "[,:]" : operation.name())
                .collect(Collectors.joining("|", "(?s).*\\b(", ")\\b.*"));

        assertThat(map(definition(kamelet).get("properties")))
                .allSatisfy((name, property) ->
                        assertThat((String) map(property).get("description")).doesNotMatch(others));
    }

    @ParameterizedTest
    @MethodSource("kamelets")
    void theJarHasTheVersionOfTheBuild(KameletFile kamelet) throws IOException {
        try (InputStream file = KameletFilesTest.class.getResourceAsStream(
                "/kamelets/" + kamelet.path().getFileName())) {
            String version = ComponentJson.model().getVersion();
            assertThat(new String(file.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo(kamelet.text().replace("${project.version}", version))
                    .contains("catalog.version: \"" + version, "camel-docproc-component:" + version);
        }
    }

    @ParameterizedTest
    @MethodSource("kamelets")
    void secretsAreRawValues(KameletFile kamelet) {
        assertThat(kamelet.options())
                .filteredOn(BaseOptionModel::isSecret)
                .isNotEmpty()
                .extracting(BaseOptionModel::getName)
                .allSatisfy(name -> assertThat(kamelet.text())
                        .contains(name + ": \"RAW({{docprocKamelet:" + name + ":#unset}})\""));
    }

    private static Map<String, Object> definition(KameletFile kamelet) {
        return map(map(kamelet.read().get("spec")).get("definition"));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }
}
