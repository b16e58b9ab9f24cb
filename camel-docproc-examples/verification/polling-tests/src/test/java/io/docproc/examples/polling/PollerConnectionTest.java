/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.polling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.examples.support.DocumentServer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers and folders of the user: credentials, host keys, locks and files that are not processed. */
class PollerConnectionTest {
    @TempDir
    private Path home;

    @ParameterizedTest
    @ValueSource(strings = {"FTP", "SFTP"})
    void aWrongPasswordEndsTheRunWithAMessage(Poller poller) throws Exception {
        try (PollerFixture example = new PollerFixture(poller, home);
                DocumentServer server = poller.example().server().apply(home.resolve("others"))) {
            server.properties().forEach(example::with);
            example.with(poller.scheme() + ".password", "guessed");

            assertThat(example.run()).isFalse();

            assertThat(example.console())
                    .contains("The documents cannot be polled")
                    .containsIgnoringCase("auth")
                    .doesNotContain("guessed");
        }
    }

    @Test
    void anSftpServerWithAnUnknownHostKeyIsRejected() throws Exception {
        try (PollerFixture example = new PollerFixture(Poller.SFTP, home);
                DocumentServer known = Poller.SFTP.example().server().apply(home.resolve("known"));
                DocumentServer other = Poller.SFTP.example().server().apply(home.resolve("other"))) {
            other.properties().forEach(example::with);
            Path knownHosts = Path.of(known.properties().get("sftp.knownHosts"));
            String otherPort = other.properties().get("sftp.port");
            Files.writeString(
                    knownHosts,
                    Files.readString(knownHosts).replace(known.properties().get("sftp.port"), otherPort));
            example.with("sftp.knownHosts", knownHosts.toString());

            assertThat(example.run()).isFalse();

            assertThat(example.console())
                    .contains("The documents cannot be polled")
                    .containsIgnoringCase("key");
        }
    }

    @Test
    void twoRunsCannotHaveTheSameState() throws Exception {
        Path state = Files.createDirectories(home.resolve("shared-state"));
        try (PollerFixture example = new PollerFixture(Poller.FILE, home).with("docproc.state", state.toString());
                FileChannel otherRun = FileChannel.open(
                        state.resolve(".docproc-lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            FileLock lock = otherRun.lock();

            assertThatThrownBy(example::run).hasMessageContaining("another run works in " + state);

            lock.release();
        }
    }

    @Test
    void unprocessedDocumentsInAFolderOfOnesOwnAreReported() throws Exception {
        Path folder = Files.createDirectories(home.resolve("scans"));
        try (PollerFixture example = new PollerFixture(Poller.FILE, home)) {
            Path processed = example.inbox(example.drop("", 1));
            Files.move(processed, folder.resolve("processed.png"));
            Path tooNew = Files.writeString(folder.resolve("too-new.png"), "still growing");
            Files.setLastModifiedTime(tooNew, FileTime.from(Instant.now().plus(Duration.ofHours(1))));
            example.with("file.folder", folder.toString()).with("docproc.idleSeconds", "2");

            assertThat(example.run()).as(example.console()).isFalse();

            assertThat(folder.resolve("processed.png")).doesNotExist();
            assertThat(example.console())
                    .contains("NOT PROCESSED: too-new.png", "1 documents: 1 processed")
                    .doesNotContain("NOT PROCESSED: processed.png");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"FTP", "SFTP"})
    void aServerOfOnesOwnIsPolledUntilItIsEmpty(Poller poller) throws Exception {
        Path others = home.resolve("others");
        try (PollerFixture example = new PollerFixture(poller, home);
                DocumentServer server = poller.example().server().apply(others)) {
            Path inbox = Files.createDirectories(others.resolve("server/inbox"));
            Files.writeString(inbox.resolve("order.txt"), "Order No.: 7");
            server.properties().forEach(example::with);
            example.with(poller.scheme() + ".password", "local-password");

            assertThat(example.run()).as(example.console()).isTrue();

            assertThat(PollerFixture.files(inbox.resolve(".done")))
                    .singleElement()
                    .asString()
                    .endsWith("/order.txt");
            assertThat(example.result("order.txt")).isNotEmptyFile();
            assertThat(example.console()).doesNotContain("local-password");
        }
    }
}
