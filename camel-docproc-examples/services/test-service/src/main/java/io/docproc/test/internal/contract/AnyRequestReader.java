/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.contract;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.test.ParameterError;
import io.docproc.test.RequestDocument;
import io.docproc.test.ServiceRequest;
import java.io.IOException;

/** Reads calls of paths that are no operation: the body is the document, its URL as text, or JSON. */
public final class AnyRequestReader implements RequestReader {

    @Override
    public ServiceRequest read(IncomingCall call) throws IOException {
        if (call.mediaType().equals("text/plain")) {
            return call.head().withFileUrl(HttpUrls.parse("body", CropRequestReader.url(call)));
        }
        RequestDocument body = call.files().save(call.body(), UploadRules.MAX_PARSE_BYTES);
        if (body.size() == 0) {
            return call.head();
        }
        ServiceRequest request = call.head().withDocument(body);
        return call.mediaType().equals("application/json") ? withJson(request, body) : request;
    }

    private static ServiceRequest withJson(ServiceRequest request, RequestDocument body) throws IOException {
        try {
            return Json.MAPPER.readTree(body.file().toFile()) instanceof ObjectNode json
                    ? request.withBody(json)
                    : request;
        } catch (JsonProcessingException e) {
            throw ParameterError.of("body", e.getOriginalMessage(), "JSON, as the Content-Type says");
        }
    }
}
