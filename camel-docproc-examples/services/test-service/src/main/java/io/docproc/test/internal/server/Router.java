/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Passes each request to the handler of its method and path. */
final class Router implements HttpHandler {
    private final List<Entry> entries = new ArrayList<>();
    private final CallHandler other;

    /** Handler of requests to a path. */
    @FunctionalInterface
    interface Handler {
        /** Handles a request; an exception closes the connection. */
        void handle(HttpExchange exchange, Map<String, String> pathParameters) throws IOException;
    }

    private record Entry(String method, PathTemplate path, boolean localOnly, Handler handler) {}

    Router(ServiceSettings settings, ServerState state) {
        CallHandler.Access access = new CallHandler.Access(
                state, settings.account().credentials(), settings.network().allowedClients());
        settings.network()
                .controlPaths()
                .forEach((path, control) -> entries.add(
                        new Entry(path.method(), PathTemplate.of(path.path()), true, new ControlPathHandler(control))));
        Routes.all(settings.jobs().parseService())
                .forEach(it -> entries.add(
                        new Entry(it.method(), PathTemplate.of(it.path()), false, new CallHandler(it, access))));
        other = new CallHandler(Routes.other(), access);
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        boolean local = isLocal(exchange.getRemoteAddress());
        for (Entry entry : entries) {
            if (entry.method().equals(exchange.getRequestMethod()) && (local || !entry.localOnly())) {
                Optional<Map<String, String>> pathParameters = entry.path().match(path);
                if (pathParameters.isPresent()) {
                    entry.handler().handle(exchange, pathParameters.get());
                    return;
                }
            }
        }
        other.handle(exchange, Map.of());
    }

    /** Returns whether a client runs on this machine; only such clients may use control paths. */
    static boolean isLocal(InetSocketAddress client) {
        return client.getAddress().isLoopbackAddress();
    }
}
