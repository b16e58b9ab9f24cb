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

/** The README lists each property, and its links exist. */
class ReadmeTest {
    private static final Path PAGE = Path.of("README.md");

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
        assertThat(Pattern.compile("\\]\\(([^)#]+)\\)")
                        .matcher(Files.readString(PAGE))
                        .results())
                .isNotEmpty()
                .allSatisfy(
                        link -> assertThat(PAGE.resolveSibling(link.group(1))).exists());
    }
}
