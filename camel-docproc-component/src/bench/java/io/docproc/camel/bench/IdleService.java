/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Main class of a child process with a service that discards requests and returns prepared responses.
 *
 * <p>{@code /response/<name>/<delay in ms>/…} returns the response of that name; {@code
 * /rate-limit/<calls per second>/…} counts calls and rejects those above the rate limit; {@code
 * /arrivals/<calls per second>} returns the counts; {@code /ages/<calls per second>} returns how long ago the calls
 * arrived; {@code /reject-next/<calls per second>} rejects the next call.
 */
public final class IdleService extends AbstractVerticle {
    /** Largest response in bytes that is cached; larger ones are sent from their file without using the heap. */
    private static final long IN_MEMORY = 1024L * 1024;

    private static final Buffer RATE_LIMIT_ERROR = Buffer.buffer("{\"code\":40306,\"message\":\"QPS limit exceeded\"}");

    private final Path responses;
    private final Map<String, ArrivalCounter> counters;
    private final Map<Path, Buffer> cache = new ConcurrentHashMap<>();
    private HttpServer server;

    private IdleService(Path responses, Map<String, ArrivalCounter> counters) {
        this.responses = responses;
        this.counters = counters;
    }

    /** Starts the service, which exits when its standard input is closed. */
    public static void main(String[] arguments) throws IOException {
        Path responses = Path.of(arguments[0]);
        Map<String, ArrivalCounter> counters = new ConcurrentHashMap<>();
        Vertx vertx = Vertx.vertx();
        int loops = Runtime.getRuntime().availableProcessors();
        Map<IdleService, Boolean> running = new ConcurrentHashMap<>();
        vertx.deployVerticle(
                        () -> {
                            IdleService service = new IdleService(responses, counters);
                            running.put(service, true);
                            return service;
                        },
                        new DeploymentOptions().setInstances(loops))
                .onSuccess(id -> Report.value(
                        "port", running.keySet().iterator().next().server.actualPort()))
                .onFailure(failure -> Report.value("port", -1));
        System.in.transferTo(java.io.OutputStream.nullOutputStream());
        vertx.close();
    }

    @Override
    public void start(Promise<Void> started) {
        // With a negative port, all instances share one free port.
        server = vertx.createHttpServer().requestHandler(this::handle);
        server.listen(-1, "127.0.0.1").<Void>mapEmpty().onComplete(started);
    }

    private void handle(HttpServerRequest request) {
        String[] path = request.path().split("/", 5);
        switch (path[1]) {
            case "response" ->
                request.endHandler(end -> respond(request, responses.resolve(path[2] + ".json"), path[3]));
            case "rate-limit" -> {
                boolean within = arrivals(path[2]).arrive(Integer.parseInt(path[2]));
                request.endHandler(end -> send(
                        request.response(), within ? content(responses.resolve("extraction.json")) : RATE_LIMIT_ERROR));
            }
            case "arrivals" -> request.response().end(arrivals(path[2]).report());
            case "ages" -> request.response().end(arrivals(path[2]).takeAges());
            case "reject-next" -> {
                arrivals(path[2]).rejectNext();
                request.response().end();
            }
            default -> request.response().setStatusCode(404).end();
        }
    }

    private ArrivalCounter arrivals(String rate) {
        return counters.computeIfAbsent(rate, key -> new ArrivalCounter());
    }

    private void respond(HttpServerRequest request, Path file, String delay) {
        long milliseconds = Long.parseLong(delay);
        if (milliseconds > 0) {
            vertx.setTimer(milliseconds, timer -> respond(request.response(), file));
        } else {
            respond(request.response(), file);
        }
    }

    private void respond(HttpServerResponse response, Path file) {
        if (file.toFile().length() > IN_MEMORY) {
            response.putHeader("Content-Type", "application/json").sendFile(file.toString());
        } else {
            send(response, content(file));
        }
    }

    private static void send(HttpServerResponse response, Buffer content) {
        response.putHeader("Content-Type", "application/json").end(content);
    }

    private Buffer content(Path file) {
        return cache.computeIfAbsent(file, key -> {
            try {
                return Buffer.buffer(Files.readAllBytes(key));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
    }
}
