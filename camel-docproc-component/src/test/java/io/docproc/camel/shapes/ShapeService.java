/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.shapes;

import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.docproc.camel.testkit.OpenHandles;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Service that responds to each operation with a payload of a given size and records its requests. */
final class ShapeService implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, byte[]> responses = new ConcurrentHashMap<>();
    private final List<byte[]> requests = new CopyOnWriteArrayList<>();

    ShapeService() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::respond);
        server.setExecutor(threads);
        server.start();
    }

    private void respond(HttpExchange exchange) throws IOException {
        try (exchange;
                InputStream in = exchange.getRequestBody()) {
            requests.add(in.readAllBytes());
            byte[] response = responses.get(exchange.getRequestURI().getPath().split("/", 3)[1]);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, response.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(response);
            }
        }
    }

    /** Returns the address at which an operation's responses have a size. */
    String address(ShapeOperation operation, int size) {
        String name = operation.name() + "-" + size;
        responses.computeIfAbsent(name, key -> operation.response(size));
        return "http://localhost:" + server.getAddress().getPort() + "/" + name;
    }

    /** Returns the bodies of the requests since the last call of this method. */
    List<byte[]> drainRequests() {
        List<byte[]> drained = List.copyOf(requests);
        requests.clear();
        return drained;
    }

    /** Asserts that this process has no connection to the service. */
    void assertNoOpenConnection() {
        await("connections")
                .until(() -> OpenHandles.connectionsTo(server.getAddress().getPort()) == 0);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
