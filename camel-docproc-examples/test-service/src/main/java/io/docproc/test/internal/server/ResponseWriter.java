/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.server;

import com.fasterxml.jackson.databind.JsonNode;
import io.docproc.test.internal.contract.Json;
import io.docproc.test.internal.stub.Delivery;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import io.undertow.util.StatusCodes;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.xnio.IoUtils;

/** Writes the response of a call. */
final class ResponseWriter {
    private static final HttpString REQUEST_ID = new HttpString("x-request-id");
    private static final String GARBAGE = "%!garbage\u0001\u0002\u00ff{]";

    private final HttpServerExchange exchange;

    ResponseWriter(HttpServerExchange exchange, String requestId) {
        this.exchange = exchange;
        exchange.getResponseHeaders().put(REQUEST_ID, requestId);
    }

    /** Writes a response with its mode of delivery. The service responds with HTTP status 200, also for errors. */
    void write(Delivery delivery, JsonNode response) throws IOException {
        byte[] json = Json.MAPPER.writeValueAsBytes(response);
        exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, delivery.contentType());
        switch (delivery.mode()) {
            case COMPLETE, OTHER_CONTENT_TYPE -> send(json);
            case TRUNCATED -> send(Arrays.copyOf(json, json.length / 2));
            case GARBAGE -> send(GARBAGE.getBytes(StandardCharsets.ISO_8859_1));
            case DISCONNECT_BEFORE -> disconnect();
            case DISCONNECT_DURING -> {
                exchange.setResponseContentLength(json.length);
                OutputStream out = exchange.getOutputStream();
                out.write(json, 0, json.length / 2);
                out.flush();
                disconnect();
            }
        }
    }

    /** Writes JSON with an HTTP status. */
    void writeJson(int status, JsonNode json) throws IOException {
        exchange.setStatusCode(status);
        write(Delivery.COMPLETE, json);
    }

    /** Writes a file. */
    void writeFile(String mediaType, byte[] content) throws IOException {
        exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, mediaType);
        send(content);
    }

    /** Writes the HTML page of a gateway. */
    void writePage(int status) throws IOException {
        String title = status + " " + StatusCodes.getReason(status);
        String html = "<html><head><title>" + title + "</title></head><body><h1>" + title + "</h1></body></html>\n";
        exchange.setStatusCode(status);
        exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "text/html");
        send(html.getBytes(StandardCharsets.UTF_8));
    }

    void disconnect() {
        IoUtils.safeClose(exchange.getConnection());
    }

    private void send(byte[] bytes) throws IOException {
        try (OutputStream out = exchange.getOutputStream()) {
            out.write(bytes);
        }
    }
}
