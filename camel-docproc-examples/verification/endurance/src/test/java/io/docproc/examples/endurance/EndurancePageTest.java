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
    void thePageNamesBothProgramsAndTheirOptions() throws IOException {
        String page = Files.readString(PAGE);

        for (Object program : new Object[] {new KillMain(), new SoakMain()}) {
            assertThat(page).contains("-Dexec.mainClass=" + program.getClass().getName());
            assertThat(new CommandLine(program).getCommandSpec().options())
                    .filteredOn(option -> !option.usageHelp() && !option.versionHelp())
                    .isNotEmpty()
                    .allSatisfy(option -> assertThat(page).contains("`" + option.longestName() + "`"));
        }
        for (KillMain.Victim victim : KillMain.Victim.values()) {
            assertThat(page).contains("`" + victim.name().toLowerCase(Locale.ROOT) + "`");
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
