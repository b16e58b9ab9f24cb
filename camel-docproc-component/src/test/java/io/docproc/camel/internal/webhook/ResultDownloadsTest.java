/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.internal.http.CallDeadline;
import io.docproc.camel.internal.http.Redaction;
import io.docproc.camel.internal.http.ServiceAccount;
import io.docproc.camel.testkit.RawServer;
import io.docproc.camel.testkit.TestContexts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.camel.component.http.HttpComponent;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the download of results: credentials, status codes, limits and timeouts. */
class ResultDownloadsTest {
    private static final String DOCUMENT = "{\"markdown\":\"# A\"}";
    private static final int LIMIT = 1_000;

    @AutoClose
    private final DefaultCamelContext camel = TestContexts.create();

    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final CompletableFuture<String> testEnd = new CompletableFuture<>();
    private HttpServer service;
    private String url;
    private volatile int status = 200;
    private volatile String responseBody = DOCUMENT;
    private final Map<String, String> headers = new ConcurrentHashMap<>();

    @BeforeEach
    void startService() throws IOException {
        service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext("/", this::serve);
        service.start();
        url = "http://" + service.getAddress().getHostString() + ":"
                + service.getAddress().getPort() + "/results/1";
    }

    @AfterEach
    void stopService() {
        testEnd.complete("");
        service.stop(0);
    }

    private void serve(HttpExchange http) throws IOException {
        requests.add(http.getRequestURI() + " " + http.getRequestHeaders().getFirst("x-ti-app-id") + " "
                + http.getRequestHeaders().getFirst("x-ti-secret-code"));
        byte[] body = responseBody.getBytes(StandardCharsets.UTF_8);
        headers.forEach(http.getResponseHeaders()::add);
        http.getResponseHeaders().add("Location", "/elsewhere");
        http.getResponseHeaders().add("Set-Cookie", "a=b");
        http.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        http.getResponseBody().write(body);
        http.close();
    }

    private TestDownloads.Client client() {
        return TestDownloads.downloads(camel, TestDownloads.account(URI.create(url)), LIMIT);
    }

    private TestDownloads.Client client(CallDeadline.Timer timer) {
        return TestDownloads.downloads(
                camel, TestDownloads.account(URI.create(url), Duration.ofSeconds(7), timer), LIMIT);
    }

    private String download() throws IOException {
        try (TestDownloads.Client client = client()) {
            return download(client);
        }
    }

    private String download(TestDownloads.Client client) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        client.fetch("webhook", url, new SpoolingOutputStream(new DefaultExchange(camel)))
                .content()
                .orElseThrow()
                .writeTo(body);
        return body.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aConnectionThatTheServerClosedIsNotUsed() throws IOException {
        AtomicInteger closed = new AtomicInteger();
        try (RawServer server = new RawServer(connection -> {
                    connection.readRequest();
                    connection.respond(200, "application/json", DOCUMENT);
                    connection.close();
                    closed.incrementAndGet();
                });
                TestDownloads.Client client =
                        TestDownloads.downloads(camel, TestDownloads.account(URI.create(server.url())), LIMIT)) {
            url = server.url() + "/results/1";
            for (int download = 1; download <= 3; download++) {
                assertThat(download(client)).isEqualTo(DOCUMENT);
                await().untilAtomic(closed, equalTo(download));
            }
        }
    }

