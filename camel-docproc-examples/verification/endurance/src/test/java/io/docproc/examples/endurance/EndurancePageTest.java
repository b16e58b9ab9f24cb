/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The page shows the programs as they are. */
class EndurancePageTest {
    private static final Path PAGE = Path.of("endurance.adoc");

    @Test
    void thePageNamesAllOptionsAndExamples() throws IOException {
        String page = Files.readString(PAGE);

        assertThat(new CommandLine(new Main()).getSubcommands()).hasSize(2).allSatisfy((name, program) -> assertThat(
                        program.getCommandSpec().options())
                .filteredOn(option -> !option.usageHelp() && !option.versionHelp())
                .isNotEmpty()
                .allSatisfy(option -> assertThat(page).contains("`" + option.longestName() + "`")));
        for (Main.Example example : Main.Example.values()) {
            assertThat(page).contains("`" + example.name().toLowerCase(Locale.ROOT) + "`");
        }
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
