/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.tomakehurst.wiremock.http.Request;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hc.core5.http.NameValuePair;
import org.apache.hc.core5.net.URIBuilder;

/** Request that the service has received, as JSON for {@code requests.schema.yaml}. */
final class WireRequest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern SERVER = Pattern.compile("/(main|workflow)(/.*)");
    private static final Pattern FILE_NAME = Pattern.compile("filename=\"([^\"]*)\"");
    private static final List<String> HTTP_HEADERS =
            List.of("host", "connection", "user-agent", "accept-encoding", "content-length", "transfer-encoding");

    private WireRequest() {}

    static ObjectNode of(Request request) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        URI url = URI.create(request.getUrl());
        Matcher address = SERVER.matcher(url.getRawPath());
        if (!address.matches()) {
            throw new AssertionError(url + " is not below the address of a server");
        }
        json.put("method", request.getMethod().getName())
                .put("server", address.group(1))
                .put("path", address.group(2));
        ObjectNode headers = json.putObject("headers");
        request.getHeaders().all().forEach(header -> {
            String name = header.key().toLowerCase(Locale.ROOT);
            if (!HTTP_HEADERS.contains(name)) {
                headers.put(name, String.join(", ", header.values()));
            }
        });
        ObjectNode query = json.putObject("query");
        for (NameValuePair parameter : new URIBuilder(url).getQueryParams()) {
            query.put(parameter.getName(), parameter.getValue());
        }
        if (request.isMultipart()) {
            addForm(json.putObject("form"), request);
        } else if (request.getBody().length > 0) {
            json.set("body", content(headers.path("content-type").asText(), request.getBody()));
        }
        return json;
    }

    private static void addForm(ObjectNode form, Request request) {
        for (Request.Part part : request.getParts()) {
            String contentType = part.getHeader("Content-Type").firstValue();
            ObjectNode json = form.putObject(part.getName()).put("contentType", contentType);
            Matcher fileName =
                    FILE_NAME.matcher(part.getHeader("Content-Disposition").firstValue());
            if (fileName.find()) {
                json.put("fileName", fileName.group(1));
            }
            json.set("content", content(contentType, part.getBody().asBytes()));
        }
    }

    private static JsonNode content(String contentType, byte[] bytes) {
        try {
            return switch (contentType.split(";", 2)[0]) {
                case "application/json" -> JSON.readTree(bytes);
                case "text/plain" -> JsonNodeFactory.instance.textNode(new String(bytes, StandardCharsets.UTF_8));
                default -> JsonNodeFactory.instance.objectNode().put("bytes", bytes.length);
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