    /** Its address is usually internal. The calls use it, too. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aDownloadUsesTheProxyOfTheSystemProperties(boolean ofComponent) throws Exception {
        camel.getComponent("http", HttpComponent.class).setUseSystemProperties(ofComponent);
        Map<String, Object> options = ofComponent ? Map.of() : Map.of("useSystemProperties", "true");
        try (RawServer proxy = new RawServer(connection -> {
            connection.readRequest();
            connection.respond(200, "application/json", DOCUMENT);
            connection.close();
        })) {
            System.setProperty("http.proxyHost", "localhost");
            System.setProperty(
                    "http.proxyPort", String.valueOf(URI.create(proxy.url()).getPort()));
            url = "http://service.invalid/results/1";
            ServiceAccount account = TestDownloads.account(
                    URI.create("http://service.invalid"), options, Duration.ZERO, (task, delay) -> testEnd);
            try (TestDownloads.Client client = TestDownloads.downloads(camel, account, LIMIT)) {
                assertThat(download(client)).isEqualTo(DOCUMENT);
                url = "https://localhost/results/1";
                assertThatThrownBy(() -> download(client)).hasMessageContaining("internal address");
            }
        } finally {
            System.clearProperty("http.proxyHost");
            System.clearProperty("http.proxyPort");
        }
    }

    /** The proxy answers for a host that exists nowhere else. */
    @Test
    void aDownloadUsesTheProxyOfTheCallsWithItsAuthenticationOnly() throws Exception {
        List<String> lines = new CopyOnWriteArrayList<>();
        try (RawServer proxy = new RawServer(connection -> {
            lines.add(connection.readRequest());
            connection.respond(407, "application/json\r\nProxy-Authenticate: Basic realm=\"p\"", DOCUMENT);
            lines.add(connection.readRequest());
            connection.respond(401, "application/json\r\nWWW-Authenticate: Basic realm=\"r\"", DOCUMENT);
            connection.close();
        })) {
            URI address = URI.create(proxy.url());
            Map<String, Object> options = Map.of(
                    "proxyAuthHost", "localhost",
                    "proxyAuthPort", address.getPort(),
                    "proxyAuthScheme", "http",
                    "proxyAuthUsername", "user",
                    "proxyAuthPassword", "for-the-proxy",
                    "authUsername", "user",
                    "authPassword", "for-the-service");
            url = "http://service.invalid/results/1";
            ServiceAccount account = TestDownloads.account(
                    URI.create("http://service.invalid"), options, Duration.ZERO, (task, delay) -> testEnd);
            try (TestDownloads.Client client = TestDownloads.downloads(camel, account, LIMIT)) {
                assertThatThrownBy(() -> download(client)).hasMessageContaining("HTTP status 401");
            }
        }
        assertThat(lines).isNotEmpty().allSatisfy(request -> assertThat(request)
                .contains("GET http://service.invalid/results/1")
                .doesNotContainPattern("(?im)^authorization:"));
        assertThat(lines).anySatisfy(request -> assertThat(request).containsIgnoringCase("proxy-authorization: basic"));
    }

    @Test
    void theHeadersOfAResponseAreLimited() throws Exception {
        headers.put("x-long", "x".repeat(15_000));
        assertThat(download()).isEqualTo(DOCUMENT);

        headers.put("x-long", "x".repeat(20_000));
        assertThatThrownBy(this::download).hasMessageContaining("longer than the allowed 16384 bytes");

        headers.clear();
        IntStream.range(0, 250).forEach(i -> headers.put("x-" + i, "x"));
        assertThatThrownBy(this::download).hasMessageContaining("more than the allowed 200 headers");
    }

    @ParameterizedTest
    @ValueSource(ints = {40102, 40306, 50011})
    void aCodeOfAnotherHostIsAnOrdinaryFailure(int code) {
        DownloadException error = DownloadException.error("code " + code + ": not now", code, 200);
        assertThat(ResultDownloads.redacted(error, false, Redaction.NONE))
                .as("starts no cooldown and is no account error")
                .isNotInstanceOf(DownloadException.class)
                .hasMessageContaining("code " + code + ": not now");
        assertThat(ResultDownloads.redacted(error, true, Redaction.NONE)).isInstanceOf(DownloadException.class);
    }

    @Test
    void aSecretAtTheEndOfAShortenedMessageIsRedacted() {
        responseBody = "{\"code\":40102,\"message\":\"" + "x".repeat(490) + "a-secret-code\"}";

        assertThatThrownBy(this::download)
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("code 40102: " + "x".repeat(496));
    }

    @Test
    void aTimeoutNamesTheOptionThatLimitsTheDownload() throws Exception {
        CompletableFuture<Runnable> timeout = new CompletableFuture<>();
        CallDeadline.Timer timer = (task, delay) -> {
            timeout.complete(task);
            return new CompletableFuture<>();
        };
        service.removeContext("/");
        service.createContext("/", http -> {
            http.sendResponseHeaders(200, LIMIT);
            http.getResponseBody().write('{');
            http.getResponseBody().flush();
            timeout.join().run();
            testEnd.join();
        });

        try (TestDownloads.Client client = client(timer)) {
            assertThatThrownBy(() -> client.fetch("webhook", url, new SpoolingOutputStream(new DefaultExchange(camel))))
                    .isInstanceOf(IOException.class)
                    .hasMessage("the call took longer than callTimeout, 7000 ms")
                    .hasCauseInstanceOf(IOException.class);
        }
    }

    @Test
    void theTimeoutOfACompletedDownloadIsCancelled() throws Exception {
        Future<?> timeout = new CompletableFuture<>();

        try (TestDownloads.Client client = client((task, delay) -> timeout)) {
            client.fetch("webhook", url, new SpoolingOutputStream(new DefaultExchange(camel)));
        }

        assertThat(timeout).isCancelled();
    }
}
