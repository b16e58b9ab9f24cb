/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.responder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Generates values in the shape of a schema, always the same for the same schema. */
final class SampleValues {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private SampleValues() {}

    static ObjectNode object(JsonNode schema) {
        ObjectNode values = JSON.objectNode();
        schema.path("properties")
                .properties()
                .forEach(it -> values.set(it.getKey(), value(it.getKey(), it.getValue())));
        return values;
    }

    private static JsonNode value(String name, JsonNode property) {
        for (JsonNode allowed : property.path("enum")) {
            if (!allowed.isNull()) {
                return allowed;
            }
        }
        return switch (type(property)) {
            case "object" -> object(property);
            case "array" -> JSON.arrayNode().add(value(name, property.path("items")));
            case "number" -> JSON.numberNode(1.5);
            case "integer" -> JSON.numberNode(1);
            case "boolean" -> JSON.booleanNode(true);
            case "null" -> JSON.nullNode();
            default -> JSON.textNode(property.path("format").asText().equals("date") ? "2026-01-31" : "Sample " + name);
        };
    }

    /** Returns the first type other than null. */
    private static String type(JsonNode property) {
        JsonNode type = property.path("type");
        if (type.isTextual()) {
            return type.textValue();
        }
        for (JsonNode name : type) {
            if (!name.asText().equals("null")) {
                return name.asText();
            }
        }
        return property.has("properties") ? "object" : property.has("items") ? "array" : "string";
    }
}
