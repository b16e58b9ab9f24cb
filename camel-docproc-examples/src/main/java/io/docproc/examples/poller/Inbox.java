/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.poller;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

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
    List<String> waiting() throws IOException {
        if (isNew()) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .map(folder::relativize)
                    .filter(Inbox::isShown)
                    .map(Path::toString)
                    .sorted()
                    .toList();
        }
    }

    private static boolean isShown(Path relative) {
        for (Path part : relative) {
            if (part.toString().startsWith(".")) {
                return false;
            }
        }
        return true;
    }
}
