/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.http.JsonAnswers;
import io.docproc.camel.model.ModelJson;
import io.docproc.camel.model.ParseCompletion;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Optional;

/** Reads the body of a callback (interface document, Events). */
final class CompletionReader {
    private static final int MAX_TEXT = 2048;

    private CompletionReader() {}

    /** The completion, or empty when the body is not one: an object with the texts {@code job_id} and {@code status}. */
    static Optional<ParseCompletion> read(byte[] body) {
        try {
            JsonNode json = JsonAnswers.read(new ByteArrayInputStream(body), ModelJson.mapper(), JsonNode.class);
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
