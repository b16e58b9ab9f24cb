/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** HTTP server that returns the same document for every URL. */
final class ResultServer implements AutoCloseable {
    private final HttpServer server;

    ResultServer(String document) {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", http -> {
            byte[] body = document.getBytes(StandardCharsets.UTF_8);
            http.sendResponseHeaders(200, body.length);
            http.getResponseBody().write(body);
            http.close();
        });
        server.start();
    }

    URI url() {
        return URI.create("http://" + server.getAddress().getHostString() + ":"
                + server.getAddress().getPort());
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
