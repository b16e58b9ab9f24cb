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
 * What the queue carries in place of a document: where it is, and which version of it is meant.
 *
 * @param id the same for every claim of this version of the document, so that a repeated claim is noticed
 * @param path of the document in the shared folder, with slashes
 * @param size bytes
 * @param modified milliseconds since 1970
 */
public record Claim(String id, String path, long size, long modified) {
    /** Nobody's paths are longer; what is longer is no claim. */
    private static final int MOST_CHARACTERS = 4096;

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .build();

    static Claim of(String path, long size, long modified) {
        String version = path + '\n' + size + '\n' + modified;
        UUID id = UUID.nameUUIDFromBytes(version.getBytes(StandardCharsets.UTF_8));
        return new Claim(id.toString(), path, size, modified);
    }

    /** The claim of a document as it is now. */
    static Claim of(SharedFolder folder, Path document) throws IOException {
        return of(
                folder.path(document),
                Files.size(document),
                Files.getLastModifiedTime(document).toMillis());
    }

    /**
     * Reads a claim, which whoever can reach the queue may have written.
     *
     * @throws ClaimRejectedException if it is none
     */
    static Claim read(String text) throws ClaimRejectedException {
        if (text.length() > MOST_CHARACTERS) {
            throw new ClaimRejectedException("longer than " + MOST_CHARACTERS + " characters");
        }
        try {
            Claim claim = JSON.readValue(text, Claim.class);
            if (claim != null && claim.path != null && claim.equals(of(claim.path, claim.size, claim.modified))) {
                return claim;
            }
            throw new ClaimRejectedException("the id is not that of path, size and modified");
        } catch (JsonProcessingException e) {
            throw new ClaimRejectedException("not the JSON of a claim: " + e.getOriginalMessage());
        }
    }

    String json() {
        try {
            return JSON.writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether the document has not been written over since it was claimed. */
    boolean isOf(Path document) throws IOException {
        return Files.size(document) == size
                && Files.getLastModifiedTime(document).toMillis() == modified;
    }
}
