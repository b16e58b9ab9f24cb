/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.polling;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A result that is paid, and a disk that does not take it. */
class PollerStoringTest {
    @TempDir
    private Path home;

    @ParameterizedTest
    @MethodSource("io.docproc.examples.polling.PollerRunTest#twins")
    void anOriginalWhoseResultCannotBeStoredIsMovedToTheFailedFolderAndMovedBackItIsNotBilledAgain(
            Poller poller, String language) throws Exception {
        try (PollerFixture example = new PollerFixture(poller, home).dsl(language)) {
            String document = example.drop("", 1);
            Path inTheWay = Files.createFile(example.state().resolveSibling("results"));

            assertThat(example.run()).isFalse();

            assertThat(example.failed(document)).exists();
            assertThat(example.failed(document + ".error.txt")).content().contains("results");

            Files.delete(inTheWay);
            Files.move(example.failed(document), example.inbox(document));

            assertThat(example.run()).as(example.console()).isTrue();

            assertThat(example.result(document)).isNotEmptyFile();
            assertThat(example.done(document)).exists();
            assertThat(example.calls()).hasSize(1);
        }
    }
}
