/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Reads the requests of all endpoints and checks them against the contract (interface document, Endpoints). */
final class Requests {
    /** The interface document shows no limit; this is the one of the public API reference. */
    static final long MAX_PARSE_BYTES = 500L * 1024 * 1024;

    private static final Map<String, String> CROP = Map.of(
            "crop_image", "0, 1",
            "only_position", "0, 1",
            "dewarp_image", "0, 1",
            "deblur_image", "0, 1",
            "correct_direction", "0, 1",
            "round_image", "0, 1",
            "enhance_mode", "-1, 1, 2, 3, 4, 5, 6",
            "jpeg_quality", "1 to 100",
            "size_and_positon", "");
    private static final Map<String, String> FETCH = Map.of(
            "workspace_id", "",
            "batch_number", "",
            "file_id", "",
            "task_id", "",
            "category", "",
            "recognition_status", "",
            "verification_status", "",
            "start_time", "",
            "page", "1 to 2147483647",
            "page_size", "1 to 1000");
    /** Members with their type or allowed values. Unknown members are ignored. */
    private static final String EXTRACT_OPTIONS =
            """
            parse_options.page_start from 1
            parse_options.page_count from 1
            parse_options.get_image text
            parse_options.crop_dewarp 0 or 1
            parse_options.remove_watermark 0 or 1
            parse_options.parse_mode text
            parse_options.formula_level from 0
            parse_options.table_flavor text
            parse_options.pdf_pwd text
            extract_options.generate_citations flag
            extract_options.stamp flag
            """;

    private static final String PARSE_CONFIG =
            """
            document.password text
            scope.page_range text
            capabilities.include_hierarchy flag
            capabilities.include_inline_objects flag
            capabilities.include_char_details flag
            capabilities.include_image_data flag
            capabilities.include_table_structure flag
            capabilities.pages flag
            capabilities.title_tree flag
            capabilities.remove_watermark flag
            capabilities.crop_dewarp flag
            capabilities.table_view text
            capabilities.element_merge_mode separate, merged
            config.force_engine text
            config.engine_params.parse_mode text
            config.engine_params.formula_level from 0
            config.engine_params.image_output_type text
            config.engine_params.recognize_chemical flag
            """;

    private static final Pattern PAGE_RANGE = Pattern.compile("\\s*[1-9]\\d*\\s*(-\\s*[1-9]\\d*\\s*)?");

    private Requests() {}

    static ServiceRequest none(Incoming in) {
        in.allowOnly(Map.of());
        return in.head;
    }

    /** Reads a call whose path contains an id. */
    static ServiceRequest variable(Incoming in) {
        return none(in).withBody(Json.of("id", in.variable));
    }

    static ServiceRequest packages(Incoming in) {
        String services = String.join(", ", Account.WITH_PACKAGES);
        if (!Account.WITH_PACKAGES.contains(in.head.parameters().getOrDefault("api_path", ""))) {
            throw new ServiceErrorException(40004, "Invalid params: api_path is required; allowed: " + services);
        }
        in.allowOnly(Map.of("api_path", "", "include_all", "0, 1"));
        return in.head;
    }

    static ServiceRequest fetch(Incoming in) {
        in.allowOnly(FETCH);
        in.require("workspace_id");
        return in.head;
    }

