/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.workflow;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.ParameterError;
import io.docproc.local.http.Call;
import io.docproc.local.http.Endpoint;
import java.io.IOException;

/** Update a file category table, deprecated by the service (interface document, Endpoints 8). */
public final class UpdateTableEndpoint implements Endpoint {
    private static final int MAX_NAME_LENGTH = 50;
    private static final int MAX_PROMPT_LENGTH = 200;

    private final Categories categories;

    public UpdateTableEndpoint(Categories categories) {
        this.categories = categories;
    }

    @Override
    public ObjectNode answer(Call call) throws IOException {
        WorkflowBody body = WorkflowBody.of(call);
        CategoryKey category = CategoryKey.of(body);
        String tableId = body.required("table_id");
        boolean merge = body.flag("collect_from_multi_table")
                .orElseThrow(() -> ParameterError.missing("collect_from_multi_table"));
        boolean withDetail = body.flag("with_detail").orElse(false);
        ObjectNode changes = JsonNodeFactory.instance.objectNode().put("collect_from_multi_table", merge);
        body.text("name", MAX_NAME_LENGTH).ifPresent(it -> changes.put("name", it));
        body.text("prompt", MAX_PROMPT_LENGTH).ifPresent(it -> changes.put("prompt", it));
        body.oneOf("extract_model", ExtractModels.ALL).ifPresent(it -> changes.put("extract_model", it));
        ObjectNode table = categories.updateTable(category, tableId, changes);
        ObjectNode members = JsonNodeFactory.instance.objectNode();
        return withDetail ? members.set("result", table) : members;
    }
}
