/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentChangeTest {
    private static final int LENGTH = 1000;

    @TempDir
    Path folder;

    private Path path;
    private Document document;

    @BeforeEach
    void writeFile() throws IOException {
        path = Files.write(folder.resolve("scan.bin"), new byte[LENGTH]);
        document = Documents.file(path, Optional.empty(), Files.readAttributes(path, BasicFileAttributes.class));
    }

    @Test
    void growingFileFailsBeforeItsLastByte() throws IOException {
        try (InputStream in = document.open()) {
            assertThat(in.readNBytes(LENGTH - 1)).hasSize(LENGTH - 1);
            Files.write(path, new byte[10], StandardOpenOption.APPEND);

            assertThatThrownBy(in::read).isInstanceOf(DocumentReadException.class);
        }
    }

    @Test
    void shrinkingFileFails() throws IOException {
        try (InputStream in = document.open()) {
            in.readNBytes(100);
            Files.write(path, new byte[200]);

            assertThatThrownBy(in::readAllBytes)
                    .isInstanceOf(DocumentReadException.class)
                    .hasMessageContaining("200 of 1000");
        }
    }

    @Test
    void rewrittenFileOfSameLengthFails() throws IOException {
        try (InputStream in = document.open()) {
            in.readNBytes(100);
            Files.write(path, "x".repeat(LENGTH).getBytes(StandardCharsets.UTF_8));
            Files.setLastModifiedTime(path, FileTime.fromMillis(1));

            assertThatThrownBy(in::readAllBytes)
                    .isInstanceOf(DocumentReadException.class)
                    .hasMessageContaining("changed while it was read");
        }
    }

    @Test
    void deletedFileFails() throws IOException {
        try (InputStream in = document.open()) {
            Files.delete(path);
            assertThatThrownBy(in::readAllBytes)
                    .isInstanceOf(DocumentReadException.class)
                    .hasMessageContaining("no longer exists");
        }
        assertThatThrownBy(document::open)
                .isInstanceOf(DocumentReadException.class)
                .hasMessageContaining("no longer exists");
    }

    @Test
    void unchangedFileIsReadCompletely() throws IOException {
        try (InputStream in = document.open()) {
            in.read();
            in.skipNBytes(LENGTH - 2);
            assertThat(in.read()).isZero();
            assertThat(in.read()).isEqualTo(-1);
            assertThat(in.read()).isEqualTo(-1);
        }
    }

    private static Document ofTenBytes(int available) {
        return new Document("the scan", Optional.empty(), OptionalLong.of(10)) {
            @Override
            InputStream source() {
                return new ByteArrayInputStream(new byte[available]);
            }
        };
    }

    @Test
    void sourceLongerThanDeclaredFailsBeforeItsLastByte() throws IOException {
        try (InputStream in = ofTenBytes(11).open();
                InputStream skipped = ofTenBytes(11).open()) {
            assertThat(in.readNBytes(9)).hasSize(9);
            assertThatThrownBy(in::read)
                    .isInstanceOf(DocumentReadException.class)
                    .hasMessageContaining("the scan grew");
            assertThatThrownBy(() -> skipped.skipNBytes(11)).isInstanceOf(DocumentReadException.class);
        }
        assertThat(ofTenBytes(10).open().readAllBytes()).hasSize(10);
    }
}
