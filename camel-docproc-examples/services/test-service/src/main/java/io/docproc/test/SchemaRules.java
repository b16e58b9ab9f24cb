/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * Rules of an extraction schema (interface document, Extraction request), for responders. Keywords of JSON Schema that
 * the interface document does not mention are ignored.
 */
public final class SchemaRules {
    private static final List<String> TYPES =
            List.of("array", "boolean", "enum", "integer", "null", "number", "object", "string");

    private SchemaRules() {}

    /**
     * Checks a schema.
     *
     * @param schema null if the request has none
     * @throws ServiceErrorException 40004 that names the invalid member and the allowed values
     */
    public static void check(JsonNode schema) {
        if (schema == null || !schema.isObject()) {
            throw ParameterError.missing("schema");
        }
        if (!schema.path("type").asText("object").equals("object")) {
            throw ParameterError.of("schema.type", schema.path("type"), "object");
        }
        if (!schema.path("properties").isObject()) {
            throw ParameterError.missing("schema.properties");
        }
        checkObject("schema", schema);
    }

    private static void checkProperty(String path, JsonNode property) {
        if (!property.isObject()) {
            throw ParameterError.of(path, property, "an object with type and description");
        }
        checkType(path, property.path("type"));
        if (property.has("properties")) {
            checkObject(path, property);
        }
        if (property.has("items")) {
            checkProperty(path + "[]", property.get("items"));
        }
    }

    private static void checkObject(String path, JsonNode object) {
        JsonNode properties = object.path("properties");
        if (!properties.isObject()) {
            throw ParameterError.of(path + ".properties", properties, "an object with one member per field");
        }
        properties.properties().forEach(it -> checkProperty(path + "." + it.getKey(), it.getValue()));
        JsonNode required = object.path("required");
        if (!required.isMissingNode() && !required.isArray()) {
            throw ParameterError.of(path + ".required", required, "an array of property names");
        }
        for (JsonNode name : required) {
            if (!name.isTextual() || !properties.has(name.textValue())) {
                throw ParameterError.of(path + ".required", name, "names of properties");
            }
        }
    }

    private static void checkType(String path, JsonNode type) {
        if (type.isMissingNode()) {
            return;
        }
        Iterable<JsonNode> names = type.isArray() ? type : List.of(type);
        for (JsonNode name : names) {
            if (!name.isTextual() || !TYPES.contains(name.textValue())) {
                throw ParameterError.of(path + ".type", type, String.join(", ", TYPES));
            }
        }
    }
}
