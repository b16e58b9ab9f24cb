/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;

/** Generates the default responses of crop, extract and parse, always the same for the same request. */
final class Samples {
    private static final int WIDTH = 1240;
    private static final int HEIGHT = 1754;

    private Samples() {}

    /** Returns a JPEG of 100 x 140 pixels. */
    private static byte[] jpeg() throws IOException {
        try (InputStream in = Samples.class.getResourceAsStream("cropped.jpg")) {
            return in.readAllBytes();
        }
    }

    /** Returns the corners {@code x1,y1,…,x4,y4} of a rectangle, clockwise from top left. */
    static List<Integer> corners(int left, int top, int right, int bottom) {
        return List.of(left, top, right, top, right, bottom, left, bottom);
    }

    static ObjectNode croppedImage(int width, int height, byte[] image, List<Integer> position, int angle) {
        ObjectNode json = Json.of("cropped_width", width, "cropped_height", height);
        if (image != null) {
            json.put("image", image);
        }
        return json.setAll(Json.of("position", position, "angle", angle));
    }

    /** Responds with the same small JPEG. The corners are those of the request, else lie 5 % inside the page. */
    static ObjectNode cropped(ServiceRequest request) throws IOException {
        String requested = request.parameters().get("size_and_positon");
        ObjectNode cropped = croppedImage(
                100,
                140,
                "1".equals(request.parameters().get("only_position")) ? null : jpeg(),
                requested == null
                        ? corners(WIDTH / 20, HEIGHT / 20, WIDTH - WIDTH / 20, HEIGHT - HEIGHT / 20)
                        : Arrays.stream(requested.split(","))
                                .skip(2)
                                .map(Integer::valueOf)
                                .toList(),
                "1".equals(request.parameters().get("correct_direction")) ? 0 : -1);
        return Json.of("origin_width", WIDTH, "origin_height", HEIGHT, "image_list", List.of(cropped));
    }

    /** Responds with values in the shape of the schema. */
    static ObjectNode extracted(ServiceRequest request) {
        return extracted(request, object(request.body().path("schema")));
    }

    /** Responds with these fields, and with citations and stamps if the options of the request enable them. */
    static ObjectNode extracted(ServiceRequest request, ObjectNode fields) {
        JsonNode options = request.body().path("extract_options");
        ObjectNode result = Json.of("success_count", 1, "extracted_schema", fields);
        if (options.path("generate_citations").booleanValue()) {
            result.set("citations", citation(fields, 0));
        }
        int number = request.body().at("/parse_options/page_start").asInt(1);
        result.putArray("pages")
                .add(page(number).put("status", "Success").put("durations", 1).put("image_id", "page-1"));
        if (options.path("stamp").booleanValue()) {
            result.putArray("stamps");
        }
        return result;
    }

    private static ObjectNode page(int number) {
        return Json.of("page_number", number, "width", WIDTH, "height", HEIGHT, "angle", 0);
    }

    /** Returns citations that are nested like the fields. */
    private static JsonNode citation(JsonNode value, int line) {
        if (value.isObject()) {
            ObjectNode citations = Json.of();
            value.properties().forEach(it -> citations.set(it.getKey(), citation(it.getValue(), citations.size())));
            return citations;
        }
        if (value.isArray()) {
            ArrayNode items = Json.MAPPER.createArrayNode();
            value.forEach(it -> items.add(citation(it, line)));
            return items;
        }
        int top = 100 + 40 * (line % 40);
        ObjectNode region =
                Json.of("page_number", 1, "text", value.asText(), "position", corners(100, top, WIDTH - 100, top + 40));
        return Json.of("value", value, "bounding_regions", List.of(region));
    }

    private static ObjectNode object(JsonNode schema) {
        ObjectNode values = Json.of();
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
            case "array" -> Json.MAPPER.createArrayNode().add(value(name, property.path("items")));
            case "number" -> Json.MAPPER.valueToTree(1.5);
            case "integer" -> Json.MAPPER.valueToTree(1);
            case "boolean" -> Json.MAPPER.valueToTree(true);
            case "null" -> Json.MAPPER.nullNode();
            default ->
                Json.MAPPER.valueToTree(
                        property.path("format").asText().equals("date") ? "2026-01-31" : "Sample " + name);
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

    /** Responds with a title and a paragraph that name the file. */
    static ObjectNode parsed(ServiceRequest request) {
        String fileName = request.fileName().orElse("document");
        return parsed(request, "# " + fileName + "\n\nSample text of " + fileName + ".");
    }

    /** Responds with one page: lines that start with # are titles, other lines are paragraphs. */
    static ObjectNode parsed(ServiceRequest request, String markdown) {
        ArrayNode elements = Json.MAPPER.createArrayNode();
        ArrayNode titles = Json.MAPPER.createArrayNode();
        for (String line : markdown.lines().filter(it -> !it.isBlank()).toList()) {
            String text = line.replaceFirst("^#+", "");
            int level = line.length() - text.length();
            double top = 0.02 * (1 + elements.size() % 48);
            String id = "p1-" + (elements.size() + 1);
            elements.add(Json.of("element_id", id, "type", level > 0 ? "title" : "paragraph")
                    .put("text", text.strip())
                    .put("page_number", 1)
                    .set(
                            "coordinates",
                            Json.MAPPER.valueToTree(List.of(0.1, top, 0.9, top, 0.9, top + 0.02, 0.1, top + 0.02))));
            if (level > 0) {
                titles.add(Json.of("element_id", id, "title", text.strip(), "level", level, "page_number", 1));
            }
        }
        ObjectNode metadata = Json.of("filename", request.fileName().orElse("document"), "page_count", 1);
        ObjectNode data = Json.of("schema_version", "1.0.0", "success_count", 1, "metadata", metadata);
        data.put("markdown", markdown).set("elements", elements);
        JsonNode capabilities = request.body().path("capabilities");
        if (capabilities.path("title_tree").booleanValue()) {
            data.set("title_tree", titles);
        }
        if (capabilities.path("pages").booleanValue()) {
            data.putArray("pages").add(page(1).put("unit", "pixel"));
        }
        return data;
    }
}
