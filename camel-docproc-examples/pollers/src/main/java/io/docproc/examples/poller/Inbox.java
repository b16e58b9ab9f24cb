/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.poller;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The folder {@code inbox} as it lies on this machine's disk, whichever server shows it.
 *
 * @param folder the folder; it need not exist
 */
record Inbox(Path folder) {

    boolean isNew() {
        return !Files.exists(folder);
    }

    /** All of the documents or, after a crash, none. */
    void put(Map<String, Path> documents) throws IOException {
        Path unfinished = Files.createTempDirectory(Files.createDirectories(folder.getParent()), "unfinished");
        for (Map.Entry<String, Path> document : documents.entrySet()) {
            Path place = unfinished.resolve(document.getKey());
            Files.createDirectories(place.getParent());
            Files.copy(document.getValue(), place);
        }
        Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
    }

    /** What the poller has not moved yet; the folders whose name begins with a dot are where it moves things to. */
    List<WaitingDocument> waiting() throws IOException {
        List<WaitingDocument> waiting = new ArrayList<>();
        if (!isNew()) {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                    boolean isShown = directory.equals(folder) || !isHidden(directory);
                    return isShown ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (attributes.isRegularFile() && !isHidden(file)) {
                        waiting.add(new WaitingDocument(
                                folder.relativize(file).toString(), attributes.size(), attributes.lastModifiedTime()));
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                    if (failure instanceof NoSuchFileException) {
                        // the poller has moved it in the meantime
                        return FileVisitResult.CONTINUE;
                    }
                    throw failure;
                }
            });
        }
        waiting.sort(Comparator.comparing(WaitingDocument::name));
        return waiting;
    }

    private static boolean isHidden(Path path) {
        return path.getFileName().toString().startsWith(".");
    }
}
