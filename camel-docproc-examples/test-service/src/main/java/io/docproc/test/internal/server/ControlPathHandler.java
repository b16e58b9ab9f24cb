/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.docproc.test.ControlHandler;
import io.docproc.test.ParameterError;
import io.docproc.test.ServiceErrorException;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.StatusCodes;
import java.io.IOException;
import java.util.UUID;

/** Handles requests to an additional path. Runs on a worker thread. */
final class ControlPathHandler implements HttpHandler {
    private static final int MAX_BODY_BYTES = 64 * 1024;

    private final ControlHandler handler;

    ControlPathHandler(ControlHandler handler) {
        this.handler = handler;
    }

    @Override
    public void handleRequest(HttpServerExchange exchange) throws IOException {
        ResponseWriter writer = new ResponseWriter(exchange, UUID.randomUUID().toString());
        try {
            writer.writeJson(StatusCodes.OK, handler.handle(body(exchange)));
        } catch (ServiceErrorException e) {
            refuse(writer, e);
        } catch (JsonProcessingException e) {
            refuse(writer, ParameterError.of("body", e.getOriginalMessage(), "JSON"));
        }
    }

    private static byte[] body(HttpServerExchange exchange) throws IOException {
        byte[] body = exchange.getInputStream().readNBytes(MAX_BODY_BYTES + 1);
        if (body.length > MAX_BODY_BYTES) {
            throw ParameterError.of("body", "longer", "at most " + MAX_BODY_BYTES + " bytes");
        }
        return body;
    }

    private static void refuse(ResponseWriter writer, ServiceErrorException e) throws IOException {
        writer.writeJson(
                StatusCodes.BAD_REQUEST,
                JsonNodeFactory.instance.objectNode().put("code", e.code()).put("message", e.getMessage()));
    }
}
