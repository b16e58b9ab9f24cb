/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support.server;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

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

    /** Returns the paths of the documents below the folder; a folder or file whose name begins with a dot is excluded. */
    public List<String> waiting() {
        List<String> waiting = new ArrayList<>();
        addTo(waiting, folder.toFile(), "");
        waiting.sort(Comparator.naturalOrder());
        return waiting;
    }

    /** The route moves files meanwhile, so a file may be missing when it is visited. */
    private static void addTo(List<String> waiting, File folder, String path) {
        File[] files = folder.listFiles(file -> !file.getName().startsWith("."));
        for (File file : Objects.requireNonNullElse(files, new File[0])) {
            if (file.isDirectory()) {
                addTo(waiting, file, path + file.getName() + File.separator);
            } else if (file.isFile()) {
                waiting.add(path + file.getName());
            }
        }
    }
}
