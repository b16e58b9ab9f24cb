/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.workflow;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.ParameterError;
import io.docproc.local.http.Call;
import io.docproc.local.http.Endpoint;
import java.io.IOException;
import java.util.Optional;

/** Add a field to a file category, deprecated by the service (interface document, Endpoints 7). */
public final class AddFieldEndpoint implements Endpoint {
    private final Categories categories;

    public AddFieldEndpoint(Categories categories) {
        this.categories = categories;
    }

    @Override
    public ObjectNode answer(Call call) throws IOException {
        WorkflowBody body = WorkflowBody.of(call);
        CategoryKey category = CategoryKey.of(body);
        Optional<String> tableId = body.text("table_id").filter(it -> !it.isBlank());
        boolean withDetail = body.flag("with_detail").orElse(false);
        ObjectNode field =
                categories.addField(new Categories.FieldGroup(category, tableId), field(body, tableId.isPresent()));
        ObjectNode members = JsonNodeFactory.instance.objectNode();
        return members.set("result", withDetail ? field : field.retain("field_id"));
    }

    private static ObjectNode field(WorkflowBody body, boolean ofTable) {
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
        body.object("transform_settings").ifPresent(it -> field.set("transform_settings", TransformSettings.read(it)));
        Optional<String> model = body.oneOf("extract_model", ExtractModels.ALL);
        if (!ofTable) {
            field.put("extract_model", model.orElse(ExtractModels.AUTO));
        } else if (model.isPresent()) {
            throw ParameterError.of("extract_model", model.get(), "nothing for a field of a table");
        }
        return field.put("enabled", 1);
    }
}
