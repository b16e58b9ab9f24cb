/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.model.ModelJson;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The JSON body of a workflow-configuration call: the message's, completed and checked. */
final class WorkflowBody {
    private static final List<String> MODELS = List.of("Auto", "Acgpt", "Acgpt-VL", "DF-M1");

    private static final List<WireField> COMPLETIONS = List.of(
            WireField.plain(Options.WORKSPACE_ID, "workspace_id"),
            WireField.plain(Options.CATEGORY_ID, "category_id"),
            WireField.plain(Options.TABLE_ID, "table_id"),
            WireField.plain(Options.WITH_DETAIL, "with_detail"));

    /** The options that fill what a body lacks, and the one that switches the checks off. */
    static final List<Option<?>> OPTIONS = OptionLists.of(COMPLETIONS, Options.VALIDATE_INPUT);

    private final String operation;
    private final ObjectNode json;

    private WorkflowBody(String operation, ObjectNode json) {
        this.operation = operation;
        this.json = json;
    }

    /**
     * The message's body as JSON: a Map, a JSON String, a JsonNode or the typed request. The options fill what it lacks.
     *
     * @throws DocprocException when the body is something else
     */
    static WorkflowBody of(Invocation invocation, Class<?> typedRequest) {
        WorkflowBody body = new WorkflowBody(invocation.operation(), object(invocation, typedRequest));
        List<WireField> missing = COMPLETIONS.stream()
                .filter(field -> !body.json.hasNonNull(field.path()))
                .toList();
        WireField.writeJson(missing, invocation.options(), body.json);
        return body;
    }

    private static ObjectNode object(Invocation invocation, Class<?> typedRequest) {
        Object body = invocation.body();
        if (body instanceof Map<?, ?> || body instanceof JsonNode || typedRequest.isInstance(body)) {
            if (ModelJson.mapper().valueToTree(body) instanceof ObjectNode object) {
                return object;
            }
        }
        String text = body == null || body instanceof Map<?, ?> ? null : invocation.text();
        try {
            if (text != null && ModelJson.parse(text) instanceof ObjectNode object) {
                return object;
            }
        } catch (IOException notJson) {
            throw unusable(invocation, typedRequest, "text that is not JSON");
        }
        throw unusable(
                invocation,
                typedRequest,
                body == null ? "empty" : "a " + body.getClass().getName());
    }

    private static DocprocException unusable(Invocation invocation, Class<?> typedRequest, String found) {
        return ErrorCode.PARAMETER_ERROR.refusal(
                invocation.operation(),
                "the body is " + found + "; allowed is a Map, a JSON object as String, or a "
                        + typedRequest.getSimpleName());
    }

    /** Refuses a text that is longer than allowed. */
    WorkflowBody requireLength(String field, int most) {
        int length = json.path(field).asText("").length();
        if (length > most) {
            throw ErrorCode.PARAMETER_ERROR.refusal(
                    operation, field + " has " + length + " characters; allowed are at most " + most);
        }
        return this;
    }

    /** Refuses an extraction model that the service does not have. */
    WorkflowBody requireKnownModel() {
        String model = json.path("extract_model").asText("");
        if (!model.isEmpty() && !MODELS.contains(model)) {
            throw ErrorCode.PARAMETER_ERROR.refusal(
                    operation, "extract_model is '" + model + "'; allowed is one of " + String.join(", ", MODELS));
        }
        return this;
    }

    /** Refuses two values that exclude each other. */
    WorkflowBody refuseWhen(boolean conflict, String reason) {
        if (conflict) {
            throw ErrorCode.PARAMETER_ERROR.refusal(operation, reason);
        }
        return this;
    }

    /** The JSON to send. */
    ObjectNode json() {
        return json;
    }

    /** The JSON as bytes. */
    byte[] bytes() {
        try {
            return ModelJson.mapper().writeValueAsBytes(json);
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
