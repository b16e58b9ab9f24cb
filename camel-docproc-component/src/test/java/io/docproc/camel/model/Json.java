/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;

/** Reads and writes JSON as the component does. */
final class Json {
    private Json() {}

    static <T> T read(String json, Class<T> type) {
        try {
            return ModelJson.mapper().readValue(json, type);
        } catch (JsonProcessingException misfit) {
            throw new AssertionError(misfit);
        }
    }

    static String write(Object value) {
        try {
            return ModelJson.mapper().writeValueAsString(value);
        } catch (JsonProcessingException misfit) {
            throw new AssertionError(misfit);
        }
    }

    static JsonNode tree(String json) {
        return read(json, JsonNode.class);
    }

    /** A text read as a type and written again. */
    static JsonNode rewritten(String json, Class<?> type) {
        return tree(write(read(json, type)));
    }
}
