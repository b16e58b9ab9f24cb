/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.responder;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.test.ParameterError;
import io.docproc.test.ServiceRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Responders of the workflow calls (interface document, Endpoints 7 and 8) and of their replacements. A category or table exists as soon as it is
 * named, because the interface has no call that creates one. Thread-safe.
 */
public final class CategoryResponders {
    private static final int FIRST_FIELD_ID = 1001;

    private final Map<Owner, List<ObjectNode>> fields = new HashMap<>();
    private final Map<Owner, ObjectNode> tables = new HashMap<>();
    private int nextFieldId = FIRST_FIELD_ID;

    /** A category, or with a table id that is not blank one of its tables. */
    private record Owner(String workspaceId, String categoryId, String tableId) {
        private static Owner of(ObjectNode body) {
            return new Owner(
                    body.path("workspace_id").asText(),
                    body.path("category_id").asText(),
                    body.path("table_id").asText(""));
        }
    }

    /** Responds to {@code addField}. */
    public synchronized ObjectNode addField(ServiceRequest request) {
        ObjectNode field = CategoryFields.field(request.body());
        requireNewName(Owner.of(request.body()), field);
        ObjectNode added = JsonNodeFactory.instance.objectNode().put("field_id", String.valueOf(nextFieldId++));
        added.setAll(field);
        fields.computeIfAbsent(Owner.of(request.body()), it -> new ArrayList<>())
                .add(added);
        return isDetailed(request) ? added.deepCopy() : added.deepCopy().retain("field_id");
    }

    private void requireNewName(Owner owner, ObjectNode field) {
        if (fields.getOrDefault(owner, List.of()).stream()
                .anyMatch(it -> it.path("name").equals(field.path("name")))) {
            throw ParameterError.of("name", field.path("name").asText(), "a name that no other field of the owner has");
        }
    }

    /** Responds to the call that adds several fields: all of them, or none. */
    synchronized ObjectNode addFields(ServiceRequest request) {
        List<ObjectNode> added = CategoryFields.fields(request.body());
        Set<String> names = new HashSet<>();
        for (ObjectNode body : added) {
            String name = body.path("name").asText();
            if (!names.add(name)) {
                throw ParameterError.of("name", name, "a name that no other field of the request has");
            }
            requireNewName(Owner.of(body), CategoryFields.field(body));
        }
        ObjectNode response = JsonNodeFactory.instance.objectNode();
        added.stream().map(request::withBody).map(this::addField).forEach(response.putArray("result")::add);
        return response;
    }

    /** Responds to the call that updates several tables. */
    synchronized ObjectNode updateTables(ServiceRequest request) {
        List<ObjectNode> updates = CategoryFields.tables(request.body());
        Map<Owner, ObjectNode> updated = new HashMap<>(tables);
        updates.forEach(body -> update(updated, body, CategoryFields.changes(body)));
        tables.putAll(updated);
        return JsonNodeFactory.instance.objectNode();
    }

    /** Responds to {@code updateTable}. */
    public synchronized ObjectNode updateTable(ServiceRequest request) {
        Owner owner = Owner.of(request.body());
        ObjectNode table = update(tables, request.body(), CategoryFields.table(request.body()));
        if (!isDetailed(request)) {
            return JsonNodeFactory.instance.objectNode();
        }
        ObjectNode detail = table.deepCopy();
        fields.getOrDefault(owner, List.of()).forEach(detail.withArray("fields")::add);
        return detail;
    }

    private static ObjectNode update(Map<Owner, ObjectNode> tables, ObjectNode body, ObjectNode changes) {
        Owner owner = Owner.of(body);
        ObjectNode table = tables.getOrDefault(owner, newTable(owner)).deepCopy();
        table.setAll(changes);
        String model = table.path("extract_model").asText();
        if (table.path("collect_from_multi_table").booleanValue() && model.equals(CategoryFields.VISION_MODEL)) {
            throw ParameterError.of("collect_from_multi_table", true, "false when extract_model is " + model);
        }
        tables.put(owner, table);
        return table;
    }

    private static ObjectNode newTable(Owner owner) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("table_id", owner.tableId())
                .put("name", "")
                .put("prompt", "")
                .put("extract_model", CategoryFields.AUTO_MODEL)
                .put("collect_from_multi_table", false);
    }

    private static boolean isDetailed(ServiceRequest request) {
        return request.body().path("with_detail").booleanValue();
    }
}
