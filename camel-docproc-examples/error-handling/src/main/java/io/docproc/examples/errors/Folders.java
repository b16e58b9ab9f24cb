/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.errors;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.camel.util.FileUtil;

/**
 * Folders of the documents, the results and the notes.
 *
 * @param home contains all others
 */
record Folders(Path home) {
    private static final String OUTBOX = "outbox";
    private static final List<String> ORIGINALS =
            List.of("inbox", "failed", "needs-password", "partial", "dead-letter");

    Path inbox() {
        return home.resolve("inbox");
    }

    /** Deletes the files of an earlier run. */
    void empty() throws IOException {
        FileUtil.removeDir(home.toFile());
        Files.createDirectories(inbox());
    }

    /** Returns the names of the documents in the inbox. */
    List<String> waiting() {
        return names("inbox");
    }

    /** Returns the locations of each document or its result: exactly one on success. */
    Map<String, List<String>> locations(List<String> documents) {
        Map<String, List<String>> locations = new TreeMap<>();
        for (String document : documents) {
            Stream<String> original =
                    ORIGINALS.stream().filter(folder -> names(folder).contains(document));
            Stream<String> result = names(OUTBOX).stream()
                    .filter(name -> name.startsWith(document + ".") && !name.endsWith(".partial.json"))
                    .map(name -> OUTBOX);
            locations.put(document, Stream.concat(original, result).toList());
        }
        return locations;
    }

    /** Returns the names of the files in a folder and in the folders of its versions. */
    private List<String> names(String folder) {
        Path root = home.resolve(folder);
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
