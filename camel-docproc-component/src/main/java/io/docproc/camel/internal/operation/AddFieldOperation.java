/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.model.CategoryField;
import java.util.List;

/**
 * Operation {@code addField}: adds a field to a file category (interface document, endpoint 7). Deprecated by the
 * service.
 */
final class AddFieldOperation implements Operation {
    private static final String PATH = "/fields/add";
    static final List<CallOption<?>> OPTIONS = WorkflowBody.OPTIONS;

    private final WorkflowCall call;

    AddFieldOperation(OperationContext context) {
        this.call = new WorkflowCall(context, PATH, "/fields/batch_add");
    }

    @Override
    public OperationResult perform(Invocation invocation) {
        WorkflowBody body = WorkflowBody.of(invocation, CategoryField.class);
        if (invocation.options().validateInput()) {
            body.requireKnownModel();
            ObjectNode json = body.json();
            if (json.hasNonNull("extract_model")
                    && !json.path("table_id").asText("").isEmpty()) {
                throw invocation
                        .options()
                        .refusal(
                                "extract_model and table_id are both set; extract_model is for regular fields only; remove one"
                                        + " of them");
            }
        }
        SpooledResponse response = call.send(invocation, body);
        return OperationResult.of(response.payloadAs("result", CategoryField.class), response.envelope());
    }
}
