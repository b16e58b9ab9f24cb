/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.operation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import io.docproc.camel.model.ModelJson;

/** Values from a URI, which are all text, as the JSON values that they look like. */
final class JsonScalars {
    private static final ObjectReader READER =
            ModelJson.mapper().reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private JsonScalars() {}

    /** {@code true}, {@code 3} and {@code ["a"]} become JSON; a text that is not JSON stays a text. */
    static Object of(Object value) {
        if (!(value instanceof String text)) {
            return value;
        }
        try {
            JsonNode json = READER.readTree(text);
            return json == null || json.isMissingNode() ? text : json;
        } catch (JsonProcessingException plainText) {
            return text;
        }
    }
}
