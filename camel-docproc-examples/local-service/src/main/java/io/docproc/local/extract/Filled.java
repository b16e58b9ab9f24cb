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
 * A schema's fields with what was found. A missing string is the empty string, a missing array an empty array; a missing
 * number or boolean is null, as no number says "none".
 */
final class Filled {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final Group schema;
    private final Map<Leaf, Found> singles;
    private final Map<Repeated, List<Map<Leaf, Found>>> entries;

    Filled(Group schema, Map<Leaf, Found> singles, Map<Repeated, List<Map<Leaf, Found>>> entries) {
        this.schema = schema;
        this.singles = singles;
        this.entries = entries;
    }

    /** The interface document's {@code extracted_schema}. */
    ObjectNode values() {
        return object(schema, singles, Filled::value);
    }

    /** The interface document's {@code citations}: the same nesting, each leaf with its value and where it was read. */
    ObjectNode citations() {
        return object(schema, singles, Filled::citation);
    }

    private ObjectNode object(Group group, Map<Leaf, Found> found, BiFunction<Leaf, Optional<Found>, JsonNode> writer) {
        ObjectNode object = JSON.objectNode();
        for (Field field : group.properties()) {
            object.set(field.name(), node(field, found, writer));
        }
        return object;
    }

    private JsonNode node(Field field, Map<Leaf, Found> found, BiFunction<Leaf, Optional<Found>, JsonNode> writer) {
        if (field instanceof Leaf leaf) {
            return writer.apply(leaf, Optional.ofNullable(found.get(leaf)));
        }
        if (field instanceof Group group) {
            return object(group, found, writer);
        }
        Repeated array = (Repeated) field;
        ArrayNode nodes = JSON.arrayNode();
        for (Map<Leaf, Found> entry : entries.getOrDefault(array, List.of())) {
            nodes.add(node(array.items(), entry, writer));
        }
        return nodes;
    }

    private static JsonNode value(Leaf leaf, Optional<Found> found) {
        return found.map(Found::value)
                .orElseGet(() -> leaf.kind() == Kind.STRING ? JSON.textNode("") : JSON.nullNode());
    }

    private static JsonNode citation(Leaf leaf, Optional<Found> found) {
        ObjectNode citation = JSON.objectNode();
        citation.set("value", value(leaf, found));
        ArrayNode regions = citation.putArray("bounding_regions");
        found.map(Found::regions).orElse(List.of()).forEach(region -> {
            ObjectNode node = regions.addObject().put("page_number", region.page());
            ArrayNode position = node.putArray("position");
            region.box().position().forEach(position::add);
            node.put("text", region.text());
        });
        return citation;
    }
}
