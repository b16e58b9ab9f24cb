/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.extract.Field.Group;
import io.docproc.local.extract.Field.Kind;
import io.docproc.local.extract.Field.Leaf;
import io.docproc.local.extract.Field.Repeated;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Extracted values of all fields of a schema. A missing string is the empty string, a missing array an empty array,
 * a missing number or boolean null.
 */
final class ExtractionResult {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final Group schema;
    private final Map<Leaf, ExtractedValue> singles;
    private final Map<Repeated, List<Map<Leaf, ExtractedValue>>> entries;

    ExtractionResult(
            Group schema, Map<Leaf, ExtractedValue> singles, Map<Repeated, List<Map<Leaf, ExtractedValue>>> entries) {
        this.schema = schema;
        this.singles = singles;
        this.entries = entries;
    }

    /** Returns the interface document's {@code extracted_schema}. */
    ObjectNode values() {
        return object(schema, singles, ExtractionResult::value);
    }

    /** Returns the interface document's {@code citations}: the same nesting, each leaf with its value and regions. */
    ObjectNode citations() {
        return object(schema, singles, ExtractionResult::citation);
    }

    private ObjectNode object(
            Group group, Map<Leaf, ExtractedValue> found, BiFunction<Leaf, Optional<ExtractedValue>, JsonNode> writer) {
        ObjectNode object = JSON.objectNode();
        for (Field field : group.properties()) {
            object.set(field.name(), node(field, found, writer));
        }
        return object;
    }

    private JsonNode node(
            Field field, Map<Leaf, ExtractedValue> found, BiFunction<Leaf, Optional<ExtractedValue>, JsonNode> writer) {
        if (field instanceof Leaf leaf) {
            return writer.apply(leaf, Optional.ofNullable(found.get(leaf)));
        }
        if (field instanceof Group group) {
            return object(group, found, writer);
        }
        Repeated array = (Repeated) field;
        ArrayNode nodes = JSON.arrayNode();
        for (Map<Leaf, ExtractedValue> entry : entries.getOrDefault(array, List.of())) {
            nodes.add(node(array.items(), entry, writer));
        }
        return nodes;
    }

    private static JsonNode value(Leaf leaf, Optional<ExtractedValue> found) {
        return found.map(ExtractedValue::value)
                .orElseGet(() -> leaf.kind() == Kind.STRING ? JSON.textNode("") : JSON.nullNode());
    }

    private static JsonNode citation(Leaf leaf, Optional<ExtractedValue> found) {
        ObjectNode citation = JSON.objectNode();
        citation.set("value", value(leaf, found));
        ArrayNode regions = citation.putArray("bounding_regions");
        found.map(ExtractedValue::source).ifPresent(source -> source.lines().forEach(line -> {
            ObjectNode region = regions.addObject().put("page_number", source.page());
            ArrayNode position = region.putArray("position");
            line.box().position().forEach(position::add);
            region.put("text", line.text());
        }));
        return citation;
    }
}
