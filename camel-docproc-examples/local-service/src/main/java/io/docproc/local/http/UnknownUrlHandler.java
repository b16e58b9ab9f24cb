/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.account.Charge;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;

/** Responds with code 40400 to requests without a route. Runs on a worker thread. */
public final class UnknownUrlHandler implements HttpHandler {
    private static final int INVALID_URL = 40400;

    private final CallLog log;

    public UnknownUrlHandler(CallLog log) {
        this.log = log;
    }

    @Override
    public void handleRequest(HttpServerExchange exchange) throws IOException {
        String message = "invalid request URL: " + exchange.getRequestMethod() + " " + exchange.getRequestPath();
        String requestId = UUID.randomUUID().toString();
        ObjectNode body = Envelope.PARSE
                .head(INVALID_URL, message, new Envelope.Facts(requestId, Duration.ZERO))
                .put("msg", message);
        log.note("unknown", String.valueOf(INVALID_URL), Charge.NONE, Duration.ZERO);
        new ResponseWriter(exchange, requestId).json(body);
    }
}
