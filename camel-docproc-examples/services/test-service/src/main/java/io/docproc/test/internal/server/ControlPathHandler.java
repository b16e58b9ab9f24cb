/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.HttpExchange;
import io.docproc.test.ControlHandler;
import io.docproc.test.ParameterError;
import io.docproc.test.ServiceErrorException;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.util.Map;
import java.util.UUID;

/** Handles requests to an additional path. */
final class ControlPathHandler implements Router.Handler {
    private static final int MAX_BODY_BYTES = 64 * 1024;

    private final ControlHandler handler;

    ControlPathHandler(ControlHandler handler) {
        this.handler = handler;
    }

    @Override
    public void handle(HttpExchange exchange, Map<String, String> pathParameters) throws IOException {
        ResponseWriter writer = new ResponseWriter(exchange, UUID.randomUUID().toString());
        try {
            writer.writeJson(HttpURLConnection.HTTP_OK, handler.handle(body(exchange)));
        } catch (ServiceErrorException e) {
            refuse(writer, e);
        } catch (JsonProcessingException e) {
            refuse(writer, ParameterError.of("body", e.getOriginalMessage(), "JSON"));
        }
    }

    private static byte[] body(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
        if (body.length > MAX_BODY_BYTES) {
            throw ParameterError.of("body", "longer", "at most " + MAX_BODY_BYTES + " bytes");
        }
        return body;
    }

    private static void refuse(ResponseWriter writer, ServiceErrorException e) throws IOException {
        writer.writeJson(
                HttpURLConnection.HTTP_BAD_REQUEST,
                JsonNodeFactory.instance.objectNode().put("code", e.code()).put("message", e.getMessage()));
    }
}
