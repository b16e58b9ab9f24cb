/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.shapes;

import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Service that responds to each operation with a payload of a given size and records its requests. */
final class ShapeService implements AutoCloseable {
    private static final List<Path> SOCKETS = List.of(Path.of("/proc/self/net/tcp"), Path.of("/proc/self/net/tcp6"));

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
        await("connections").until(this::connections, Integer.valueOf(0)::equals);
    }

    /** Returns the number of open connections, 0 on systems without /proc. */
    private int connections() throws IOException {
        String remote =
                String.format(Locale.ROOT, ":%04X 01", server.getAddress().getPort());
        int count = 0;
        for (Path sockets : SOCKETS) {
            if (Files.exists(sockets)) {
                count += (int) Files.readAllLines(sockets, StandardCharsets.US_ASCII).stream()
                        .filter(line -> line.contains(remote))
                        .count();
            }
        }
        return count;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
