/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.test.ParameterError;
import io.docproc.test.ServiceErrorException;
import io.docproc.test.ServiceRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Files of the workflow service: an upload is recognized in the background, with the same fields in each category. Kept in
 * memory until the service stops. Thread-safe.
 */
final class WorkflowFiles {
    private static final String PATH = "/api/app-api/sip/platform/v2/file/";
    private static final Map<String, String> FIELDS = Map.of(
            "Number", "Number of the document ('Invoice No.', 'Order No.', 'Delivery note No.')",
            "Date", "Date of the document ('Invoice date', 'Order date', 'Date')",
            "Total", "Amount to pay ('Total')");

    private final DocumentProcessors.Extractor extractor;
    private final List<ObjectNode> files = new ArrayList<>();

    WorkflowFiles(DocumentProcessors.Extractor extractor) {
        this.extractor = extractor;
    }

    ObjectNode respond(ServiceRequest request) throws IOException {
        return switch (request.method() + " " + request.path()) {
            case "POST " + PATH + "upload" -> upload(request);
            case "GET " + PATH + "fetch" -> fetch(request.parameters());
            default ->
                throw new ServiceErrorException(
                        40400, "invalid request URL: " + request.method() + " " + request.path());
        };
    }

    private static ObjectNode json() {
        return JsonNodeFactory.instance.objectNode();
    }

    private ObjectNode upload(ServiceRequest request) throws IOException {
        Map<String, String> query = request.parameters();
        requireWorkspace(query);
        Path document = Files.createTempFile("docproc-", ".upload");
        Files.copy(
                request.document()
                        .orElseThrow(() -> ParameterError.missing("file"))
                        .file(),
                document,
                StandardCopyOption.REPLACE_EXISTING);
        ObjectNode file;
        synchronized (this) {
            String id = String.valueOf(2001 + files.size());
            file = json().put("id", id)
                    .put("name", request.fileName().orElse("document"))
                    .put("workspace_id", query.get("workspace_id"))
                    .put("batch_number", query.getOrDefault("batch_number", "batch-" + id))
                    .put("category", query.getOrDefault("category", ""))
                    .put("recognition_status", 0);
            files.add(file);
        }
        CompletableFuture.runAsync(() -> recognize(file, document));
        ObjectNode result = json();
        result.putObject("result")
                .put("batch_number", file.path("batch_number").asText())
                .putArray("files")
                .addObject()
                .put("id", file.path("id").asText())
                .put("name", file.path("name").asText());
        return result;
    }

    private void recognize(ObjectNode file, Path document) {
        ObjectNode schema = json().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        FIELDS.forEach((name, description) ->
                properties.putObject(name).put("type", "string").put("description", description));
        try {
            JsonNode values = extractor
                    .extract(document, file.path("name").asText(), schema, json(), json())
                    .path("extracted_schema");
            synchronized (this) {
                ArrayNode fields = file.putObject("data").putArray("fields");
                FIELDS.keySet().stream().sorted().forEach(name -> fields.addObject()
                        .put("key", name)
                        .put("value", values.path(name).asText()));
                file.put("recognition_status", 1);
            }
        } catch (RuntimeException e) {
            synchronized (this) {
                file.put("recognition_status", 2).put("failure_causes", e.getMessage());
            }
        } finally {
            document.toFile().delete();
        }
    }

    private synchronized ObjectNode fetch(Map<String, String> query) {
        requireWorkspace(query);
        int size = number(query, "page_size", 1000);
        ObjectNode result = json();
        ArrayNode page = result.putObject("result").putArray("files");
        files.stream()
                .filter(file -> List.of("workspace_id", "batch_number", "category", "recognition_status").stream()
                        .allMatch(name -> isSelected(file.path(name), query.get(name))))
                .filter(file -> isSelected(file.path("id"), query.get("file_id")))
                .skip((number(query, "page", 1) - 1L) * size)
                .limit(size)
                .forEach(file -> page.add(file.deepCopy()));
        return result;
    }

    private static boolean isSelected(JsonNode value, String requested) {
        return requested == null || value.asText().equals(requested);
    }

    private static int number(Map<String, String> query, String name, int other) {
        String text = query.getOrDefault(name, String.valueOf(other));
        if (!text.matches("[1-9]\\d{0,3}")) {
            throw ParameterError.of(name, text, "a whole number from 1 to 9999");
        }
        return Integer.parseInt(text);
    }

    private static void requireWorkspace(Map<String, String> query) {
        if (query.getOrDefault("workspace_id", "").isBlank()) {
            throw ParameterError.missing("workspace_id");
        }
    }
}
