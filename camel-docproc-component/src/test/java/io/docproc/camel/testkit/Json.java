/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** Reads JSON and compares it without regard to the order of fields. */
public final class Json {
    private Json() {}

    public static JsonNode read(String json) {
        try {
            return JsonMapper.builder().build().readTree(json);
        } catch (JsonProcessingException e) {
            throw new AssertionError("not JSON: " + json, e);
        }
    }

    public static void assertEqual(String actual, String expected) {
        assertThat(read(actual)).isEqualTo(read(expected));
    }
}
