/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.errors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.docproc.examples.support.InvalidSettingException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoScenarioTest {
    @TempDir
    Path home;

    @Test
    void everyDocumentEndsInExactlyOneFolderAfterAllFailures() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        boolean successful = new DemoScenario(
                        Dsl.XML, home.resolve("errors"), new PrintStream(out, true, StandardCharsets.UTF_8))
                .run();

        assertThat(out.toString(StandardCharsets.UTF_8))
                .endsWith("18 documents, none lost and none duplicated" + System.lineSeparator())
                .containsSubsequence(
                        "ALARM   The account has enough balance or calls",
                        "ALARM   The account is empty",
                        "The account is still empty, and the poller is still stopped",
                        "ALARM   The account has enough balance or calls",
                        "ALARM   The service refuses the account",
                        "ALARM   The account has enough balance or calls")
                .contains("retry   ", "-> needs-password: 40423", "-> failed: 40422", "-> dead-letter: no response")
                .contains("in the inbox: 40306", "-> partial: 50207", "in the inbox: 40003");
        assertThat(successful).isTrue();
        assertThat(new Folders(home.resolve("errors")).waiting()).isEmpty();
    }

    @Test
    void aMissingOrDuplicatedDocumentIsReported() throws Exception {
        for (String file : List.of(
                "inbox/a.txt",
                "outbox/a.txt.1-2.json",
                "outbox/b.txt.1-2.partial.json",
                "partial/1-2/b.txt",
                "failed/1-2/c.txt")) {
            Files.createDirectories(home.resolve(file).getParent());
            Files.createFile(home.resolve(file));
        }

        assertThat(new Folders(home).locations(List.of("a.txt", "b.txt", "c.txt", "d.txt")))
                .containsOnly(
                        entry("a.txt", List.of("inbox", "outbox")),
                        entry("b.txt", List.of("partial")),
                        entry("c.txt", List.of("failed")),
                        entry("d.txt", List.of()));
    }

    @Test
    void aPropertyOfTheCommandLinePrecedesTheValueOfTheDemonstration() {
        System.setProperty("docproc.fundsPeriod", "70");
        try {
            assertThat(new DemoScenario(Dsl.YAML, home, System.out).properties("http://127.0.0.1:9"))
                    .containsEntry("docproc.fundsPeriod", "70")
                    .containsEntry("docproc.pollDelay", "200");
        } finally {
            System.clearProperty("docproc.fundsPeriod");
        }
    }

    @Test
    void anUnknownDslIsRejected() {
        assertThat(Main.dsl("java")).isEqualTo(Dsl.JAVA);
        assertThatThrownBy(() -> Main.dsl("kotlin"))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("docproc.dsl is 'kotlin'");
    }
}
