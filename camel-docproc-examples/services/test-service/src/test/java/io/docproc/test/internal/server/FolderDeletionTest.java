/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Deletes folders with files that disappear. */
class FolderDeletionTest {
    private static final int FILES = 10;

    @TempDir
    private Path home;

    @Test
    void filesThatDisappearDoNotPreventTheDeletion() throws IOException {
        Path folder = Files.createDirectories(home.resolve("uploads/nested")).getParent();
        for (int number = 0; number < FILES; number++) {
            Files.createFile(folder.resolve("document" + number));
        }

        Files.walkFileTree(folder, new FolderDeletion() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                for (int number = 0; number < FILES; number++) {
                    folder.resolve("document" + number).toFile().delete();
                }
                return super.visitFile(file, attributes);
            }
        });

        assertThat(folder).doesNotExist();
    }

    @Test
    void aMissingFolderIsDeleted() {
        FolderDeletion.delete(home.resolve("missing"));

        assertThat(home).isEmptyDirectory();
    }
}
