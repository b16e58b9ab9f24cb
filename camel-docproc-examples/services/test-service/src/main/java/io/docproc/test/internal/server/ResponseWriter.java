/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import io.docproc.test.internal.contract.Json;
import io.docproc.test.internal.stub.Delivery;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/** Writes the response of a call. The server closes the connection of a call that ends with an exception. */
final class ResponseWriter {
    /** The content length from which on an upload is refused without being read. */
    static final long MAX_REQUEST_BYTES = 1024L * 1024 * 1024;

    private static final String CONTENT_TYPE = "Content-Type";
    private static final String GARBAGE = "%!garbage\u0001\u0002\u00ff{]";
    private static final Map<Integer, String> REASONS = Map.of(
            403, " Forbidden",
            404, " Not Found",
            413, " Request Entity Too Large",
            429, " Too Many Requests",
            500, " Internal Server Error",
            502, " Bad Gateway",
            503, " Service Unavailable",
            504, " Gateway Time-out");

    private final HttpExchange exchange;

    ResponseWriter(HttpExchange exchange, String requestId) {
        this.exchange = exchange;
        exchange.getResponseHeaders().set("x-request-id", requestId);
    }

    /** Writes a response with its mode of delivery. The service responds with HTTP status 200, also for errors. */
    void write(Delivery delivery, JsonNode response) throws IOException {
        byte[] json = Json.MAPPER.writeValueAsBytes(response);
        String contentType = delivery.contentType();
        switch (delivery.mode()) {
            case COMPLETE, OTHER_CONTENT_TYPE -> send(HttpURLConnection.HTTP_OK, contentType, json);
            case TRUNCATED -> send(HttpURLConnection.HTTP_OK, contentType, Arrays.copyOf(json, json.length / 2));
            case GARBAGE -> send(HttpURLConnection.HTTP_OK, contentType, GARBAGE.getBytes(StandardCharsets.ISO_8859_1));
            case DISCONNECT_BEFORE -> throw disconnected();
            case DISCONNECT_DURING -> {
                exchange.getResponseHeaders().set(CONTENT_TYPE, contentType);
                exchange.sendResponseHeaders(HttpURLConnection.HTTP_OK, json.length);
                OutputStream out = exchange.getResponseBody();
                out.write(json, 0, json.length / 2);
                out.flush();
                throw disconnected();
            }
        }
    }

    /** Writes JSON with an HTTP status. */
    void writeJson(int status, JsonNode json) throws IOException {
        send(status, "application/json", Json.MAPPER.writeValueAsBytes(json));
    }

    /** Writes a file. */
    void writeFile(String mediaType, byte[] content) throws IOException {
        send(HttpURLConnection.HTTP_OK, mediaType, content);
    }

    /** Writes the HTML page of a gateway. */
    void writePage(int status) throws IOException {
        String title = status + REASONS.getOrDefault(status, "");
        String html = "<html><head><title>" + title + "</title></head><body><h1>" + title + "</h1></body></html>\n";
        send(status, "text/html", html.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns an exception that closes the connection without a further byte. */
    static IOException disconnected() {
        return new IOException("A stub closes the connection");
    }

    /** Returns whether the upload is larger than any that is read. */
    static boolean isTooLarge(HttpExchange exchange) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst("Content-Length"))
                .filter(it -> Long.parseLong(it) > MAX_REQUEST_BYTES)
                .isPresent();
    }

    private void send(int status, String contentType, byte[] bytes) throws IOException {
        exchange.getResponseHeaders().set(CONTENT_TYPE, contentType);
        if (bytes.length == 0
                || status == HttpURLConnection.HTTP_NOT_MODIFIED
                || exchange.getRequestMethod().equals("HEAD")) {
            drain();
            exchange.sendResponseHeaders(status, -1);
            return;
        }
        exchange.sendResponseHeaders(status, bytes.length);
        OutputStream out = exchange.getResponseBody();
        out.write(bytes);
        out.flush();
        drain();
        out.close();
    }

    /** Reads the rest of the upload. If the connection were closed before, the client could lose the response. */
    private void drain() throws IOException {
        if (isTooLarge(exchange)) {
            throw new IOException("The upload is too large to be read");
        }
        exchange.getRequestBody().transferTo(OutputStream.nullOutputStream());
    }
}
