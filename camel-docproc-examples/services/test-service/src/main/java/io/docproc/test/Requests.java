/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the requests of all endpoints and checks them against the contract (interface document, Endpoints). */
final class Requests {
    /** The interface document shows no limit; this is the one of the public API reference. */
    static final long MAX_PARSE_BYTES = 500L * 1024 * 1024;

    private static final long MAX_BYTES = 50L * 1024 * 1024;

    private static final Map<String, String> CROP = Map.ofEntries(
            Map.entry("crop_image", "0, 1"),
            Map.entry("only_position", "0, 1"),
            Map.entry("dewarp_image", "0, 1"),
            Map.entry("deblur_image", "0, 1"),
            Map.entry("correct_direction", "0, 1"),
            Map.entry("round_image", "0, 1"),
            Map.entry("enhance_mode", "-1, 1, 2, 3, 4, 5, 6"),
            Map.entry("jpeg_quality", "1 to 100"),
            Map.entry("size_and_positon", ""));

    private Requests() {}

    static ServiceRequest none(Incoming in) {
        in.allowOnly(Map.of());
        return in.head;
    }

    /** Reads a call whose path contains an id. */
    static ServiceRequest id(Incoming in) {
        return none(in).withBody(Json.of("id", in.id));
    }

    static ServiceRequest packages(Incoming in) {
        String services = String.join(", ", Account.WITH_PACKAGES);
        if (!Account.WITH_PACKAGES.contains(in.head.parameters().getOrDefault("api_path", ""))) {
            throw new ServiceErrorException(40004, "Invalid params: api_path is required; allowed: " + services);
        }
        in.allowOnly(Map.of("api_path", "", "include_all", "0, 1"));
        return in.head;
    }

    static ServiceRequest crop(Incoming in) throws IOException {
        in.allowOnly(CROP);
        if (in.hasType("application/octet-stream")) {
            return in.head.withDocument(present(in.save(MAX_BYTES, in.body::transferTo)));
        }
        if (in.hasType("text/plain")) {
            return withUrl(in);
        }
        throw noFile("Content-Type is " + in.contentType + ", not application/octet-stream or text/plain");
    }

    private static ServiceRequest withUrl(Incoming in) throws IOException {
        String text = in.text(8 * 1024, "a URL of ");
        if (text.isEmpty()) {
            throw noFile("the body is empty");
        }
        return in.head.withFileUrl(url("body", text));
    }

    /** Reads a call of any other path: the body is the document, its URL as text, or JSON. */
    static ServiceRequest any(Incoming in) throws IOException {
        if (in.hasType("text/plain")) {
            return withUrl(in);
        }
        RequestDocument body = in.save(MAX_PARSE_BYTES, in.body::transferTo);
        if (body.size() == 0) {
            return in.head;
        }
        ServiceRequest request = in.head.withDocument(body);
        try {
            return in.hasType("application/json")
                            && Json.MAPPER.readTree(body.file().toFile()) instanceof ObjectNode json
                    ? request.withBody(json)
                    : request;
        } catch (JsonProcessingException e) {
            throw ParameterError.of("body", e.getOriginalMessage(), "JSON, as the Content-Type says");
        }
    }

    /** Reads an upload to the workflow service: a form with the part {@code file}, or JSON with URLs. */
    static ServiceRequest upload(Incoming in) throws IOException {
        if (!in.hasType("multipart/form-data")) {
            return any(in);
        }
        MultipartForm form = new MultipartForm(in, Set.of("file"));
        if (form.file == null) {
            throw noFile("the part file is missing");
        }
        return in.head.withDocument(present(form.file)).withFileName(form.fileName);
    }

    /** Reads a JSON object with required members. */
    static ServiceRequest json(Incoming in, String... required) throws IOException {
        in.allowOnly(Map.of());
        if (!in.hasType("application/json")) {
            throw ParameterError.of("Content-Type", in.contentType, "application/json");
        }
        ObjectNode body = Json.parse("body", in.text(1024 * 1024, ""));
        for (String member : required) {
            if (body.path(member).asText().isBlank()) {
                throw ParameterError.missing(member);
            }
        }
        return in.head.withBody(body);
    }

    static ServiceRequest parseSync(Incoming in) throws IOException {
        return parse(in, Set.of("file", "file_url", "config"));
    }

    static ServiceRequest parseAsync(Incoming in) throws IOException {
        return parse(in, Set.of("file", "file_url", "config", "webhook"));
    }

    private static ServiceRequest parse(Incoming in, Set<String> parts) throws IOException {
        in.allowOnly(Map.of());
        MultipartForm form = new MultipartForm(in, parts);
        ObjectNode config = Json.parse("config", form.texts.getOrDefault("config", "{}"));
        String type = form.types.getOrDefault("config", "application/json");
        if (!type.split(";", 2)[0].strip().equalsIgnoreCase("application/json")) {
            throw ParameterError.of("Content-Type of config", type, "application/json");
        }
        ServiceRequest request = withDocument(
                in.head.withBody(config), "", "file", form.file, Optional.ofNullable(form.texts.get("file_url")));
        request = form.file == null ? request : request.withFileName(form.fileName);
        String webhook = form.texts.get("webhook");
        return webhook == null ? request : request.withWebhook(url("webhook", webhook));
    }