    static ServiceRequest crop(Incoming in) throws IOException {
        in.allowOnly(CROP);
        Optional.ofNullable(in.head.parameters().get("size_and_positon")).ifPresent(SizeAndPosition::parse);
        if (in.hasType("application/octet-stream")) {
            return in.head.withDocument(present(in.save(DocumentRules.MAX_BYTES, in.body::transferTo)));
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

    /** Reads a JSON object; the rules throw 40004 for an invalid one. */
    static ServiceRequest json(Incoming in, Consumer<ObjectNode> rules) throws IOException {
        if (!in.hasType("application/json")) {
            throw ParameterError.of("Content-Type", in.contentType, "application/json");
        }
        ObjectNode body = Json.parse("body", in.text(1024 * 1024, ""));
        rules.accept(body);
        return in.head.withBody(body);
    }

    /** Reads an upload to the workflow service: a form with the part {@code file}, or JSON with addresses. */
    static ServiceRequest upload(Incoming in) throws IOException {
        in.require("workspace_id");
        if (in.hasType("application/json")) {
            return json(in, Requests::checkUrls);
        }
        MultipartForm form = new MultipartForm(in, Set.of("file"));
        if (form.file == null) {
            throw noFile("the part file is missing");
        }
        return in.head.withDocument(present(form.file)).withFileName(form.fileName);
    }

    private static void checkUrls(ObjectNode body) {
        JsonParameters parameters = new JsonParameters("", body);
        parameters.allowOnly(Set.of("urls"));
        List<String> urls = parameters.texts("urls");
        if (urls.isEmpty() || urls.size() > 10) {
            throw ParameterError.of("urls", urls.size() + " addresses", "1 to 10");
        }
        urls.forEach(url -> url("urls", url));
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
        check(new JsonParameters("config", config), PARSE_CONFIG);
        checkPageRange(config.at("/scope/page_range").asText("1"));
        checkExports(config.path("exports"));
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

    private static void checkPageRange(String value) {
        for (String part : value.split(",", -1)) {
            String[] limits = part.replaceAll("\\s", "").split("-", 2);
            boolean valid = PAGE_RANGE.matcher(part).matches()
                    && (limits.length == 1
                            || new java.math.BigInteger(limits[0]).compareTo(new java.math.BigInteger(limits[1])) <= 0);
            if (!valid) {
                throw ParameterError.of(
                        "config.scope.page_range", value, "ranges <first>-<last> counted from 1, such as 1-2,5-10");
            }
        }
    }

    private static void checkExports(JsonNode exports) {
        if (!exports.isMissingNode() && !exports.isNull() && !exports.isArray()) {
            throw ParameterError.of("exports", exports, "an array of objects with a format");
        }
        Set<String> formats = new HashSet<>();
        for (JsonNode export : exports) {
            if (!(export instanceof ObjectNode object)) {
                throw ParameterError.of("exports", export, "an object with a format");
            }
            JsonParameters parameters = new JsonParameters("exports", object);
            String format = parameters.required("format");
            parameters.oneOf("format", List.copyOf(Exports.MEDIA_TYPES.keySet()));
            parameters.optionalObject("config");
            if (!formats.add(format)) {
                throw ParameterError.of("exports.format", format, "each format at most once");
            }
        }
    }

    private static void check(JsonParameters parameters, String rules) {
        rules.lines().forEach(rule -> {
            String[] parts = rule.split(" ", 2);
            String[] path = parts[0].split("\\.");
            JsonParameters object = parameters;
            for (int i = 0; i < path.length - 1; i++) {
                object = object.object(path[i]);
            }
            String key = path[path.length - 1];
            switch (parts[1]) {
                case "text" -> object.text(key);
                case "flag" -> object.flag(key);
                case "0 or 1" -> object.integer(key, 0, 1);
                case "from 0" -> object.integer(key, 0, Integer.MAX_VALUE);
                case "from 1" -> object.integer(key, 1, Integer.MAX_VALUE);
                default -> object.oneOf(key, List.of(parts[1].split(", ")));
            }
        });
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
        SchemaRules.check(body.get("schema"));
        check(new JsonParameters("", body), EXTRACT_OPTIONS);
        JsonParameters file = new JsonParameters("", body).object("file");
        Optional<String> url = file.text("file_url").filter(it -> !it.isBlank());
        ServiceRequest request = withDocument(in.head.withBody(body), "file.", "file_base64", document, url);
        return file.text("file_name")
                .filter(it -> !it.isBlank())
                .map(request::withFileName)
                .orElse(request);
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
            return in.save(DocumentRules.MAX_BYTES, parser::readBinaryValue);
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

    /**
     * Returns the request with its document; the same request if it does not refer to a document by URL.
     *
     * @throws ServiceErrorException 40004 if the document cannot be downloaded, 40302 if it is too large, 40305 if it
     *     is empty
     */
    static ServiceRequest download(ServiceRequest request, HttpClient client, Incoming in) throws IOException {
        if (request.fileUrl().isEmpty()) {
            return request;
        }
        URI url = request.fileUrl().get();
        boolean parse = request.operation() != Operation.CROP && request.operation() != Operation.EXTRACT;
        try {
            HttpRequest get =
                    HttpRequest.newBuilder(url).timeout(Duration.ofSeconds(60)).build();
            HttpResponse<InputStream> response = client.send(get, HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                if (response.statusCode() != 200) {
                    throw invalid(request, "HTTP " + response.statusCode());
                }
                return request.withDocument(
                        present(in.save(parse ? MAX_PARSE_BYTES : DocumentRules.MAX_BYTES, body::transferTo)));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("The download was interrupted").initCause(e);
        } catch (IOException e) {
            throw invalid(request, e.getClass().getSimpleName());
        }
    }

    /** Shows scheme, host and path only, because the query may contain a signature. */
    private static ServiceErrorException invalid(ServiceRequest request, String reason) {
        URI url = request.fileUrl().orElseThrow();
        return ParameterError.of(
                request.operation() == Operation.CROP
                        ? "body"
                        : request.operation() == Operation.EXTRACT ? "file.file_url" : "file_url",
                url.getScheme() + "://" + url.getHost() + url.getPath() + " (" + reason + ")",
                "an http or https URL of a file that can be downloaded");
    }
}
