/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.responder;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.test.ParameterError;
import io.docproc.test.ServiceRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Responders of the workflow calls (interface document, Endpoints 7 and 8). A category or table exists as soon as it is
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
        List<ObjectNode> siblings = fields.computeIfAbsent(Owner.of(request.body()), it -> new ArrayList<>());
        if (siblings.stream().anyMatch(it -> it.path("name").equals(field.path("name")))) {
            throw ParameterError.of("name", field.path("name").asText(), "a name that no other field of the owner has");
        }
        ObjectNode added = JsonNodeFactory.instance.objectNode().put("field_id", String.valueOf(nextFieldId++));
        added.setAll(field);
        siblings.add(added);
        return isDetailed(request) ? added.deepCopy() : added.deepCopy().retain("field_id");
    }

    /** Responds to {@code updateTable}. */
    public synchronized ObjectNode updateTable(ServiceRequest request) {
        Owner owner = Owner.of(request.body());
        ObjectNode table = tables.getOrDefault(owner, newTable(owner)).deepCopy();
        table.setAll(CategoryFields.table(request.body()));
        String model = table.path("extract_model").asText();
        if (table.path("collect_from_multi_table").booleanValue() && model.equals(CategoryFields.VISION_MODEL)) {
            throw ParameterError.of("collect_from_multi_table", true, "false when extract_model is " + model);
        }
        tables.put(owner, table);
        if (!isDetailed(request)) {
            return JsonNodeFactory.instance.objectNode();
        }
        ObjectNode detail = table.deepCopy();
        fields.getOrDefault(owner, List.of()).forEach(detail.withArray("fields")::add);
        return detail;
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
