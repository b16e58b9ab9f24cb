/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.contract;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.test.DocumentRules;
import io.docproc.test.ParameterError;
import io.docproc.test.RequestDocument;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** Body of an extraction request. The Base64 document is decoded to a file while the body is read. */
final class ExtractBody {
    private static final Set<String> OBJECTS = Set.of("schema", "parse_options", "extract_options");
    private static final Set<String> FILE_TEXTS = Set.of("file_url", "file_name");

    private final RequestFiles files;
    private final ObjectNode json = Json.MAPPER.createObjectNode();
    private Optional<RequestDocument> document = Optional.empty();

    private ExtractBody(RequestFiles files) {
        this.files = files;
    }

    static ExtractBody read(InputStream in, RequestFiles files) throws IOException {
        ExtractBody body = new ExtractBody(files);
        // The server reads the rest of the body after the response.
        try (JsonParser parser = Json.MAPPER.createParser(in).disable(JsonParser.Feature.AUTO_CLOSE_SOURCE)) {
            body.readMembers(parser);
        } catch (JsonProcessingException e) {
            throw ParameterError.of("body", e.getOriginalMessage(), "a JSON object");
        }
        return body;
    }

    /** Returns the decoded document; empty if it is missing or has no bytes. */
    Optional<RequestDocument> document() {
        return document;
    }

    /** Returns all other members. */
    ObjectNode json() {
        return json;
    }

    private void readMembers(JsonParser parser) throws IOException {
        requireObject("body", parser.nextToken());
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            if (name.equals("file")) {
                readFile(parser);
            } else if (OBJECTS.contains(name)) {
                readObject(name, parser);
            } else {
                throw ParameterError.of("body member", name, "file, schema, parse_options, extract_options");
            }
        }
        if (parser.nextToken() != null) {
            throw ParameterError.of("body", "more than one JSON value", "one JSON object");
        }
    }

    private void readFile(JsonParser parser) throws IOException {
        requireObject("file", parser.currentToken());
        ObjectNode file = json.putObject("file");
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (value == JsonToken.VALUE_NULL) {
                continue;
            }
            if (value != JsonToken.VALUE_STRING) {
                throw ParameterError.of("file." + name, value, "a string");
            }
            if (name.equals("file_base64")) {
                decode(parser);
            } else if (FILE_TEXTS.contains(name)) {
                file.put(name, parser.getText());
            } else {
                throw ParameterError.of("file member", name, "file_base64, file_url, file_name");
            }
        }
    }

    private void decode(JsonParser parser) throws IOException {
        Path path = files.create();
        try (OutputStream out = RequestFiles.limited(path, DocumentRules.MAX_BYTES)) {
            parser.readBinaryValue(out);
        } catch (JsonProcessingException | IllegalArgumentException e) {
            throw ParameterError.of("file.file_base64", e.getMessage(), "Base64");
        }
        document = Optional.of(files.describe(path)).filter(it -> it.size() > 0);
    }

    private void readObject(String name, JsonParser parser) throws IOException {
        JsonNode value = Json.MAPPER.readTree(parser);
        if (!value.isObject() && !value.isNull()) {
            throw ParameterError.of(name, value, "a JSON object");
        }
        if (value.isObject()) {
            json.set(name, value);
        }
    }

    private static void requireObject(String name, JsonToken token) {
        if (token != JsonToken.START_OBJECT) {
            throw ParameterError.of(name, token, "a JSON object");
        }
    }
}
