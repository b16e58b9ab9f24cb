/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Responds to the workflow calls (interface document, Endpoints 7 and 8; public API reference), and checks their
 * bodies. A category or table exists as soon as it is named, because no call creates one. Thread-safe.
 */
final class Workflow {
    private static final String AUTO = "Auto";
    private static final List<String> MODELS = List.of(AUTO, "Acgpt", "Acgpt-VL", "DF-M1");
    private static final List<String> TRANSFORMS = List.of("datetime", "enumerate", "regex");
    private static final String MERGE = "collect_from_multi_table";

    private final Map<List<String>, List<ObjectNode>> fields = new HashMap<>();
    private final Map<List<String>, ObjectNode> tables = new HashMap<>();
    private final List<ObjectNode> files = new ArrayList<>();
    private int nextFieldId = 1001;
    private int nextFileId = 5001;

    /** Returns the ids of a category, or with a table id that is not blank of one of its tables. */
    private static List<String> owner(ObjectNode body) {
        return List.of(
                body.path("workspace_id").asText(),
                body.path("category_id").asText(),
                body.path("table_id").asText());
    }

    /** Returns the field of an add-field request; throws 40004 if the request is invalid. */
    static ObjectNode field(ObjectNode json) {
        JsonParameters body = new JsonParameters("", json);
        body.required("workspace_id");
        body.required("category_id");
        body.flag("with_detail");
        ObjectNode field = Json.of("name", body.required("name"));
        for (String text : new String[] {"description", "prompt", "identity"}) {
            field.put(text, body.text(text).orElse(""));
        }
        for (String flag : new String[] {"use_prompt", "multi_value", "duplicate_value_distinct"}) {
            field.put(flag, body.flag(flag).orElse(false));
        }
        body.texts("alias").forEach(field.putArray("alias")::add);
        body.optionalObject("transform_settings").ifPresent(it -> field.set("transform_settings", transform(it)));
        String model = body.oneOf("extract_model", MODELS).orElse("");
        if (body.text("table_id").orElse("").isBlank()) {
            field.put("extract_model", model.isEmpty() ? AUTO : model);
        } else if (!model.isEmpty()) {
            throw ParameterError.of("extract_model", model, "nothing for a field of a table");
        }
        return field.put("enabled", 1);
    }

    private static ObjectNode transform(JsonParameters settings) {
        List<String> present = TRANSFORMS.stream()
                .filter(it -> settings.optionalObject(it + "_settings").isPresent())
                .toList();
        String type = settings.oneOf("type", TRANSFORMS).orElse(present.isEmpty() ? "" : present.get(0));
        if (!present.equals(List.of(type))) {
            throw ParameterError.of(
                    "transform_settings",
                    present,
                    "exactly one of datetime_settings, enumerate_settings and regex_settings, as type says");
        }
        JsonParameters content = settings.object(type + "_settings");
        ObjectNode block =
                switch (type) {
                    case "datetime" -> Json.of("format", content.required("format"));
                    case "enumerate" -> Json.of("items", content.texts("items"));
                    default ->
                        Json.of(
                                "match", content.required("match"),
                                "replace", content.text("replace").orElse(""));
                };
        ObjectNode json = Json.of("type", type, type + "_settings", block);
        settings.optionalObject("mismatch_action")
                .ifPresent(it -> json.set(
                        "mismatch_action",
                        Json.of(
                                "mode",
                                        it.oneOf("mode", List.of("default", "warning"))
                                                .orElse("default"),
                                "default_value", it.text("default_value").orElse(""))));
        return json;
    }

    /** Returns the changes of an update-table request; throws 40004 if the request is invalid. */
    static ObjectNode table(ObjectNode json) {
        ObjectNode changes = changes(json);
        if (!changes.has(MERGE)) {
            throw ParameterError.missing(MERGE);
        }
        return changes;
    }

    /** Returns the changes of a table, of which none is required; throws 40004 if one is invalid. */
    private static ObjectNode changes(ObjectNode json) {
        JsonParameters body = new JsonParameters("", json);
        List.of("workspace_id", "category_id", "table_id").forEach(body::required);
        body.flag("with_detail");
        ObjectNode changes = Json.of();
        body.flag(MERGE).ifPresent(it -> changes.put(MERGE, it));
        body.text("name", 50).ifPresent(it -> changes.put("name", it));
        body.text("prompt", 200).ifPresent(it -> changes.put("prompt", it));
        body.oneOf("extract_model", MODELS).ifPresent(it -> changes.put("extract_model", it));
        return changes;
    }

    /** Returns the add-field request of each field of a batch_add request; throws 40004 if the request is invalid. */
    static List<ObjectNode> fields(ObjectNode json) {
        List<ObjectNode> fields = items(json, "fields", "workspace_id", "category_id", "table_id", "with_detail");
        fields.forEach(Workflow::field);
        return fields;
    }

    /** Returns the update-table request of each table of a batch_update request; throws 40004 if it is invalid. */
    static List<ObjectNode> tables(ObjectNode json) {
        List<ObjectNode> tables = items(json, "tables", "workspace_id", "category_id");
        tables.forEach(Workflow::changes);
        return tables;
    }

