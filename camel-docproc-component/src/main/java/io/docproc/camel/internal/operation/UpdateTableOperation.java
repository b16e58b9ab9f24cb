/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.model.CategoryTable;
import io.docproc.camel.model.WorkflowReply;
import java.util.List;

/**
 * Operation {@code updateTable}: updates a table of a file category (interface document, endpoint 8). Deprecated by the
 * service.
 */
final class UpdateTableOperation implements Operation {
    private static final String PATH = "/tables/update";
    private static final int MAX_NAME = 50;
    private static final int MAX_PROMPT = 200;
    static final List<CallOption<?>> OPTIONS = WorkflowBody.OPTIONS;

    private final WorkflowCall call;

    UpdateTableOperation(OperationContext context) {
        this.call = new WorkflowCall(context, PATH, "/tables/batch_update");
    }

    @Override
    public OperationResult perform(Invocation invocation) {
        WorkflowBody body = WorkflowBody.of(invocation, CategoryTable.class);
        if (invocation.options().validateInput()) {
            body.requireLength("name", MAX_NAME)
                    .requireLength("prompt", MAX_PROMPT)
                    .requireKnownModel();
            ObjectNode json = body.json();
            if (json.path("collect_from_multi_table").asBoolean()
                    && json.path("extract_model").asText().equals("Acgpt-VL")) {
                throw invocation
                        .options()
                        .refusal(
                                "collect_from_multi_table is true, which extract_model Acgpt-VL does not support; set another"
                                        + " extract_model, or set collect_from_multi_table to false");
            }
        }
        SpooledResponse response = call.send(invocation, body);
        return OperationResult.of(response.as(WorkflowReply.class), response.envelope());
    }
}
