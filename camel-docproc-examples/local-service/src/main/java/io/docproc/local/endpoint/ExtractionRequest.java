/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.endpoint;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.ParameterError;
import io.docproc.local.http.TempFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * An extraction request's body, read as it streams in: the Base64 document, which makes up nearly all of it, is decoded
 * straight to a file and never held in memory.
 */
final class ExtractionRequest {
    private static final JsonMapper JSON = new JsonMapper();

    private final TempFiles tempFiles;
    private final Map<String, String> file = new HashMap<>();
    private final Map<String, ObjectNode> objects = new HashMap<>();
    private Optional<Path> document = Optional.empty();

    private ExtractionRequest(TempFiles tempFiles) {
        this.tempFiles = tempFiles;
    }

    /**
     * Reads a request's body.
     *
     * @throws io.docproc.local.ServiceException 40004 if it is not what the interface document lists, 40302
     *     if the document is too long
     */
    static ExtractionRequest read(InputStream body, TempFiles tempFiles) throws IOException {
        ExtractionRequest request = new ExtractionRequest(tempFiles);
        try (JsonParser json = JSON.createParser(body)) {
            request.readBody(json);
        } catch (JsonProcessingException e) {
            throw ParameterError.of("body", e.getOriginalMessage(), "a JSON object");
        }
        return request;
    }

    /** The decoded {@code file_base64}, unless it was missing or empty. */
    Optional<Path> document() {
        return document;
    }

    Optional<String> fileUrl() {
        return Optional.ofNullable(file.get("file_url")).filter(it -> !it.isBlank());
    }

    Optional<String> fileName() {
        return Optional.ofNullable(file.get("file_name")).filter(it -> !it.isBlank());
    }

    ObjectNode schema() {
        return Optional.ofNullable(objects.get("schema")).orElseThrow(() -> ParameterError.missing("schema"));
    }

    /** {@code parse_options} or {@code extract_options}; empty if it was not there. */
    ObjectNode options(String name) {
        return objects.getOrDefault(name, JSON.createObjectNode());
    }

    private void readBody(JsonParser json) throws IOException {
        expectObject("body", json.nextToken());
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            switch (name) {
                case "file" -> readFile(json);
                case "schema", "parse_options", "extract_options" -> readObject(name, json);
                default -> throw ParameterError.of("body member", name, "file, schema, parse_options, extract_options");
            }
        }
        if (json.nextToken() != null) {
            throw ParameterError.of("body", "more than one JSON value", "one JSON object");
        }
    }

    private void readFile(JsonParser json) throws IOException {
        expectObject("file", json.currentToken());
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            JsonToken value = json.nextToken();
            if (value == JsonToken.VALUE_NULL) {
                continue;
            }
            if (value != JsonToken.VALUE_STRING) {
                throw ParameterError.of("file." + name, value, "a string");
            }
            switch (name) {
                case "file_base64" -> decode(json);
                case "file_url", "file_name" -> file.put(name, json.getText());
                default -> throw ParameterError.of("file member", name, "file_base64, file_url, file_name");
            }
        }
    }

    private void decode(JsonParser json) throws IOException {
        Path path = tempFiles.newFile();
        try (OutputStream out = TempFiles.writeTo(path, DocumentLimits.CROP_AND_EXTRACT)) {
            json.readBinaryValue(out);
        } catch (JsonProcessingException | IllegalArgumentException e) {
            throw ParameterError.of("file.file_base64", e.getMessage(), "Base64");
        }
        document = Files.size(path) == 0 ? Optional.empty() : Optional.of(path);
    }

    private void readObject(String name, JsonParser json) throws IOException {
        JsonNode value = JSON.readTree(json);
        if (value instanceof ObjectNode object) {
            objects.put(name, object);
        } else if (!value.isNull()) {
            throw ParameterError.of(name, value, "a JSON object");
        }
    }

    private static void expectObject(String name, JsonToken token) {
        if (token != JsonToken.START_OBJECT) {
            throw ParameterError.of(name, token, "a JSON object");
        }
    }
}
