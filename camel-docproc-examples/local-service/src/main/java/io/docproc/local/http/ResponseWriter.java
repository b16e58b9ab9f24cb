/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import io.undertow.util.StatusCodes;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.xnio.IoUtils;

/** Writes a complete or faulty response to the client. */
final class ResponseWriter {
    private static final JsonMapper JSON = new JsonMapper();
    private static final HttpString REQUEST_ID = new HttpString("x-request-id");

    private final HttpServerExchange exchange;

    ResponseWriter(HttpServerExchange exchange, String requestId) {
        this.exchange = exchange;
        exchange.getResponseHeaders().put(REQUEST_ID, requestId);
    }

    /** Writes JSON with HTTP 200, which the service also uses for errors. */
    void json(JsonNode body) throws IOException {
        exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "application/json");
        try (OutputStream out = exchange.getOutputStream()) {
            JSON.writeValue(out, body);
        }
    }

    /** Writes the HTML page of a gateway in front of the service. */
    void page(int status) throws IOException {
        String title = status + " " + StatusCodes.getReason(status);
        String html = "<html><head><title>" + title + "</title></head><body><h1>" + title + "</h1></body></html>\n";
        exchange.setStatusCode(status);
        exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "text/html");
        try (OutputStream out = exchange.getOutputStream()) {
            out.write(html.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Announces the full length, sends half of the body and closes the connection. */
    void truncated(JsonNode body) throws IOException {
        byte[] whole = JSON.writeValueAsBytes(body);
        exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "application/json");
        exchange.setResponseContentLength(whole.length);
        OutputStream out = exchange.getOutputStream();
        out.write(whole, 0, whole.length / 2);
        out.flush();
        drop();
    }

    void drop() {
        IoUtils.safeClose(exchange.getConnection());
    }
}
