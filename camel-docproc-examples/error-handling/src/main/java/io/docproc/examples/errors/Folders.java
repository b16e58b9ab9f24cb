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
 * Where documents, results and notes lie.
 *
 * @param home the folder of all others
 */
record Folders(Path home) {
    static final String INBOX = "inbox";
    static final String OUTBOX = "outbox";
    private static final List<String> ASIDE = List.of("failed", "needs-password", "partial", "dead-letter");

    Path inbox() {
        return home.resolve(INBOX);
    }

    /** Deletes the files of an earlier run. */
    void empty() throws IOException {
        FileUtil.removeDir(home.toFile());
        Files.createDirectories(inbox());
    }

    /** The names of the documents that wait in the inbox. */
    List<String> waiting() {
        return names(INBOX);
    }

    /** Returns the locations of each document or its result: exactly one on success. */
    Map<String, List<String>> locations(List<String> documents) {
        Map<String, List<String>> locations = new TreeMap<>();
        for (String document : documents) {
            Stream<String> inbox = Stream.of(INBOX).filter(place -> names(place).contains(document));
            Stream<String> aside =
                    ASIDE.stream().filter(place -> versions(place).contains(document));
            Stream<String> outbox = Stream.of(OUTBOX).filter(place -> hasResult(document));
            locations.put(
                    document,
                    Stream.of(inbox, aside, outbox).flatMap(place -> place).toList());
        }
        return locations;
    }

    /** The documents that were put aside, each in a folder for its version. */
    private List<String> versions(String place) {
        Path folder = home.resolve(place);
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder, 2)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean hasResult(String document) {
        return names(OUTBOX).stream()
                .anyMatch(name -> name.startsWith(document + ".") && !name.endsWith(".partial.json"));
    }

    private List<String> names(String place) {
        Path folder = home.resolve(place);
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
