/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.docproc.camel.model.ModelJson;

/** Converts URI parameters, which are always text, to the JSON values that they represent. */
final class JsonScalars {
    private JsonScalars() {}

    /**
     * Returns text such as {@code true}, {@code 3} or {@code ["a"]} as JSON. Text that is not JSON is returned
     * unchanged.
     */
    static Object of(Object value) {
        if (!(value instanceof String text)) {
            return value;
        }
        try {
            JsonNode json = ModelJson.parse(text);
            return json == null || json.isMissingNode() ? text : json;
        } catch (JsonProcessingException e) {
            return text;
        }
    }
}
