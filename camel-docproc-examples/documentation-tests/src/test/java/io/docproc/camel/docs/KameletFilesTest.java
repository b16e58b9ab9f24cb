/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.internal.operation.CallOption;
import io.docproc.camel.testkit.ComponentJson;
import io.docproc.camel.testkit.GeneratedPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.camel.tooling.model.BaseOptionModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Consistency of the Kamelet files with the component's metadata. */
final class KameletFilesTest {
    /** Options of every Camel consumer. */
    private static final Set<String> EXCLUDED = Set.of("bridgeErrorHandler", "exceptionHandler", "exchangePattern");

    private static final Pattern TABLE = Pattern.compile(
            "(?<=^\\| Kamelet \\| Options of \\| Properties\n).*?(?=^\\|===$)", Pattern.DOTALL | Pattern.MULTILINE);

    static List<KameletFile> kamelets() {
        return KameletFile.all();
    }

    @ParameterizedTest
    @MethodSource("kamelets")
    void propertyDescriptionsMatchTheOptions(KameletFile kamelet) throws IOException {
        GeneratedPage.assertUpToDate(kamelet.path(), kamelet.refresh());
    }

    @Test
    void theTableOfPropertiesIsUpToDate() throws IOException {
        Path page = GeneratedPage.PAGES.resolve("docproc-tools.adoc");
        String rows = kamelets().stream().map(KameletFile::row).collect(Collectors.joining());

        GeneratedPage.assertUpToDate(
                page, TABLE.matcher(Files.readString(page)).replaceFirst(Matcher.quoteReplacement(rows)));
    }

    @ParameterizedTest
    @MethodSource("kamelets")
    void eachPropertyIsAnOptionOfTheOperation(KameletFile kamelet) {
        assertThat(kamelet.options())
                .extracting(BaseOptionModel::getName)
                .contains("baseUrl", "appId", "secretCode")
                .allMatch(name -> ComponentJson.options().having(name).isEmpty()
                        || ComponentJson.options().having(name).stream().anyMatch(kamelet.operations()::contains));
    }

    @ParameterizedTest
    @MethodSource("kamelets")
    void eachOptionOfTheOperationIsAProperty(KameletFile kamelet) {
        List<String> options = kamelet.operations().stream()
                .flatMap(operation -> ComponentJson.options().of(operation).stream())
                .filter(option -> option.type() != Map.class)
                .map(CallOption::name)
                .filter(name -> !ComponentJson.options().having(name).isEmpty())
                .filter(name -> !EXCLUDED.contains(name))
                .toList();

        assertThat(kamelet.options()).extracting(BaseOptionModel::getName).containsAll(options);
    }

    @Test
    void aKameletOffersOnlyOutputsOfItsOperation() {
        assertThat(kamelets())
                .extracting(KameletFile::text)
                .filteredOn(text -> text.contains("      output:"))
                .extracting(text ->
                        text.split("      output:\n")[1].split("enum: ")[1].split("\n")[0])
                .containsExactly(
                        "[\"document\", \"response\", \"markdown\", \"elements\", \"pages\"]",
                        "[\"image\", \"response\"]",
                        "[\"fields\", \"json\", \"response\"]",
                        "[\"document\", \"response\", \"markdown\", \"elements\", \"pages\"]");
    }

    @ParameterizedTest
    @MethodSource("kamelets")
    void secretsHaveFormatPasswordAndAreRawValues(KameletFile kamelet) {
        assertThat(kamelet.options())
                .filteredOn(BaseOptionModel::isSecret)
                .isNotEmpty()
                .allSatisfy(secret -> {
                    String property = kamelet.text()
                            .split("\n      " + secret.getName() + ":\n")[1]
                            .split("\n      \\w")[0];
                    assertThat(property).contains("format: password", "urn:camel:group:credentials");
                    assertThat(kamelet.text())
                            .contains(
                                    secret.getName() + ": \"RAW({{docprocKamelet:" + secret.getName() + ":#unset}})\"");
                });
    }
}
