/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.errors;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.examples.support.Console;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoScenarioTest {
    @TempDir
    Path home;

    @Test
    void everyDocumentEndsInExactlyOneFolderAfterAllFailures() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        boolean successful = new DemoScenario(
                        home.resolve("errors"),
                        Map.of("docproc.dsl", "xml"),
                        new PrintStream(out, true, StandardCharsets.UTF_8))
                .run();

        assertThat(out.toString(StandardCharsets.UTF_8))
                .endsWith("18 documents, none lost and none duplicated" + System.lineSeparator())
                .contains("The account is empty, and the calls wait; the account is topped up")
                .doesNotContain("null")
                .contains("... needs-password: 40423", "... failed: 40422")
                .contains("... failed: no response", "... partial: 50207");
        assertThat(successful).isTrue();
        assertThat(home.resolve("errors/inbox")).isEmptyDirectory();
    }

    @Test
    void aMissingOrDuplicatedDocumentIsReported() throws Exception {
        for (String file : List.of(
                "inbox/a.txt",
                "outbox/a.txt.1-2.json",
                "outbox/b.txt.1-2.partial.json",
                "partial/1-2/b.txt",
                "partial/1-2/b.txt.note.txt",
                "failed/1-2/c.txt")) {
            Files.createDirectories(home.resolve(file).getParent());
            Files.createFile(home.resolve(file));
        }

        assertThat(new FolderProgress(home, new Console(System.out)).documents())
                .containsExactlyInAnyOrder("a.txt", "a.txt", "b.txt", "c.txt");
    }

    @Test
    void aPropertyOfTheCommandLinePrecedesTheValueOfTheDemonstration() throws Exception {
        System.setProperty("docproc.pollDelay", "70");
        try (CamelContext context = new DefaultCamelContext()) {
            context.getPropertiesComponent().setLocation(DemoScenario.PROPERTIES);

            assertThat(context.resolvePropertyPlaceholders(
                            "{{docproc.pollDelay}} {{camel.component.docproc.rate-limit-cooldown}}"))
                    .isEqualTo("70 1s");
        } finally {
            System.clearProperty("docproc.pollDelay");
        }
    }
}
