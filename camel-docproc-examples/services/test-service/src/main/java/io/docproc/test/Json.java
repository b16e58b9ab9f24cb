/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** JSON of the service, in a separate class so that the start of a service does not load Jackson. */
final class Json {
    /** Reads and writes JSON. Numbers keep their digits: {@code 1250.10} stays {@code 1250.10}. */
    static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private Json() {}

    /** Returns an object with these names and values in turn. */
    static ObjectNode of(Object... members) {
        ObjectNode json = MAPPER.createObjectNode();
        for (int i = 0; i < members.length; i += 2) {
            json.set((String) members[i], MAPPER.valueToTree(members[i + 1]));
        }
        return json;
    }

    /** Returns the object that a parameter contains; throws 40004 if it is something else. */
    static ObjectNode parse(String parameter, String text) {
        JsonNode json;
        try {
            json = MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw ParameterError.of(parameter, e.getOriginalMessage(), "a JSON object");
        }
        if (json instanceof ObjectNode object) {
            return object;
        }
        throw ParameterError.of(parameter, json, "a JSON object");
    }
}
