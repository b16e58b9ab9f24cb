/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.polling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A result that is paid, and a disk that does not take it. */
class PollerStoringTest {
    @TempDir
    private Path home;

    @ParameterizedTest
    @MethodSource("io.docproc.examples.polling.PollerRunTest#twins")
    void aResultThatCannotBeStoredTemporarilyIsStoredLaterWithoutAnotherCall(Poller poller, String language)
            throws Exception {
        try (PollerFixture example =
                new PollerFixture(poller, home).dsl(language).with("docproc.storeRedeliveries", "12")) {
            String document = example.drop("", 1);
            Path inTheWay = Files.createFile(example.state().resolveSibling("results"));
            CompletableFuture<Boolean> run = CompletableFuture.supplyAsync(() -> {
                try {
                    return example.run();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            await().atMost(60, TimeUnit.SECONDS).until(() -> example.console().contains("redelivery 1 after"));
            Files.delete(inTheWay);

            assertThat(run.get(60, TimeUnit.SECONDS)).as(example.console()).isTrue();

            assertThat(example.result(document)).isNotEmptyFile();
            assertThat(example.done(document)).exists();
            assertThat(example.calls()).hasSize(1);
        }
    }

    @ParameterizedTest
    @MethodSource("io.docproc.examples.polling.PollerRunTest#twins")
    void aResultThatCannotBeStoredIsBilledOnceAndItsOriginalMovedToTheFailedFolder(Poller poller, String language)
            throws Exception {
        try (PollerFixture example =
                new PollerFixture(poller, home).dsl(language).with("docproc.storeRedeliveries", "1")) {
            String document = example.drop("", 1);
            Files.createFile(example.state().resolveSibling("results"));

            assertThat(example.run()).isFalse();

            assertThat(example.calls()).hasSize(1);
            assertThat(example.failed(document)).exists();
            assertThat(example.failed(document + ".error.txt")).content().contains("results");
        }
    }
}
