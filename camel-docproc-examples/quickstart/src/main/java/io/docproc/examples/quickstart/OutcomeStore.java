/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Store of the outcomes of all runs: one JSON file for each document in the folder {@code report} of the outbox. */
public final class OutcomeStore {
    private static final String SUFFIX = ".outcome.json";
    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private final Path folder;

    /** @param folder where the outcomes are */
    public OutcomeStore(Path folder) {
        this.folder = folder;
    }

    /** Keeps an outcome, in place of an earlier one of the same document. */
    void save(Outcome outcome) throws IOException {
        write(
                folder.resolve(outcome.document() + SUFFIX),
                JSON.writerWithDefaultPrettyPrinter().writeValueAsString(outcome));
    }

    /** All outcomes in the order of their documents' names. */
    public List<Outcome> all() throws IOException {
        List<Outcome> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(it -> it.toString().endsWith(SUFFIX)).toList()) {
                all.add(JSON.readValue(file.toFile(), Outcome.class));
            }
        }
        all.sort(Comparator.comparing(Outcome::document));
        return all;
    }

    /** Writes a file so that it is either there as a whole or, after a crash, as it was. */
    public static void write(Path file, String text) throws IOException {
        Path unfinished = file.resolveSibling(".unfinished-" + file.getFileName());
        Files.writeString(unfinished, text);
        Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
