/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.workflow;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.ParameterError;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * File categories in memory. A category or table that is named for the first time is there from then on, since the
 * interface has no call that creates one.
 */
public final class Categories {
    private final Map<FieldGroup, List<ObjectNode>> fields = new HashMap<>();
    private final Map<FieldGroup, ObjectNode> tables = new HashMap<>();
    private long lastFieldId = 1000;

    /** The fields of a category itself, or of one of its tables. */
    record FieldGroup(CategoryKey category, Optional<String> tableId) {}

    /** Adds a field under an id of its own and returns it with that id; refuses a name that is taken. */
    synchronized ObjectNode addField(FieldGroup group, ObjectNode field) {
        List<ObjectNode> siblings = fields.computeIfAbsent(group, it -> new ArrayList<>());
        String name = field.path("name").textValue();
        if (siblings.stream().anyMatch(it -> it.path("name").textValue().equals(name))) {
            throw ParameterError.of("name", name, "a name that no other field there has");
        }
        lastFieldId++;
        ObjectNode added = JsonNodeFactory.instance.objectNode().put("field_id", String.valueOf(lastFieldId));
        added.setAll(field);
        siblings.add(added);
        return added.deepCopy();
    }

    /** Lays changes over what is known of a table and returns the whole of it, its fields included. */
    synchronized ObjectNode updateTable(CategoryKey category, String tableId, ObjectNode changes) {
        FieldGroup group = new FieldGroup(category, Optional.of(tableId));
        ObjectNode current = tables.getOrDefault(group, untouched(tableId));
        ObjectNode updated = current.deepCopy().setAll(changes);
        refuseImpossibleMerge(updated);
        tables.put(group, updated);
        ObjectNode detail = updated.deepCopy();
        fields.getOrDefault(group, List.of()).forEach(detail.withArray("fields")::add);
        return detail;
    }

    private static ObjectNode untouched(String tableId) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("table_id", tableId)
                .put("name", "")
                .put("prompt", "")
                .put("extract_model", ExtractModels.AUTO)
                .put("collect_from_multi_table", false);
    }

    private static void refuseImpossibleMerge(ObjectNode table) {
        String model = table.path("extract_model").textValue();
        if (table.path("collect_from_multi_table").booleanValue() && model.equals(ExtractModels.VISION)) {
            throw ParameterError.of("collect_from_multi_table", true, "false when extract_model is " + model);
        }
    }
}
