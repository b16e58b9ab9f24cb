/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.internal.body.Document;
import io.docproc.camel.internal.http.RequestBodies;
import io.docproc.camel.model.ModelJson;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import org.apache.hc.core5.http.HttpEntity;

/** JSON request body with a document, which is encoded to Base64 while it is sent. */
final class JsonWithDocument {
    private JsonWithDocument() {}

    /** Returns the request body. The document, if present, becomes {@code file.file_base64}. */
    static HttpEntity entity(ObjectNode json, Optional<Document> document) {
        if (document.isEmpty()) {
            return RequestBodies.json(render(json).getBytes(StandardCharsets.UTF_8));
        }
        String placeholder = UUID.randomUUID().toString();
        json.withObjectProperty("file").put("file_base64", placeholder);
        String rendered = render(json);
        int at = rendered.indexOf(placeholder);
        return RequestBodies.jsonAroundBase64(
                rendered.substring(0, at).getBytes(StandardCharsets.UTF_8),
                document.get(),
                rendered.substring(at + placeholder.length()).getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the JSON without the document and its name. */
    static String withoutDocument(ObjectNode json) {
        ObjectNode rest = json.deepCopy();
        rest.remove("file");
        return render(rest);
    }

    private static String render(ObjectNode json) {
        try {
            return ModelJson.mapper().writeValueAsString(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
