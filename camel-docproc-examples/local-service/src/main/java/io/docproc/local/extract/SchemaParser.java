/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import com.fasterxml.jackson.databind.JsonNode;
import io.docproc.local.extract.Field.Group;
import io.docproc.local.extract.Field.Kind;
import io.docproc.local.extract.Field.Leaf;
import io.docproc.local.extract.Field.Repeated;
import io.docproc.test.ServiceErrorException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Reads the request's {@code schema} (interface document, section Extraction request).
 *
 * <p>Types are string, number, integer, boolean, enum, object, array and null; keys of JSON Schema that mean nothing here
 * are ignored. At most {@value #MAX_LEVELS} levels of objects and {@value #MAX_LEAVES} leaf fields are taken.
 */
final class SchemaParser {
    private static final int MAX_LEVELS = 3;
    private static final int MAX_LEAVES = 100;
    private static final Set<String> TYPES =
            Set.of("string", "number", "integer", "boolean", "enum", "object", "array", "null");

    private int leaves;

    private SchemaParser() {}

    /** @throws ServiceErrorException 40004 when the schema breaks a rule; the message names the place */
    static Group parse(JsonNode schema) {
        if (schema == null || !schema.isObject()) {
            throw refusal("schema", "must be a JSON object");
        }
        if (!schema.path("properties").isObject()) {
            throw refusal("schema.properties", "must be an object with one entry per field");
        }
        if (!type(schema, "schema").equals("object")) {
            throw refusal("schema.type", "is " + schema.path("type") + "; allowed: \"object\"");
        }
        return new SchemaParser().group("", schema, "schema", 1);
    }

    private Field field(String name, JsonNode node, String path, int level) {
        if (!node.isObject()) {
            throw refusal(path, "must be an object with type and description");
        }
        return switch (type(node, path)) {
            case "object" -> group(name, node, path, level + 1);
            case "array" -> repeated(name, node, path, level);
            case "number" -> leaf(name, node, Kind.NUMBER, path);
            case "integer" -> leaf(name, node, Kind.INTEGER, path);
            case "boolean" -> leaf(name, node, Kind.BOOLEAN, path);
            default -> leaf(name, node, Kind.STRING, path);
        };
    }

    private Group group(String name, JsonNode node, String path, int level) {
        if (level > MAX_LEVELS) {
            throw refusal(path, "is on level " + level + "; allowed: at most " + MAX_LEVELS + " levels of nesting");
        }
        JsonNode properties = node.path("properties");
        if (!properties.isObject()) {
            throw refusal(path + ".properties", "must be an object with one entry per field");
        }
        List<Field> fields = new ArrayList<>();
        for (var property : properties.properties()) {
            String inner = level == 1 ? property.getKey() : path + "." + property.getKey();
            fields.add(field(property.getKey(), property.getValue(), inner, level));
        }
        requireKnown(node.path("required"), properties, path);
        return new Group(name, description(node), fields);
    }

    private static void requireKnown(JsonNode required, JsonNode properties, String path) {
        if (!required.isMissingNode() && !required.isArray()) {
            throw refusal(path + ".required", "must be a list of property names");
        }
        for (JsonNode name : required) {
            if (!name.isTextual() || !properties.has(name.textValue())) {
                throw refusal(path + ".required", "names " + name + ", which is no property");
            }
        }
    }

    private Repeated repeated(String name, JsonNode node, String path, int level) {
        JsonNode items = node.path("items");
        if (!items.isObject()) {
            throw refusal(path + ".items", "must be an object that describes one entry");
        }
        Field item = field(name, items, path + "[]", level);
        if (item instanceof Repeated) {
            throw refusal(path + ".items", "is an array; allowed: an object or a single value");
        }
        return new Repeated(name, description(node), item);
    }

    private Leaf leaf(String name, JsonNode node, Kind kind, String path) {
        if (++leaves > MAX_LEAVES) {
            throw refusal("schema", "has more than " + MAX_LEAVES + " leaf fields");
        }
        List<String> allowed = new ArrayList<>();
        for (JsonNode word : node.path("enum")) {
            if (word.isTextual()) {
                allowed.add(word.textValue());
            } else if (!word.isNull()) {
                throw refusal(path + ".enum", "holds " + word + "; allowed: strings");
            }
        }
        String description = description(node);
        boolean isoDate = node.path("format").asText().equals("date") || description.contains("YYYY-MM-DD");
        return new Leaf(name, description, kind, allowed, isoDate);
    }

    private static String description(JsonNode node) {
        String title = node.path("title").asText();
        String description = node.path("description").asText();
        // A title is the label's own wording.
        return title.isEmpty() ? description : "'" + title + "' " + description;
    }

    /** The one type beside null; a property with an enum may leave it out. */
    private static String type(JsonNode node, String path) {
        JsonNode type = node.path("type");
        List<String> names = new ArrayList<>();
        if (type.isArray()) {
            type.forEach(each -> names.add(each.asText()));
        } else {
            names.add(type.isMissingNode() ? implied(node) : type.asText());
        }
        for (String name : names) {
            if (!TYPES.contains(name)) {
                throw refusal(
                        path + ".type",
                        "is " + type + "; allowed: "
                                + String.join(", ", TYPES.stream().sorted().toList()));
            }
        }
        List<String> real = names.stream().filter(name -> !name.equals("null")).toList();
        if (real.size() != 1) {
            throw refusal(path + ".type", "is " + type + "; allowed: one type, and null beside it");
        }
        return real.get(0);
    }

    private static String implied(JsonNode node) {
        return node.has("properties") ? "object" : node.has("items") ? "array" : "string";
    }

    private static ServiceErrorException refusal(String path, String problem) {
        return new ServiceErrorException(40004, "parameter error: " + path + " " + problem);
    }
}