    /** Returns the items of a list, each with these members of the request. */
    private static List<ObjectNode> items(ObjectNode json, String key, String... common) {
        List<ObjectNode> items = new ArrayList<>();
        for (JsonNode item : json.path(key)) {
            if (item instanceof ObjectNode object) {
                items.add(object.deepCopy().setAll(json.deepCopy().retain(common)));
            }
        }
        if (!json.path(key).isArray()
                || items.isEmpty()
                || items.size() < json.path(key).size()) {
            throw ParameterError.of(key, json.path(key), "an array of at least one object");
        }
        return items;
    }

    synchronized ObjectNode addField(ServiceRequest request) {
        return addField(request.body());
    }

    private ObjectNode addField(ObjectNode body) {
        ObjectNode added = Json.of("field_id", String.valueOf(nextFieldId));
        added.setAll(field(body));
        requireNewName(body);
        nextFieldId++;
        fields.computeIfAbsent(owner(body), it -> new ArrayList<>()).add(added);
        return isDetailed(body) ? added.deepCopy() : added.deepCopy().retain("field_id");
    }

    private void requireNewName(ObjectNode body) {
        JsonNode name = body.path("name");
        if (fields.getOrDefault(owner(body), List.of()).stream()
                .anyMatch(it -> it.path("name").equals(name))) {
            throw ParameterError.of("name", name.asText(), "a name that no other field of the owner has");
        }
    }

    /** Adds all fields of a request, or none. */
    synchronized ObjectNode addFields(ServiceRequest request) {
        List<ObjectNode> added = fields(request.body());
        Set<String> names = new HashSet<>();
        for (ObjectNode body : added) {
            String name = body.path("name").asText();
            if (!names.add(name)) {
                throw ParameterError.of("name", name, "a name that no other field of the request has");
            }
            requireNewName(body);
        }
        return Json.of("result", added.stream().map(this::addField).toList());
    }

    synchronized ObjectNode updateTable(ServiceRequest request) {
        ObjectNode table = update(tables, request.body(), table(request.body()));
        if (!isDetailed(request.body())) {
            return Json.of();
        }
        ObjectNode detail = table.deepCopy();
        fields.getOrDefault(owner(request.body()), List.of()).forEach(detail.withArray("fields")::add);
        return detail;
    }

    /** Updates all tables of a request, or none. */
    synchronized ObjectNode updateTables(ServiceRequest request) {
        Map<List<String>, ObjectNode> updated = new HashMap<>(tables);
        tables(request.body()).forEach(body -> update(updated, body, changes(body)));
        tables.putAll(updated);
        return Json.of();
    }

    private static ObjectNode update(Map<List<String>, ObjectNode> tables, ObjectNode body, ObjectNode changes) {
        List<String> owner = owner(body);
        ObjectNode table = Json.of("table_id", owner.get(2), "name", "", "prompt", "")
                .put("extract_model", AUTO)
                .put(MERGE, false);
        table.setAll(tables.getOrDefault(owner, Json.of()));
        table.setAll(changes);
        String model = table.path("extract_model").asText();
        if (table.path(MERGE).booleanValue() && model.equals("Acgpt-VL")) {
            throw ParameterError.of(MERGE, true, "false when extract_model is " + model);
        }
        tables.put(owner, table);
        return table;
    }

    private static boolean isDetailed(ObjectNode body) {
        return body.path("with_detail").booleanValue();
    }

    /** Responds to an upload of one document, or of several addresses. */
    synchronized ObjectNode upload(ServiceRequest request) {
        Map<String, String> parameters = request.parameters();
        String batch =
                parameters.containsKey("batch_number") ? parameters.get("batch_number") : String.valueOf(nextFileId++);
        List<String> names = request.document().isPresent()
                ? List.of(request.fileName().orElse("document"))
                : new JsonParameters("", request.body()).texts("urls");
        List<ObjectNode> uploaded = new ArrayList<>();
        for (String name : names) {
            uploaded.add(Json.of("file_id", String.valueOf(nextFileId++), "name", name)
                    .put("workspace_id", parameters.get("workspace_id"))
                    .put("batch_number", batch)
                    .put("category", parameters.getOrDefault("category", "")));
        }
        files.addAll(uploaded);
        return Json.of("result", Json.of("batch_number", batch, "files", uploaded));
    }

    /** Responds to a query of uploaded files. */
    synchronized ObjectNode fetch(ServiceRequest request) {
        Map<String, String> parameters = request.parameters();
        int page = Integer.parseInt(parameters.getOrDefault("page", "1"));
        int size = Integer.parseInt(parameters.getOrDefault("page_size", "1000"));
        List<ObjectNode> found = files.stream()
                .filter(file -> parameters.entrySet().stream()
                        .allMatch(it ->
                                file.path(it.getKey()).asText(it.getValue()).equals(it.getValue())))
                .toList();
        ObjectNode result = Json.of("total", found.size());
        ArrayNode list = result.putArray("files");
        found.stream().skip((long) size * (page - 1)).limit(size).forEach(list::add);
        return Json.of("result", result.deepCopy());
    }
}
