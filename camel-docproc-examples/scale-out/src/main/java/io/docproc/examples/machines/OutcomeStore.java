/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.docproc.camel.error.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Store of outcomes, one file for each document. A document with an outcome is completed. */
final class OutcomeStore {
    private static final JsonMapper JSON = new JsonMapper();

    private final SharedFolder folder;

    OutcomeStore(SharedFolder folder) {
        this.folder = folder;
    }

    Optional<Outcome> find(String id) throws IOException {
        try {
            return Optional.of(JSON.readValue(Files.readAllBytes(file(id)), Outcome.class));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Returns the outcomes of the references that have one. */
    List<Outcome> of(List<DocumentReference> references) {
        return references.stream().flatMap(reference -> stream(reference.id())).toList();
    }

    private Stream<Outcome> stream(String id) {
        try {
            return find(id).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Saves the outcome, which completes the document. */
    void save(Outcome outcome) throws IOException {
        Path note = folder.failed().resolve(outcome.document() + ".error.txt");
        if (!outcome.succeeded()) {
            SharedFolder.write(note, note(outcome));
        } else if (!Files.exists(folder.failed().resolve(outcome.document()))) {
            Files.deleteIfExists(note);
        }
        SharedFolder.write(file(outcome.id()), JSON.writeValueAsString(outcome));
    }

    private Path file(String id) {
        return folder.outcomes().resolve(id + ".json");
    }

    private static String note(Outcome outcome) {
        return """
                %s was not processed.

                Worker:      %s
                When:        %s
                Reason:      %s
                Code:        %s
                Request id:  %s
                What to do:  %s
                """
                .formatted(
                        outcome.document(),
                        outcome.worker(),
                        outcome.finished(),
                        outcome.reason(),
                        outcome.code() == 0 ? "none" : outcome.code(),
                        outcome.requestId().isEmpty() ? "none" : outcome.requestId(),
                        ErrorCode.of(outcome.code()).map(ErrorCode::advice).orElse("see the reason")
                                + "; then move the document back into the inbox.");
    }
}
