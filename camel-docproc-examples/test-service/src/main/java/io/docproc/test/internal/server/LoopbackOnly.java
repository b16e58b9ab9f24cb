/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.server;

import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;

/** Passes clients on this machine to one handler, and other clients to another. */
final class LoopbackOnly implements HttpHandler {
    private final HttpHandler local;
    private final HttpHandler remote;

    LoopbackOnly(HttpHandler local, HttpHandler remote) {
        this.local = local;
        this.remote = remote;
    }

    @Override
    public void handleRequest(HttpServerExchange exchange) throws Exception {
        boolean loopback = exchange.getSourceAddress().getAddress().isLoopbackAddress();
        (loopback ? local : remote).handleRequest(exchange);
    }
}
