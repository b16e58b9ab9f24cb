/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** Proxy of an S3 server that rejects some requests with 403, which clients do not retry. */
final class RejectingS3Proxy implements AutoCloseable {
    private static final Set<String> OF_THE_CONNECTION =
            Set.of("host", "connection", "content-length", "transfer-encoding", "expect");

    private final URI server;
    private final Predicate<HttpExchange> refused;
    private final AtomicInteger most;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer http;

    /**
     * @param refused which requests
     * @param most how many of them at most
     */
    RejectingS3Proxy(URI server, Predicate<HttpExchange> refused, int most) throws IOException {
        this.server = server;
        this.refused = refused;
        this.most = new AtomicInteger(most);
        this.http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.setExecutor(threads);
        http.createContext("/", this::respond);
        http.start();
    }

    String endpoint() {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    private void respond(HttpExchange call) throws IOException {
        try (call) {
            byte[] body = call.getRequestBody().readAllBytes();
            if (refused.test(call) && most.getAndDecrement() > 0) {
                call.sendResponseHeaders(403, -1);
            } else {
                passOn(call, body);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void passOn(HttpExchange call, byte[] body) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(server + call.getRequestURI().toString()))
                .method(call.getRequestMethod(), BodyPublishers.ofByteArray(body));
        call.getRequestHeaders().forEach((name, values) -> {
            if (!isOfTheConnection(name)) {
                values.forEach(value -> request.header(name, value));
            }
        });
        HttpResponse<byte[]> response = client.send(request.build(), BodyHandlers.ofByteArray());
        response.headers().map().forEach((name, values) -> {
            if (!isOfTheConnection(name)) {
                call.getResponseHeaders().put(name, values);
            }
        });
        boolean empty = response.body().length == 0;
        call.sendResponseHeaders(response.statusCode(), empty ? -1 : response.body().length);
        if (!empty) {
            call.getResponseBody().write(response.body());
        }
    }

    private static boolean isOfTheConnection(String header) {
        return OF_THE_CONNECTION.contains(header.toLowerCase(Locale.ROOT));
    }

    @Override
    public void close() {
        http.stop(0);
        threads.shutdownNow();
    }
}
