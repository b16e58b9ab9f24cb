/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Child process with a service that discards requests and returns prepared responses. {@code /response/<name>/…}
 * returns a response; {@code /rate/<name>/<calls per second>/…} rejects calls above a rate limit. The request {@code
 * port} of the parent returns the port; {@code arrivals <name>} returns the calls since the last such request, and how
 * many of them were rejected.
 */
final class Service extends AbstractVerticle {
    private static final Buffer RATE_LIMIT_ERROR = Buffer.buffer("{\"code\":40306,\"message\":\"QPS limit exceeded\"}");
    private static final Map<String, Arrivals> ARRIVALS = new ConcurrentHashMap<>();
    private static final Map<String, Buffer> RESPONSES = new ConcurrentHashMap<>();

    private final Data data;
    private final CompletableFuture<Integer> port;

    private Service(Data data, CompletableFuture<Integer> port) {
        this.data = data;
        this.port = port;
    }

    /** Calls of one rate limit. */
    private static final class Arrivals {
        private static final long SECOND = 1_000_000_000;

        private final Deque<Long> lastSecond = new ArrayDeque<>();
        private int calls;
        private int rejected;

        /** Counts a call and returns whether at most this number of calls have arrived within a second. */
        synchronized boolean arrive(int limit) {
            long now = System.nanoTime();
            while (!lastSecond.isEmpty() && now - lastSecond.peekFirst() >= SECOND) {
                lastSecond.removeFirst();
            }
            lastSecond.addLast(now);
            boolean within = lastSecond.size() <= limit;
            calls++;
            rejected += within ? 0 : 1;
            return within;
        }

        synchronized double[] take() {
            double[] counts = {calls, rejected};
            calls = 0;
            rejected = 0;
            return counts;
        }
    }

    /** Runs {@code <directory>}. */
    public static void main(String[] arguments) throws Exception {
        Data data = new Data(Path.of(arguments[0]));
        for (String name : List.of("crop", "extract")) {
            RESPONSES.put(name, Buffer.buffer(Files.readAllBytes(data.response(name))));
        }
        CompletableFuture<Integer> port = new CompletableFuture<>();
        Vertx.vertx()
                .deployVerticle(
                        () -> new Service(data, port),
                        new DeploymentOptions()
                                .setInstances(Runtime.getRuntime().availableProcessors()))
                .onFailure(port::completeExceptionally);
        ChildJvm.serve(request -> request.equals("port")
                ? new double[] {port.get()}
                : arrivals(request.split(" ")[1]).take());
    }

    @Override
    public void start(Promise<Void> started) {
        // With a negative port, all instances share one free port.
        HttpServer server = vertx.createHttpServer().requestHandler(this::handle);
        server.listen(-1, "127.0.0.1")
                .onSuccess(listening -> port.complete(listening.actualPort()))
                .<Void>mapEmpty()
                .onComplete(started);
    }

    private void handle(HttpServerRequest request) {
        String[] path = request.path().split("/", 5);
        if (path[1].equals("rate")) {
            boolean within = arrivals(path[2]).arrive(Integer.parseInt(path[3]));
            request.endHandler(end -> send(request, within ? RESPONSES.get("extract") : RATE_LIMIT_ERROR));
            return;
        }
        Buffer response = RESPONSES.get(path[2]);
        request.endHandler(end -> {
            if (response == null) {
                // A large response is sent from its file, without using the heap.
                request.response().sendFile(data.response(path[2]).toString());
            } else {
                send(request, response);
            }
        });
    }

    private static Arrivals arrivals(String name) {
        return ARRIVALS.computeIfAbsent(name, key -> new Arrivals());
    }

    private static void send(HttpServerRequest request, Buffer response) {
        request.response().putHeader("Content-Type", "application/json").end(response);
    }
}
