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
 * A service that does no work, in a JVM of its own: it drops what it is sent and gives the answer that lies ready.
 *
 * <p>{@code /answer/<name>/<delay in ms>/…} gives the answer of that name; {@code /quota/<calls per second>/…} counts
 * arrivals and refuses; {@code /arrivals/<calls per second>} tells what was counted.
 */
public final class IdleService extends AbstractVerticle {
    /** Larger answers go from the file to the socket without passing through the heap. */
    private static final long IN_MEMORY = 1024L * 1024;

    private static final Buffer REFUSAL = Buffer.buffer("{\"code\":40306,\"message\":\"QPS limit exceeded\"}");

    private final Path answers;
    private final Map<String, Arrivals> quotas;
    private final Map<Path, Buffer> small = new ConcurrentHashMap<>();
    private HttpServer server;

    private IdleService(Path answers, Map<String, Arrivals> quotas) {
        this.answers = answers;
        this.quotas = quotas;
    }

    /** Starts the service; it ends when its standard input does. */
    public static void main(String[] arguments) throws IOException {
        Path answers = Path.of(arguments[0]);
        Map<String, Arrivals> quotas = new ConcurrentHashMap<>();
        Vertx vertx = Vertx.vertx();
        int loops = Runtime.getRuntime().availableProcessors();
        Map<IdleService, Boolean> running = new ConcurrentHashMap<>();
        vertx.deployVerticle(
                        () -> {
                            IdleService service = new IdleService(answers, quotas);
                            running.put(service, true);
                            return service;
                        },
                        new DeploymentOptions().setInstances(loops))
                .onSuccess(done -> Report.value(
                        "port", running.keySet().iterator().next().server.actualPort()))
                .onFailure(failure -> Report.value("port", -1));
        System.in.transferTo(java.io.OutputStream.nullOutputStream());
        vertx.close();
    }

    @Override
    public void start(Promise<Void> started) {
        // A negative port is one free port that all instances share.
        server = vertx.createHttpServer().requestHandler(this::handle);
        server.listen(-1, "127.0.0.1").<Void>mapEmpty().onComplete(started);
    }

    private void handle(HttpServerRequest request) {
        String[] path = request.path().split("/", 5);
        switch (path[1]) {
            case "answer" -> request.endHandler(sent -> answer(request, answers.resolve(path[2] + ".json"), path[3]));
            case "quota" -> {
                boolean within = arrivals(path[2]).arrive(Integer.parseInt(path[2]));
                request.endHandler(sent ->
                        send(request.response(), within ? content(answers.resolve("extraction.json")) : REFUSAL));
            }
            case "arrivals" -> request.response().end(arrivals(path[2]).report());
            default -> request.response().setStatusCode(404).end();
        }
    }

    private Arrivals arrivals(String quota) {
        return quotas.computeIfAbsent(quota, key -> new Arrivals());
    }

    private void answer(HttpServerRequest request, Path answer, String delay) {
        long milliseconds = Long.parseLong(delay);
        if (milliseconds > 0) {
            vertx.setTimer(milliseconds, timer -> answer(request.response(), answer));
        } else {
            answer(request.response(), answer);
        }
    }

    private void answer(HttpServerResponse response, Path answer) {
        if (answer.toFile().length() > IN_MEMORY) {
            response.putHeader("Content-Type", "application/json").sendFile(answer.toString());
        } else {
            send(response, content(answer));
        }
    }

    private static void send(HttpServerResponse response, Buffer content) {
        response.putHeader("Content-Type", "application/json").end(content);
    }

    private Buffer content(Path answer) {
        return small.computeIfAbsent(answer, file -> {
            try {
                return Buffer.buffer(Files.readAllBytes(file));
            } catch (IOException missing) {
                throw new IllegalStateException(missing);
            }
        });
    }
}
