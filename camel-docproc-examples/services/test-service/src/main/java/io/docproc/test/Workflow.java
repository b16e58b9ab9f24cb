/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Responds to the workflow calls (interface document, Endpoints 7 and 8) with what was sent. A category or table exists
 * as soon as it is named, because no call creates one. Thread-safe.
 */
final class Workflow {
    private static final List<String> NOT_RETURNED = List.of("workspace_id", "category_id", "table_id", "with_detail");

    private final Map<List<String>, List<ObjectNode>> fields = new HashMap<>();
    private final Map<List<String>, ObjectNode> tables = new HashMap<>();
    private int nextFieldId = 1001;

    /** Returns the ids of a category, or with a table id that is not blank of one of its tables. */
    private static List<String> owner(ObjectNode body) {
        return List.of(
                body.path("workspace_id").asText(),
                body.path("category_id").asText(),
                body.path("table_id").asText());
    }

    private static boolean isDetailed(ObjectNode body) {
        return body.path("with_detail").booleanValue();
    }

    synchronized ObjectNode addField(ServiceRequest request) {
        ObjectNode body = request.body();
        String name = body.path("name").asText();
        List<ObjectNode> siblings = fields.computeIfAbsent(owner(body), it -> new ArrayList<>());
        if (siblings.stream().anyMatch(it -> it.path("name").asText().equals(name))) {
            throw ParameterError.of("name", name, "a name that no other field of the owner has");
        }
        ObjectNode field = Json.of("field_id", String.valueOf(nextFieldId++), "enabled", 1);
        field.setAll(body.deepCopy().remove(NOT_RETURNED));
        siblings.add(field);
        return isDetailed(body) ? field : Json.of("field_id", field.path("field_id"));
    }

    synchronized ObjectNode updateTable(ServiceRequest request) {
        ObjectNode body = request.body();
        ObjectNode table = tables.computeIfAbsent(owner(body), it -> Json.of("table_id", it.get(2)));
        table.setAll(body.deepCopy().remove(NOT_RETURNED));
        return isDetailed(body)
                ? table.deepCopy().set("fields", Json.MAPPER.valueToTree(fields.getOrDefault(owner(body), List.of())))
                : Json.of();
    }
}
