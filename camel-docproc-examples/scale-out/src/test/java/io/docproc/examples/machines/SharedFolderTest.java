/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedFolderTest {
    @TempDir
    private Path root;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "inbox",
                "inbox/",
                "inbox/..",
                "../inbox/a.pdf",
                "results/a.pdf.json",
                "inbox/../results/a.pdf.json",
                "inbox/./a.pdf",
                "inbox//a.pdf",
                "/etc/passwd",
                "inbox/a\u0000.pdf"
            })
    void aPathThatIsNotThatOfADocumentInTheInboxIsRejected(String path) throws Exception {
        SharedFolder folder = new SharedFolder(root).create();

        assertThatThrownBy(() -> folder.document(path)).isInstanceOf(InvalidReferenceException.class);
    }

    @Test
    void aFolderIsNoDocument() throws Exception {
        SharedFolder folder = new SharedFolder(root).create();
        Files.createDirectory(folder.inbox().resolve("scans"));

        assertThatThrownBy(() -> folder.document("inbox/scans")).hasMessage("not a file");
    }

    @Test
    void aDocumentKeepsItsPlaceInTheFolderThatItIsMovedTo() throws Exception {
        SharedFolder folder = new SharedFolder(root).create();
        Files.createDirectory(folder.inbox().resolve("scans"));
        Path document = Files.writeString(folder.inbox().resolve("scans/a.pdf"), "second");
        Files.createDirectory(folder.originals().resolve("scans"));
        Files.writeString(folder.originals().resolve("scans/a.pdf"), "first");

        assertThat(folder.move(document, folder.originals())).hasContent("second");
        assertThat(folder.documents()).isEmpty();
        assertThat(folder.originals().resolve("scans/a.pdf")).exists();
    }

    @Test
    void aDocumentIsLockedForOneAndFreeAfterwards() throws Exception {
        try (DocumentLocks locks = new DocumentLocks(root.resolve("locks"));
                DocumentLocks others = new DocumentLocks(root.resolve("locks"))) {
            FileLock lock = locks.tryLock("inbox/a.pdf").orElseThrow();
            assertThat(locks.tryLock("inbox/a.pdf")).isEmpty();
            assertThat(others.tryLock("inbox/a.pdf")).isEmpty();
            assertThat(others.tryLock("inbox/b.pdf")).isPresent();

            lock.close();

            assertThat(others.tryLock("inbox/a.pdf")).isPresent();
        }
    }
}
