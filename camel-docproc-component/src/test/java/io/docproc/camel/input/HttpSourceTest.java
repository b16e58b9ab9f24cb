/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.testkit.FreePort;
import io.docproc.camel.testkit.HeldServer;
import io.docproc.camel.testkit.LocalHttpServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Uploads to routes that start at an HTTP server while no permit is available. */
@Timeout(90)
class HttpSourceTest {
    private static final int UPLOADS = 30;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private final int port = FreePort.next();
    private int platformPort;
    private final List<Exchange> done = new CopyOnWriteArrayList<>();
    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeEach
    void startPlatformHttpServer() throws Exception {
        platformPort = LocalHttpServer.start(service.context());
    }

    private URI url(String name, String path) {
        return URI.create("http://localhost:" + (name.equals("platform-http") ? platformPort : port) + path);
    }

    private String consumer(String name, String path) {
        return name.equals("platform-http") ? "platform-http:" + path : name + ":http://localhost:" + port + path;
    }

    private void route(String name, String call) throws Exception {
        service.route(routes -> {
            routes.from(consumer(name, "/upload"))
                    .onCompletion()
                    .modeBeforeConsumer()
                    .process(done::add)
                    .end()
                    .process(exchange -> exchange.getMessage().setBody(Replies.DOCUMENT))
                    .to(call);
            routes.from(consumer(name, "/ping")).setBody(routes.constant("pong"));
        });
    }

    private List<CompletableFuture<HttpResponse<byte[]>>> upload(String name) {
        return Stream.generate(() -> http.sendAsync(
                        HttpRequest.newBuilder(url(name, "/upload"))
                                .POST(BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.ofByteArray()))
                .limit(UPLOADS)
                .toList();
    }

    private String ping(String name) throws Exception {
        return http.send(
                        HttpRequest.newBuilder(url(name, "/ping"))
                                .timeout(Duration.ofSeconds(20))
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }

    @ParameterizedTest
    @ValueSource(strings = {"platform-http", "undertow"})
    void permitTimeoutFreesTheThreadsOfABlockingServer(String name) throws Exception {
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            Replies.configure(service, component -> component.getConfiguration().setMaxConcurrentRequests(1));
            route(name, "docproc:crop?permitTimeout=300ms&baseUrl=" + server.url());
            List<CompletableFuture<HttpResponse<byte[]>>> uploads = upload(name);
            await().until(() -> server.inFlight() == 1);

            assertThat(ping(name)).isEqualTo("pong");
            await().until(() -> done.size() == UPLOADS - 1);
            server.release(1);

            assertThat(uploads.stream().map(CompletableFuture::join).map(HttpResponse::statusCode))
                    .containsOnlyOnce(200)
                    .hasSize(UPLOADS);
            assertThat(server.requests()).isEqualTo(1);
        }
    }
}
