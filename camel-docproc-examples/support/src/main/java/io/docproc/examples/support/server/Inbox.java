/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support.server;

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
 * Folder of the documents of a local server.
 *
 * @param folder the folder; it need not exist
 */
public record Inbox(Path folder) {

    /** Returns true if the folder does not exist. */
    public boolean isNew() {
        return !Files.exists(folder);
    }

    /**
     * Creates the folder with copies of all documents; after a crash, with none.
     *
     * @param documents files by their names in the folder
     */
    public void put(Map<String, Path> documents) throws IOException {
        Path unfinished = Files.createTempDirectory(Files.createDirectories(folder.getParent()), "unfinished");
        for (Map.Entry<String, Path> document : documents.entrySet()) {
            Path copy = unfinished.resolve(document.getKey());
            Files.createDirectories(copy.getParent());
            Files.copy(document.getValue(), copy);
        }
        Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Returns the paths below the folder of the documents that the route has not moved to a folder whose name begins with a dot. */
    public List<String> waiting() throws IOException {
        List<String> waiting = new ArrayList<>();
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
                        waiting.add(folder.relativize(file).toString());
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                    if (failure instanceof NoSuchFileException) {
                        // the route has moved it meanwhile
                        return FileVisitResult.CONTINUE;
                    }
                    throw failure;
                }
            });
        }
        waiting.sort(Comparator.naturalOrder());
        return waiting;
    }

    private static boolean isHidden(Path path) {
        return path.getFileName().toString().startsWith(".");
    }
}
