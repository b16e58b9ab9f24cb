/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.error.DocprocException;
import java.util.List;
import java.util.Map;

/**
 * JSON body of a workflow-configuration call. Options of the endpoint complete the message body, and the result is
 * validated.
 */
final class WorkflowBody {
    private static final List<String> MODELS = List.of("Auto", "Acgpt", "Acgpt-VL", "DF-M1");

    /** Options that complete a body, and {@code validateInput}, which disables the validation. */
    static final List<CallOption<?>> OPTIONS = List.of(
            CallOption.text("workspaceId").sentAs("workspace_id"),
            CallOption.text("categoryId").sentAs("category_id"),
            CallOption.text("tableId").sentAs("table_id"),
            CallOption.flag("withDetail").sentAs("with_detail"),
            DocumentOptions.VALIDATE_INPUT);

    private final CallOptions options;
    private final ObjectNode json;

    private WorkflowBody(CallOptions options, ObjectNode json) {
        this.options = options;
        this.json = json;
    }

    /**
     * Converts the message body to JSON and adds the options that the body lacks.
     *
     * @param typedRequest the class that the body may have besides Map, JsonNode and a JSON String
     * @throws DocprocException if the body has another type or is not a JSON object
     */
    static WorkflowBody of(Invocation invocation, Class<?> typedRequest) {
        WorkflowBody body = new WorkflowBody(invocation.options(), object(invocation, typedRequest));
        List<CallOption<?>> missing = OPTIONS.stream()
                .filter(option -> option.field()
                        .map(RequestField::path)
                        .filter(body.json::hasNonNull)
                        .isEmpty())
                .toList();
        RequestFields.writeJson(missing, invocation.options(), body.json);
        return body;
    }

    private static ObjectNode object(Invocation invocation, Class<?> typedRequest) {
        Object body = invocation.body();
        if (body instanceof Map<?, ?> || body instanceof JsonNode || typedRequest.isInstance(body)) {
            if (RequestJson.tree(invocation.operation(), "the body", body) instanceof ObjectNode object) {
                return object;
            }
        }
        String text = body == null || body instanceof Map<?, ?> ? null : invocation.text();
        if (text == null) {
            throw invalidBody(invocation, typedRequest, typeOf(body));
        }
        JsonNode json = RequestJson.parsed(text)
                .orElseThrow(() -> invalidBody(invocation, typedRequest, "text that is not JSON"));
        if (json instanceof ObjectNode object) {
            return object;
        }
        throw invalidBody(invocation, typedRequest, typeOf(body));
    }

    private static String typeOf(Object body) {
        return body == null ? "empty" : "a " + body.getClass().getName();
    }

    private static DocprocException invalidBody(Invocation invocation, Class<?> typedRequest, String found) {
        return invocation
                .options()
                .refusal("the body is " + found + "; allowed is a Map, a JSON object as String, or a "
                        + typedRequest.getSimpleName());
    }

    /**
     * Requires that a text has at most this number of characters.
     *
     * @throws DocprocException if the text is longer
     */
    WorkflowBody requireLength(String field, int maxLength) {
        String text = json.path(field).asText("");
        int length = text.codePointCount(0, text.length());
        if (length > maxLength) {
            throw options.refusal(
                    field + " has " + length + " characters; allowed are at most " + maxLength + "; shorten it");
        }
        return this;
    }

    /**
     * Requires an extraction model that the service supports, if one is set.
     *
     * @throws DocprocException if the model is unknown
     */
    void requireKnownModel() {
        String model = json.path("extract_model").asText("");
        if (!model.isEmpty() && !MODELS.contains(model)) {
            throw options.refusal("extract_model is '" + model + "'; allowed is one of " + String.join(", ", MODELS));
        }
    }

    /** Returns the JSON to send. */
    ObjectNode json() {
        return json;
    }

    /** Returns the JSON in UTF-8. */
    byte[] bytes() {
        return RequestJson.bytes(options.operation(), json);
    }
}
