/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.polling;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.examples.support.AccountOutage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PollerAccountErrorTest {
    private static final int DOCUMENTS = 4;

    @TempDir
    private Path home;

    @ParameterizedTest
    @CsvSource({"FILE, crop, 40008, yaml", "FTP, extract, 40003, xml", "SFTP, extract, 40102, xml"})
    void documentsStayAtTheirSourceUntilTheAccountWorksAgain(Poller poller, String operation, int code, String dsl)
            throws Exception {
        AccountOutage outage = new AccountOutage(code);
        try (PollerFixture example = new PollerFixture(poller, home, outage.fault(operation)).dsl(dsl)) {
            List<String> documents = new ArrayList<>();
            for (int number = 0; number < DOCUMENTS; number++) {
                documents.add(example.drop("", number));
            }

            assertThat(example.run()).as(example.console()).isTrue();

            outage.assertProbed(example.calls(), operation, DOCUMENTS);
            assertThat(example.archived(".failed")).isEmpty();
            assertThat(example.archived(".done")).containsExactlyInAnyOrderElementsOf(documents);
            assertThat(example.results()).hasSize(DOCUMENTS);
        }
    }

    @Tag("endurance")
    @ParameterizedTest
    @CsvSource({
        "FILE, crop, 40003, yaml",
        "FILE, crop, 40102, xml",
        "FILE, crop, 40008, xml",
        "FTP, extract, 40102, yaml",
        "FTP, extract, 40008, yaml",
        "SFTP, extract, 40003, yaml",
        "SFTP, extract, 40008, xml"
    })
    void documentsStayAtTheirSourceAfterEachAccountError(Poller poller, String operation, int code, String dsl)
            throws Exception {
        documentsStayAtTheirSourceUntilTheAccountWorksAgain(poller, operation, code, dsl);
    }

    @Test
    void aPageWhoseCropWasBilledWaitsForItsExtractionAndIsNotCroppedAgain() throws Exception {
        AccountOutage outage = new AccountOutage(40008);
        try (PollerFixture example = new PollerFixture(Poller.SFTP, home, outage.fault("extract"))) {
            Files.createDirectories(example.inbox(""));
            Files.copy(Path.of("../../shared/samples/photos/letter-in-shadow.jpg"), example.inbox("letter.jpg"));

            assertThat(example.run()).as(example.console()).isTrue();

            assertThat(example.calls())
                    .filteredOn(call -> call.startsWith("crop"))
                    .hasSize(1);
            assertThat(example.calls())
                    .filteredOn(call -> call.startsWith("extract 200"))
                    .hasSize(1);
            assertThat(example.results()).hasSize(2);
            assertThat(example.archived(".failed")).isEmpty();
        }
    }
}
