/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Message on the queue that refers to a document in the shared folder (the claim check pattern).
 *
 * @param id identifies this version of the document, so that duplicates are detected
 * @param path of the document in the shared folder, with slashes
 * @param size bytes
 * @param modified milliseconds since 1970
 */
public record DocumentReference(String id, String path, long size, long modified) {
    /** Maximum length of a message; paths are shorter. */
    private static final int MAX_CHARACTERS = 4096;

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .build();

    static DocumentReference of(String path, long size, long modified) {
        String version = path + '\n' + size + '\n' + modified;
        UUID id = UUID.nameUUIDFromBytes(version.getBytes(StandardCharsets.UTF_8));
        return new DocumentReference(id.toString(), path, size, modified);
    }

    /** Returns the reference to the current version of a document. */
    static DocumentReference of(SharedFolder folder, Path document) throws IOException {
        return of(
                folder.path(document),
                Files.size(document),
                Files.getLastModifiedTime(document).toMillis());
    }

    /**
     * Parses a reference. The text is not trusted: any client of the broker may have sent it.
     *
     * @throws InvalidReferenceException if the text is not a valid reference
     */
    static DocumentReference read(String text) throws InvalidReferenceException {
        if (text.length() > MAX_CHARACTERS) {
            throw new InvalidReferenceException("longer than " + MAX_CHARACTERS + " characters");
        }
        try {
            DocumentReference reference = JSON.readValue(text, DocumentReference.class);
            if (reference != null
                    && reference.path != null
                    && reference.equals(of(reference.path, reference.size, reference.modified))) {
                return reference;
            }
            throw new InvalidReferenceException("the id is not that of path, size and modified");
        } catch (JsonProcessingException e) {
            throw new InvalidReferenceException("not the JSON of a claim: " + e.getOriginalMessage());
        }
    }

    String json() {
        try {
            return JSON.writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns true if the document has not been overwritten since the reference was created. */
    boolean isOf(Path document) throws IOException {
        return Files.size(document) == size
                && Files.getLastModifiedTime(document).toMillis() == modified;
    }
}
