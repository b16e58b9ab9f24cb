/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FoldersTest {
    @TempDir
    Path folder;

    @Test
    void hiddenFilesAndFoldersAreNotListed() throws Exception {
        Files.createFile(folder.resolve("a.txt"));
        Files.createFile(folder.resolve(".unfinished-b.txt"));
        Files.createDirectory(folder.resolve("done"));

        assertThat(Folders.files(folder)).containsExactly("a.txt");
    }

    @Test
    void aMissingFolderHasNoFiles() {
        assertThat(Folders.files(folder.resolve("missing"))).isEmpty();
    }
}