    /** Adds the document or its URL, of which exactly one is required. */
    private static ServiceRequest withDocument(
            ServiceRequest request, String prefix, String part, RequestDocument document, Optional<String> url) {
        if (document != null) {
            url.ifPresent(it -> {
                throw ParameterError.of(prefix + "file_url", it, "either " + part + " or file_url, not both");
            });
            return request.withDocument(present(document));
        }
        URI fileUrl = url(
                prefix + "file_url",
                url.orElseThrow(() -> noFile(
                        prefix.isEmpty()
                                ? "the parts file and file_url are missing"
                                : "file.file_base64 and file.file_url are missing")));
        String name = fileUrl.getPath().replaceAll(".*/", "");
        return request.withFileUrl(fileUrl).withFileName(name.isEmpty() ? "document" : name);
    }

    /** Reads an extraction request. The Base64 document is decoded to a file while the body is read. */
    static ServiceRequest extract(Incoming in) throws IOException {
        in.allowOnly(Map.of());
        if (!in.hasType("application/json")) {
            throw noFile("Content-Type is " + in.contentType + ", not application/json");
        }
        ObjectNode body = Json.of();
        RequestDocument document = null;
        // The server reads the rest of the body after the response.
        try (JsonParser parser = Json.MAPPER.createParser(in.body).disable(JsonParser.Feature.AUTO_CLOSE_SOURCE)) {
            requireObject("body", parser.nextToken());
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                switch (name) {
                    case "file" -> document = readFile(parser, body.putObject("file"), in);
                    case "schema", "parse_options", "extract_options" -> {
                        JsonNode value = Json.MAPPER.readTree(parser);
                        if (!value.isObject() && !value.isNull()) {
                            throw ParameterError.of(name, value, "a JSON object");
                        }
                        body.set(name, value);
                    }
                    default ->
                        throw ParameterError.of("body member", name, "file, schema, parse_options, extract_options");
                }
            }
            if (parser.nextToken() != null) {
                throw ParameterError.of("body", "more than one JSON value", "one JSON object");
            }
        } catch (JsonProcessingException e) {
            throw ParameterError.of("body", e.getOriginalMessage(), "a JSON object");
        }
        if (!body.at("/schema/properties").isObject()) {
            throw ParameterError.missing("schema.properties");
        }
        Optional<String> url = text(body, "file_url");
        ServiceRequest request = withDocument(in.head.withBody(body), "file.", "file_base64", document, url);
        return text(body, "file_name").map(request::withFileName).orElse(request);
    }

    private static Optional<String> text(ObjectNode body, String member) {
        return Optional.of(body.path("file").path(member).asText()).filter(it -> !it.isBlank());
    }

    private static void requireObject(String name, JsonToken token) {
        if (token != JsonToken.START_OBJECT) {
            throw ParameterError.of(name, token, "a JSON object");
        }
    }

    /** Returns the decoded document; null if it is missing or has no bytes. */
    private static RequestDocument readFile(JsonParser parser, ObjectNode file, Incoming in) throws IOException {
        RequestDocument document = null;
        requireObject("file", parser.currentToken());
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (value != JsonToken.VALUE_STRING && value != JsonToken.VALUE_NULL) {
                throw ParameterError.of("file." + name, value, "a string");
            }
            switch (value == JsonToken.VALUE_NULL ? "" : name) {
                case "" -> {}
                case "file_base64" -> document = decode(parser, in);
                case "file_url", "file_name" -> file.put(name, parser.getText());
                default -> throw ParameterError.of("file member", name, "file_base64, file_url, file_name");
            }
        }
        return document == null || document.size() == 0 ? null : document;
    }

    private static RequestDocument decode(JsonParser parser, Incoming in) throws IOException {
        try {
            return in.save(MAX_BYTES, parser::readBinaryValue);
        } catch (JsonProcessingException | IllegalArgumentException e) {
            throw ParameterError.of("file.file_base64", e.getMessage(), "Base64");
        }
    }

    /** Returns an http or https URL; throws 40004 for anything else. */
    static URI url(String parameter, String value) {
        try {
            URI url = new URI(value.strip());
            if (String.valueOf(url.getScheme()).matches("(?i)https?") && url.getHost() != null) {
                return url;
            }
        } catch (URISyntaxException e) {
            throw ParameterError.of(parameter, "not a URL", "an http or https URL");
        }
        throw ParameterError.of(parameter, value, "an http or https URL");
    }

    static RequestDocument present(RequestDocument document) {
        if (document.size() == 0) {
            throw noFile("the document is empty");
        }
        return document;
    }

    static ServiceErrorException noFile(String reason) {
        return ServiceErrorException.refusal(40305, ": " + reason);
    }
}
