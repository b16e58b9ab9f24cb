/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.responder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.test.ServiceRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** Files that were uploaded to the workflow service. Thread-safe. */
final class UploadedFiles {
    private static final int FIRST_ID = 5001;
    private static final int FIRST_PAGE = 1;
    private static final int PAGE_SIZE = 1000;

    private final List<ObjectNode> files = new ArrayList<>();
    private int nextId = FIRST_ID;

    /** Responds to an upload of one document, or of several addresses. */
    synchronized ObjectNode upload(ServiceRequest request) {
        String batch = parameter(request, "batch_number").orElseGet(() -> String.valueOf(nextId++));
        ObjectNode response = JsonNodeFactory.instance.objectNode();
        ArrayNode uploaded =
                response.putObject("result").put("batch_number", batch).putArray("files");
        for (String name : names(request)) {
            ObjectNode file = JsonNodeFactory.instance
                    .objectNode()
                    .put("file_id", String.valueOf(nextId++))
                    .put("name", name)
                    .put("workspace_id", request.parameters().get("workspace_id"))
                    .put("batch_number", batch)
                    .put("category", parameter(request, "category").orElse(""));
            files.add(file);
            uploaded.add(file.deepCopy());
        }
        return response;
    }

    private static List<String> names(ServiceRequest request) {
        return request.document().isPresent()
                ? List.of(request.fileName().orElse("document"))
                : StreamSupport.stream(request.body().path("urls").spliterator(), false)
                        .map(JsonNode::asText)
                        .toList();
    }

    /** Responds to a query of uploaded files. */
    synchronized ObjectNode fetch(ServiceRequest request) {
        int page = number(request, "page", FIRST_PAGE);
        int size = number(request, "page_size", PAGE_SIZE);
        List<ObjectNode> found = files.stream()
                .filter(file -> matches(file, request.parameters()))
                .toList();
        ObjectNode response = JsonNodeFactory.instance.objectNode();
        ArrayNode list = response.putObject("result").put("total", found.size()).putArray("files");
        found.stream()
                .skip((long) size * (page - FIRST_PAGE))
                .limit(size)
                .map(ObjectNode::deepCopy)
                .forEach(list::add);
        return response;
    }

    private static boolean matches(ObjectNode file, Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .allMatch(parameter -> !file.has(parameter.getKey())
                        || file.path(parameter.getKey()).asText().equals(parameter.getValue()));
    }

    private static int number(ServiceRequest request, String name, int otherwise) {
        return parameter(request, name).map(Integer::valueOf).orElse(otherwise);
    }

    private static Optional<String> parameter(ServiceRequest request, String name) {
        return Optional.ofNullable(request.parameters().get(name));
    }
}
