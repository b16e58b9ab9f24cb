/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** File of a log. */
final class LogFileTest {
    private static final byte[] LINE = "line\n".getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path directory;

    @Test
    void linesAreAppended() throws Exception {
        Path path = directory.resolve("log");
        try (LogFile file = new LogFile(path)) {
            file.write(LINE);
            file.force(file.write(LINE));

            assertThat(path).hasContent("line\nline\n");
            assertThat(file.hasFailed()).isFalse();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void fileWhoseIncompleteLineCannotBeRemovedHasFailed() throws Exception {
        try (LogFile file = new LogFile(Path.of("/dev/full"))) {
            assertThatThrownBy(() -> file.write(LINE)).isInstanceOf(IOException.class);

            assertThat(file.hasFailed()).isTrue();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void linesThatCannotBeForcedAreNeverReportedAsForced() throws Exception {
        LogFile file = new LogFile(Path.of("/dev/null"));
        long first = file.write(LINE);
        long second = file.write(LINE);

        assertThatThrownBy(() -> file.force(first)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> file.force(second)).hasMessageContaining("an earlier write to the disk has failed");
        assertThat(file.hasFailed()).isTrue();
        assertThatThrownBy(file::close).isInstanceOf(IOException.class);
    }
}
