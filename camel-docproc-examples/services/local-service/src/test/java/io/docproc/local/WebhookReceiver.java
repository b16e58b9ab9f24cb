/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Receives the callbacks of a local service on a free port. */
final class WebhookReceiver implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Callback> received = new CopyOnWriteArrayList<>();
    private final Queue<Integer> answers = new ConcurrentLinkedQueue<>();

    /** Received callback; the query is empty if there was none. */
    record Callback(String method, String contentType, String query, JsonNode body) {
        String jobId() {
            return body.path("job_id").asText();
        }
    }

    WebhookReceiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/done", this::receive);
        server.start();
    }

    private void receive(HttpExchange exchange) throws IOException {
        received.add(new Callback(
                exchange.getRequestMethod(),
                exchange.getRequestHeaders().getFirst("Content-Type"),
                Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse(""),
                JSON.readTree(exchange.getRequestBody())));
        exchange.sendResponseHeaders(Optional.ofNullable(answers.poll()).orElse(200), -1);
        exchange.close();
    }

    /** Responds with these statuses, then with 200. */
    WebhookReceiver answering(Integer... statuses) {
        answers.addAll(Arrays.asList(statuses));
        return this;
    }

    String url(String query) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/done" + query;
    }

    List<Callback> received() {
        return received;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
