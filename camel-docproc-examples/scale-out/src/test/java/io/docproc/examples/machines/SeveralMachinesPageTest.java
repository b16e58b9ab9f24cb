/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page shows the routes that are run, and knows every property. */
class SeveralMachinesPageTest {
    private static final Path PAGE = Path.of("several-machines.adoc");
    private static final Path ROUTES = Path.of("src/main/resources/routes");

    @ParameterizedTest
    @CsvSource({"machines-poller.yaml, - route:, ''", "machines-worker.yaml, '- route:\n    id: worker', '\n# In the'"})
    void thePageShowsTheRoutesAsTheyAre(String file, String from, String to) throws IOException {
        String text = Files.readString(ROUTES.resolve(file));
        int begin = text.indexOf(from);
        int end = to.isEmpty() ? text.length() : text.indexOf(to);

        assertThat(Files.readString(PAGE)).contains(text.substring(begin, end).strip() + "\n----");
    }

    @Test
    void everyPropertyHasItsRow() throws Exception {
        Set<String> asked = new HashSet<>();
        MachinesSettings.from(
                name -> {
                    asked.add(name);
                    return null;
                },
                Map.of());
        // The module's folder, which Maven sets.
        asked.remove("docproc.home");

        String page = Files.readString(PAGE);

        assertThat(asked).hasSizeGreaterThan(10).allSatisfy(name -> assertThat(page)
                .contains("\n| `" + name + "` |"));
        assertThat(Pattern.compile("(?m)^\\| `(docproc\\.\\w+)` \\|")
                        .matcher(page)
                        .results())
                .allSatisfy(row -> assertThat(asked).contains(row.group(1)));
    }

    @Test
    void whatThePageLinksIsThere() throws IOException {
        assertThat(Pattern.compile("link:([^\\[]+)\\[")
                        .matcher(Files.readString(PAGE))
                        .results())
                .isNotEmpty()
                .allSatisfy(
                        link -> assertThat(PAGE.resolveSibling(link.group(1))).exists());
    }
}
