/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import com.fasterxml.jackson.databind.JsonNode;
import io.docproc.local.extract.Field.Group;
import io.docproc.local.extract.Field.Kind;
import io.docproc.local.extract.Field.Leaf;
import io.docproc.local.extract.Field.Repeated;
import io.docproc.test.ParameterError;
import io.docproc.test.ServiceErrorException;
import java.util.ArrayList;
import java.util.List;

/**
 * Parses the {@code schema} of an extraction request (interface document, Extraction request). A schema has at most
 * {@value #MAX_LEVELS} levels of objects and {@value #MAX_LEAVES} fields other than objects and arrays.
 */
final class SchemaParser {
    private static final String TYPES = "array, boolean, enum, integer, null, number, object, string";
    private static final int MAX_LEVELS = 3;
    private static final int MAX_LEAVES = 100;

    private int leaves;

    private SchemaParser() {}

    /**
     * Parses a schema.
     *
     * @throws ServiceErrorException 40004 that names the invalid member
     */
    static Group parse(JsonNode schema) {
        if (schema == null) {
            throw ParameterError.missing("schema");
        }
        if (!schema.path("type").asText("object").equals("object")) {
            throw ParameterError.of("schema.type", schema.path("type"), "object");
        }
        return new SchemaParser().group("", schema, "schema", 1);
    }

    private Field field(String name, JsonNode node, String path, int level) {
        if (!node.isObject()) {
            throw ParameterError.of(path, node, "an object with type and description");
        }
        return switch (type(node, path)) {
            case "object" -> group(name, node, path, level + 1);
            case "array" -> repeated(name, node, path, level);
            case "number" -> leaf(name, node, Kind.NUMBER, path);
            case "integer" -> leaf(name, node, Kind.INTEGER, path);
            case "boolean" -> leaf(name, node, Kind.BOOLEAN, path);
            case "string", "enum" -> leaf(name, node, Kind.STRING, path);
            default -> throw ParameterError.of(path + ".type", node.path("type"), TYPES);
        };
    }

    private Group group(String name, JsonNode node, String path, int level) {
        if (level > MAX_LEVELS) {
            throw ParameterError.of("level of " + path, level, "at most " + MAX_LEVELS + " levels of objects");
        }
        JsonNode properties = node.path("properties");
        if (!properties.isObject()) {
            throw ParameterError.missing(path + ".properties");
        }
        for (JsonNode required : node.path("required")) {
            if (!properties.has(required.asText())) {
                throw ParameterError.of(path + ".required", required, "names of properties");
            }
        }
        List<Field> fields = new ArrayList<>();
        for (var property : properties.properties()) {
            String inner = level == 1 ? property.getKey() : path + "." + property.getKey();
            fields.add(field(property.getKey(), property.getValue(), inner, level));
        }
        return new Group(name, description(node), fields);
    }

    private Repeated repeated(String name, JsonNode node, String path, int level) {
        JsonNode items = node.path("items");
        if (!items.isObject()) {
            throw ParameterError.missing(path + ".items");
        }
        Field item = field(name, items, path + "[]", level);
        if (item instanceof Repeated) {
            throw ParameterError.of(path + ".items", "an array", "an object or a single value");
        }
        return new Repeated(name, description(node), item);
    }

    private Leaf leaf(String name, JsonNode node, Kind kind, String path) {
        if (++leaves > MAX_LEAVES) {
            throw ParameterError.of("number of fields in schema", "higher", "at most " + MAX_LEAVES);
        }
        List<String> allowed = new ArrayList<>();
        for (JsonNode value : node.path("enum")) {
            if (value.isTextual()) {
                allowed.add(value.textValue());
            } else if (!value.isNull()) {
                throw ParameterError.of(path + ".enum", value, "strings");
            }
        }
        String description = description(node);
        boolean isoDate = node.path("format").asText().equals("date") || description.contains("YYYY-MM-DD");
        return new Leaf(name, description, kind, allowed, isoDate);
    }

    private static String description(JsonNode node) {
        String title = node.path("title").asText();
        String description = node.path("description").asText();
        // A title has the wording of the label in the document.
        return title.isEmpty() ? description : "'" + title + "' " + description;
    }

    /** Returns the type other than null. A property without type has the one that its other members imply. */
    private static String type(JsonNode node, String path) {
        JsonNode type = node.path("type");
        if (type.isMissingNode()) {
            return node.has("properties") ? "object" : node.has("items") ? "array" : "string";
        }
        List<String> names = new ArrayList<>();
        if (type.isArray()) {
            type.forEach(name -> names.add(name.asText()));
        } else {
            names.add(type.asText());
        }
        names.removeIf("null"::equals);
        if (names.size() != 1) {
            throw ParameterError.of(path + ".type", type, "one type, and null beside it");
        }
        return names.get(0);
    }
}
