/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.operation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.docproc.camel.model.ModelJson;

/** Values from a URI, which are all text, as the JSON values that they look like. */
final class JsonScalars {
    private JsonScalars() {}

    /** {@code true}, {@code 3} and {@code ["a"]} become JSON; a text that is not JSON stays a text. */
    static Object of(Object value) {
        if (!(value instanceof String text)) {
            return value;
        }
        try {
            JsonNode json = ModelJson.parse(text);
            return json == null || json.isMissingNode() ? text : json;
        } catch (JsonProcessingException plainText) {
            return text;
        }
    }
}
