/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.internal.http.RequestBodies;
import io.docproc.camel.internal.http.ServiceCall;
import io.docproc.camel.model.CategoryField;
import io.docproc.camel.model.CategoryTable;
import io.docproc.camel.model.WorkflowReply;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Operations {@code addField} and {@code updateTable}, which configure a file category (interface document, endpoints 7
 * and 8). Deprecated by the service.
 */
final class WorkflowOperation implements Operation {
    private static final Logger LOG = LoggerFactory.getLogger("io.docproc.camel.internal.operation");
    private static final String BASE = "/api/app-api/sip/platform/v2/category";
    private static final List<String> MODELS = List.of("Auto", "Acgpt", "Acgpt-VL", "DF-M1");
    private static final int MAX_NAME = 50;
    private static final int MAX_PROMPT = 200;

    private final URI url;
    private final boolean ofTable;

    private WorkflowOperation(Operation.Settings settings, String path, String replacement, boolean ofTable) {
        this.url = settings.workflow(BASE + path);
        this.ofTable = ofTable;
        LOG.warn(
                "docproc:{} makes a call that the service has deprecated: it still works and is no longer maintained."
                        + " The service's replacement is {}{}; call it with"
                        + " docproc:call?service=workflow&servicePath={}{} and the JSON of the request as the body",
                settings.name(),
                BASE,
                replacement,
                BASE,
                replacement);
    }

    static Operation addField(Operation.Settings settings) {
        return new WorkflowOperation(settings, "/fields/add", "/fields/batch_add", false);
    }

    static Operation updateTable(Operation.Settings settings) {
        return new WorkflowOperation(settings, "/tables/update", "/tables/batch_update", true);
    }

    @Override
    public Operation.Result perform(Invocation invocation) {
        OptionValues options = invocation.options();
        ObjectNode body = json(invocation);
        RequestFields.complete(options, body);
        if (options.document().isValidateInput()) {
            requireValid(body, options);
        }
        byte[] json = RequestJson.bytes(invocation.operation(), body);
        SpooledResponse response = invocation.successfulCall(
                ServiceCall.post(invocation.operation(), url, RequestBodies.json(json)), Set.of());
        Object reply = ofTable ? response.as(WorkflowReply.class) : response.payloadAs("result", CategoryField.class);
        return Operation.Result.of(reply, response.envelope());
    }

    /** Returns the message body as a JSON object. */
    private ObjectNode json(Invocation invocation) {
        Object body = invocation.body();
        if ((body instanceof Map<?, ?> || body instanceof JsonNode || bodyType().isInstance(body))
                && RequestJson.tree(invocation.operation(), "the body", body) instanceof ObjectNode object) {
            return object;
        }
        String found = body == null ? "empty" : "a " + body.getClass().getName();
        String text = body == null || body instanceof Map<?, ?> ? null : invocation.text();
        JsonNode json = text == null
                ? NullNode.instance
                : RequestJson.parsed(text).orElseThrow(() -> invalidBody(invocation, "text that is not JSON"));
        if (json instanceof ObjectNode object) {
            return object;
        }
        throw invalidBody(invocation, found);
    }

    private DocprocException invalidBody(Invocation invocation, String found) {
        return invocation.refusal("the body is " + found + "; allowed is a Map, a JSON object as String, or a "
                + bodyType().getSimpleName());
    }

    private Class<?> bodyType() {
        return ofTable ? CategoryTable.class : CategoryField.class;
    }

    private void requireValid(ObjectNode body, OptionValues options) {
        if (ofTable) {
            requireLength(body, "name", MAX_NAME, options);
            requireLength(body, "prompt", MAX_PROMPT, options);
        }
        String model = body.path("extract_model").asText("");
        if (!model.isEmpty() && !MODELS.contains(model)) {
            throw options.refusal("extract_model is '" + model + "'; allowed is one of " + String.join(", ", MODELS));
        }
        if (ofTable && body.path("collect_from_multi_table").asBoolean() && model.equals("Acgpt-VL")) {
            throw options.refusal("collect_from_multi_table is true, which extract_model Acgpt-VL does not support; set"
                    + " another extract_model, or set collect_from_multi_table to false");
        }
        if (!ofTable
                && body.hasNonNull("extract_model")
                && !body.path("table_id").asText("").isEmpty()) {
            throw options.refusal("extract_model and table_id are both set; extract_model is for regular fields only;"
                    + " remove one of them");
        }
    }

    private static void requireLength(ObjectNode json, String field, int maxLength, OptionValues options) {
        String text = json.path(field).asText("");
        int length = text.codePointCount(0, text.length());
        if (length > maxLength) {
            throw options.refusal(
                    field + " has " + length + " characters; allowed are at most " + maxLength + "; shorten it");
        }
    }
}
