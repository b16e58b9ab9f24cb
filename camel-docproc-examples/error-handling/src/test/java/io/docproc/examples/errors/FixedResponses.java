/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.errors;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Service with fixed responses, which the local service never returns. */
final class FixedResponses implements AutoCloseable {
    private final List<String> paths = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    private FixedResponses(HttpServer server) {
        this.server = server;
    }

    /** @param pathsAndResponses each path with the JSON that is returned there and below it */
    static FixedResponses start(String... pathsAndResponses) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        FixedResponses service = new FixedResponses(server);
        for (int index = 0; index < pathsAndResponses.length; index += 2) {
            service.respond(pathsAndResponses[index], pathsAndResponses[index + 1].getBytes(UTF_8));
        }
        server.start();
        return service;
    }

    private void respond(String path, byte[] json) {
        server.createContext(path, call -> {
            paths.add(call.getRequestURI().getPath());
            call.getRequestBody().readAllBytes();
            call.getResponseHeaders().set("Content-Type", "application/json");
            call.sendResponseHeaders(200, json.length);
            call.getResponseBody().write(json);
            call.close();
        });
    }

    String baseUrl() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** How often a path was called. */
    long calls(String path) {
        return paths.stream().filter(path::equals).count();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
