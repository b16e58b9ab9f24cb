/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.responder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.test.JsonParameters;
import io.docproc.test.ParameterError;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** Reads the bodies of the workflow calls (interface document, Category field and Category table). */
public final class CategoryFields {
    static final String VISION_MODEL = "Acgpt-VL";
    static final String AUTO_MODEL = "Auto";
    private static final List<String> MODELS = List.of(AUTO_MODEL, "Acgpt", VISION_MODEL, "DF-M1");
    private static final List<String> TRANSFORMS = List.of("datetime", "enumerate", "regex");
    private static final String MERGE = "collect_from_multi_table";
    private static final int MAX_TABLE_NAME = 50;
    private static final int MAX_TABLE_PROMPT = 200;

    private CategoryFields() {}

    /** Returns the add-field request of each field of a batch_add request; throws 40004 if the request is invalid. */
    public static List<ObjectNode> fields(ObjectNode json) {
        List<ObjectNode> fields =
                items(json, "fields", List.of("workspace_id", "category_id", "table_id", "with_detail"));
        fields.forEach(CategoryFields::field);
        return fields;
    }

    /** Returns the update-table request of each table of a batch_update request; throws 40004 if the request is invalid. */
    public static List<ObjectNode> tables(ObjectNode json) {
        List<ObjectNode> tables = items(json, "tables", List.of("workspace_id", "category_id"));
        tables.forEach(CategoryFields::changes);
        return tables;
    }

    /** Returns the items of a list, each with these members of the request. */
    private static List<ObjectNode> items(ObjectNode json, String key, List<String> common) {
        JsonNode list = json.path(key);
        if (!list.isArray()
                || list.isEmpty()
                || !StreamSupport.stream(list.spliterator(), false).allMatch(JsonNode::isObject)) {
            throw ParameterError.of(key, list, "an array of at least one object");
        }
        ObjectNode shared = JsonNodeFactory.instance.objectNode();
        common.stream().filter(json::has).forEach(member -> shared.set(member, json.get(member)));
        List<ObjectNode> items = new ArrayList<>();
        list.forEach(item -> {
            ObjectNode complete = item.deepCopy();
            complete.setAll(shared);
            items.add(complete);
        });
        return items;
    }

    /** Returns the field of an add-field request; throws 40004 if the request is invalid. */
    public static ObjectNode field(ObjectNode json) {
        JsonParameters body = new JsonParameters("", json);
        body.required("workspace_id");
        body.required("category_id");
        body.flag("with_detail");
        ObjectNode field = JsonNodeFactory.instance
                .objectNode()
                .put("name", body.required("name"))
                .put("description", body.text("description").orElse(""))
                .put("prompt", body.text("prompt").orElse(""))
                .put("use_prompt", body.flag("use_prompt").orElse(false));
        body.texts("alias").forEach(field.putArray("alias")::add);
        field.put("identity", body.text("identity").orElse(""))
                .put("multi_value", body.flag("multi_value").orElse(false))
                .put(
                        "duplicate_value_distinct",
                        body.flag("duplicate_value_distinct").orElse(false));
        body.optionalObject("transform_settings").ifPresent(it -> field.set("transform_settings", transform(it)));
        boolean regular = body.text("table_id").filter(it -> !it.isBlank()).isEmpty();
        Optional<String> model = body.oneOf("extract_model", MODELS);
        if (regular) {
            field.put("extract_model", model.orElse(AUTO_MODEL));
        } else if (model.isPresent()) {
            throw ParameterError.of("extract_model", model.get(), "nothing for a field of a table");
        }
        return field.put("enabled", 1);
    }

    /** Returns the changes of an update-table request; throws 40004 if the request is invalid. */
    public static ObjectNode table(ObjectNode json) {
        ObjectNode changes = changes(json);
        if (!changes.has(MERGE)) {
            throw ParameterError.missing(MERGE);
        }
        return changes;
    }

    /** Returns the changes of a table, of which none is required; throws 40004 if one is invalid. */
    static ObjectNode changes(ObjectNode json) {
        JsonParameters body = new JsonParameters("", json);
        body.required("workspace_id");
        body.required("category_id");
        body.required("table_id");
        body.flag("with_detail");
        ObjectNode changes = JsonNodeFactory.instance.objectNode();
        body.flag(MERGE).ifPresent(it -> changes.put(MERGE, it));
        body.text("name", MAX_TABLE_NAME).ifPresent(it -> changes.put("name", it));
        body.text("prompt", MAX_TABLE_PROMPT).ifPresent(it -> changes.put("prompt", it));
        body.oneOf("extract_model", MODELS).ifPresent(it -> changes.put("extract_model", it));
        return changes;
    }

    private static ObjectNode transform(JsonParameters settings) {
        String type = transformType(settings);
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("type", type);
        ObjectNode block = json.putObject(type + "_settings");
        JsonParameters content = settings.object(type + "_settings");
        switch (type) {
            case "datetime" -> block.put("format", content.required("format"));
            case "enumerate" -> content.texts("items").forEach(block.putArray("items")::add);
            default ->
                block.put("match", content.required("match"))
                        .put("replace", content.text("replace").orElse(""));
        }
        settings.optionalObject("mismatch_action").ifPresent(it -> json.putObject("mismatch_action")
                .put("mode", it.oneOf("mode", List.of("default", "warning")).orElse("default"))
                .put("default_value", it.text("default_value").orElse("")));
        return json;
    }

    private static String transformType(JsonParameters settings) {
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
        return type;
    }
}
