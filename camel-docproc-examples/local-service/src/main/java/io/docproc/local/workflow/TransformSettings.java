/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.workflow;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.ParameterError;
import java.util.List;

/** A field's output transform: a date format, a list of values or a regular expression. */
final class TransformSettings {
    private static final List<String> TYPES = List.of("datetime", "enumerate", "regex");

    private TransformSettings() {}

    /** The settings as a field's detail shows them: the request's blocks, the type and the mismatch mode. */
    static ObjectNode read(WorkflowBody settings) {
        String type = type(settings);
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("type", type);
        settings.object(block(type)).ifPresent(it -> json.set(block(type), content(type, it)));
        settings.object("mismatch_action").ifPresent(it -> json.putObject("mismatch_action")
                .put("mode", it.oneOf("mode", List.of("default", "warning")).orElse("default"))
                .put("default_value", it.text("default_value").orElse("")));
        return json;
    }

    /** The one type whose block is there; a type that is given has to agree. */
    private static String type(WorkflowBody settings) {
        List<String> present = TYPES.stream()
                .filter(it -> settings.object(block(it)).isPresent())
                .toList();
        String type = settings.oneOf("type", TYPES).orElse(present.isEmpty() ? "" : present.get(0));
        if (!present.equals(List.of(type))) {
            throw ParameterError.of(
                    "transform_settings",
                    present,
                    "exactly one of datetime_settings, enumerate_settings, regex_settings, as type says");
        }
        return type;
    }

    private static String block(String type) {
        return type + "_settings";
    }

    private static ObjectNode content(String type, WorkflowBody block) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        switch (type) {
            case "datetime" -> json.put("format", block.required("format"));
            case "enumerate" -> block.texts("items").forEach(json.putArray("items")::add);
            default ->
                json.put("match", block.required("match"))
                        .put("replace", block.text("replace").orElse(""));
        }
        return json;
    }
}
