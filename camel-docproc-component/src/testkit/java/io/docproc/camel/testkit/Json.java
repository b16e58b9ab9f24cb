/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.docproc.camel.model.ModelJson;

/** Reads, writes and compares JSON without regard to the order of fields. */
public final class Json {
    private Json() {}

    public static JsonNode read(String json) {
        return read(json, JsonNode.class);
    }

    /** Reads a resource of the service as the component does. */
    public static <T> T read(String json, Class<T> type) {
        try {
            return ModelJson.mapper().readValue(json, type);
        } catch (JsonProcessingException e) {
            throw new AssertionError("not JSON of a " + type.getSimpleName() + ": " + json, e);
        }
    }

    /** Writes a resource of the service as the component does. */
    public static String write(Object value) {
        try {
            return ModelJson.mapper().writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    public static void assertEqual(String actual, String expected) {
        assertThat(read(actual)).isEqualTo(read(expected));
    }
}
