/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.internal.stream.JsonResponses;
import io.docproc.camel.model.ModelJson;
import io.docproc.camel.model.ParseCompletion;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Optional;

/** Parses the body of a callback (interface document, Events). */
final class CompletionReader {
    private static final int MAX_TEXT = 2048;

    private CompletionReader() {}

    /**
     * Returns the completion. Returns an empty result unless the body is a JSON object with the strings {@code job_id}
     * and {@code status}, neither of them blank or longer than 2,048 characters.
     */
    static Optional<ParseCompletion> read(byte[] body) {
        try {
            JsonNode json = JsonResponses.read(new ByteArrayInputStream(body), ModelJson.mapper(), JsonNode.class);
            if (json instanceof ObjectNode object && isText(object, "job_id") && isText(object, "status")) {
                return Optional.of(ModelJson.mapper().treeToValue(object, ParseCompletion.class));
            }
            return Optional.empty();
        } catch (IOException | RuntimeException notACompletion) {
            return Optional.empty();
        }
    }

    private static boolean isText(ObjectNode object, String name) {
        JsonNode value = object.path(name);
        return value.isTextual() && !value.asText().isBlank() && value.asText().length() <= MAX_TEXT;
    }
}
