/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.internal.http.RequestBodies;
import io.docproc.camel.internal.http.ServiceCall;
import io.docproc.camel.model.CategoryField;
import java.net.URI;
import java.util.List;
import java.util.Set;

/**
 * Operation {@code addField}: adds a field to a file category (interface document, endpoint 7). Deprecated by the
 * service.
 */
final class AddFieldOperation implements Operation {
    private static final String PATH = "/api/app-api/sip/platform/v2/category/fields/add";
    static final List<CallOption<?>> OPTIONS = WorkflowBody.OPTIONS;

    private final URI url;

    AddFieldOperation(OperationContext context) {
        this.url = context.workflow(PATH);
        DeprecatedCall.warn(context.name(), "…/category/fields/batch_add");
    }

    @Override
    public OperationResult perform(Invocation invocation) {
        WorkflowBody body = WorkflowBody.of(invocation, CategoryField.class);
        if (invocation.validates()) {
            ObjectNode json = body.json();
            boolean modelForTableField = json.hasNonNull("extract_model")
                    && !json.path("table_id").asText("").isEmpty();
            body.requireKnownModel()
                    .requireNoConflict(
                            modelForTableField,
                            "extract_model and table_id are both set; extract_model is for regular fields only; remove"
                                    + " one of them");
        }
        ServiceCall call = ServiceCall.post(invocation.operation(), url, RequestBodies.json(body.bytes()));
        SpooledResponse response = invocation.call(call, invocation.spooled(Set.of()));
        response.envelope().requireSuccess(response::whole);
        return OperationResult.of(response.payloadAs("result", CategoryField.class), response.envelope());
    }
}
