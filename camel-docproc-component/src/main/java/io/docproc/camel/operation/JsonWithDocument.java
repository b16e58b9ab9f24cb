/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.operation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.document.Document;
import io.docproc.camel.http.RequestBodies;
import io.docproc.camel.model.ModelJson;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import org.apache.hc.core5.http.HttpEntity;

/** A JSON body with a document as Base64 in the middle, which is encoded while it is sent. */
final class JsonWithDocument {
    private JsonWithDocument() {}

    /** The body: the document, if there is one, goes to {@code file.file_base64}. */
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
                new DocumentSource(document.get()),
                rendered.substring(at + placeholder.length()).getBytes(StandardCharsets.UTF_8));
    }

    private static String render(ObjectNode json) {
        try {
            return ModelJson.mapper().writeValueAsString(json);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
