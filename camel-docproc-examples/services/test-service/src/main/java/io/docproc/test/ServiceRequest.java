/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/**
 * Request that the test service received. It contains no credentials.
 *
 * @param operation the called operation
 * @param origin the scheme, host and port that the client called
 * @param method the HTTP method
 * @param path the path below the base URL, for example {@code /user/finance/balance}
 * @param parameters the decoded query parameters; of a repeated parameter the first value
 * @param fileName the file name of an extract or parse request
 * @param document the uploaded document
 * @param fileUrl the URL of the document if the client sent a URL instead of the document
 * @param webhook the callback URL of {@code parseAsync}
 * @param body the JSON of the request: of extract everything but the document, of the parse calls the {@code config},
 *     of the workflow calls the whole body; else empty. Must not be changed.
 */
public record ServiceRequest(
        Operation operation,
        URI origin,
        String method,
        String path,
        Map<String, String> parameters,
        Optional<String> fileName,
        Optional<RequestDocument> document,
        Optional<URI> fileUrl,
        Optional<URI> webhook,
        ObjectNode body) {

    /** Copies the parameters. */
    public ServiceRequest {
        parameters = Map.copyOf(parameters);
    }

    /** Returns a request that consists of its request line only. */
    public static ServiceRequest of(
            Operation operation, URI origin, String method, String path, Map<String, String> parameters) {
        return new ServiceRequest(
                operation,
                origin,
                method,
                path,
                parameters,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                JsonNodeFactory.instance.objectNode());
    }

    /** Returns a copy with an uploaded document. */
    public ServiceRequest withDocument(RequestDocument uploaded) {
        return new ServiceRequest(
                operation, origin, method, path, parameters, fileName, Optional.of(uploaded), fileUrl, webhook, body);
    }

    /** Returns a copy with the URL of a document. */
    public ServiceRequest withFileUrl(URI url) {
        return new ServiceRequest(
                operation, origin, method, path, parameters, fileName, document, Optional.of(url), webhook, body);
    }

    /** Returns a copy with a file name. */
    public ServiceRequest withFileName(String name) {
        return new ServiceRequest(
                operation, origin, method, path, parameters, Optional.of(name), document, fileUrl, webhook, body);
    }

    /** Returns a copy with a callback URL. */
    public ServiceRequest withWebhook(URI url) {
        return new ServiceRequest(
                operation, origin, method, path, parameters, fileName, document, fileUrl, Optional.of(url), body);
    }

    /** Returns a copy with a JSON body. */
    public ServiceRequest withBody(ObjectNode json) {
        return new ServiceRequest(
                operation, origin, method, path, parameters, fileName, document, fileUrl, webhook, json);
    }
}
