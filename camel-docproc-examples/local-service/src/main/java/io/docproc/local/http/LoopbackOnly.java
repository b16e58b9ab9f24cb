/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.http;

import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;

/** Lets only clients on this machine through; for all others the path does not exist. */
public final class LoopbackOnly implements HttpHandler {
    private final HttpHandler inside;
    private final HttpHandler outside;

    public LoopbackOnly(HttpHandler inside, HttpHandler outside) {
        this.inside = inside;
        this.outside = outside;
    }

    @Override
    public void handleRequest(HttpServerExchange exchange) throws Exception {
        boolean local = exchange.getSourceAddress().getAddress().isLoopbackAddress();
        (local ? inside : outside).handleRequest(exchange);
    }
}
