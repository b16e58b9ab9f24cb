/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** Deletes a folder, except for files in use. Files may disappear while it runs. */
class FolderDeletion extends SimpleFileVisitor<Path> {
    /**
     * Deletes a folder.
     *
     * @throws UncheckedIOException if the folder cannot be read
     */
    static void delete(Path folder) {
        try {
            Files.walkFileTree(folder, new FolderDeletion());
        } catch (IOException e) {
            throw new UncheckedIOException("The folder " + folder + " cannot be deleted", e);
        }
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        file.toFile().delete();
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
        if (failure instanceof NoSuchFileException) {
            return FileVisitResult.CONTINUE;
        }
        throw failure;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, IOException failure) throws IOException {
        if (failure != null) {
            throw failure;
        }
        folder.toFile().delete();
        return FileVisitResult.CONTINUE;
    }
}
