/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.docproc.camel.internal.http.CallDeadline;
import io.docproc.camel.internal.http.CallDeadlines;
import io.docproc.camel.internal.http.Credentials;
import io.docproc.camel.internal.stream.SpoolingOutputStream;
import io.docproc.camel.internal.stream.UnreadableJsonException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.apache.hc.core5.http.MessageConstraintException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes of asking for a result. */
class ResultDownloadTest {
    private static final Credentials CREDENTIALS = new Credentials("an-app-id", "a-secret-code");
    private static final String DOCUMENT = "{\"markdown\":\"# A\"}";
    private static final int LIMIT = 100;

    private final DefaultCamelContext camel = new DefaultCamelContext();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final CompletableFuture<String> end = new CompletableFuture<>();
    private HttpServer service;
    private String url;
    private volatile int status = 200;
    private volatile String answer = DOCUMENT;
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
        end.complete("");
        service.stop(0);
    }

    private void serve(HttpExchange http) throws IOException {
        asked.add(http.getRequestURI() + " " + http.getRequestHeaders().getFirst("x-ti-app-id") + " "
                + http.getRequestHeaders().getFirst("x-ti-secret-code"));
        byte[] body = answer.getBytes(StandardCharsets.UTF_8);
        headers.forEach(http.getResponseHeaders()::add);
        http.getResponseHeaders().add("Location", "/elsewhere");
        http.getResponseHeaders().add("Set-Cookie", "a=b");
        http.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        http.getResponseBody().write(body);
        http.close();
    }

    private ResultDownload download(Optional<Credentials> credentials, CallDeadline limit) {
        return new ResultDownload(new ResultDownload.Settings(
                new ResultHosts(URI.create(url), Set.of()),
                credentials,
                Optional.empty(),
                10_000,
                10_000,
                limit,
                LIMIT,
                1));
    }

    private String fetched() throws IOException {
        try (ResultDownload download = download(Optional.of(CREDENTIALS), CallDeadlines.none())) {
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            download.fetch(url, new SpoolingOutputStream(new DefaultExchange(camel)))
                    .writeTo(body);
            return body.toString(StandardCharsets.UTF_8);
        }
    }

    @Test
    void theServicesOwnOriginIsAskedWithTheCredentials() throws Exception {
        assertThat(fetched()).isEqualTo(DOCUMENT);
        assertThat(asked).containsExactly("/results/1 an-app-id a-secret-code");
    }

    @Test
    void withoutCredentialsNoneAreSent() throws Exception {
        try (ResultDownload download = download(Optional.empty(), CallDeadlines.none())) {
            download.fetch(url, new SpoolingOutputStream(new DefaultExchange(camel)));
        }
        assertThat(asked).containsExactly("/results/1 null null");
    }

    @ParameterizedTest
    @ValueSource(ints = {201, 204, 302, 404, 503})
    void anyOtherStatusThan200IsToldAndNothingElseIsAskedFor(int other) {
        status = other;
        answer = other == 204 ? "" : DOCUMENT;

        assertThatThrownBy(this::fetched)
                .isInstanceOf(IOException.class)
                .hasMessage("the result URL responds with HTTP status " + other + "; 200 is expected");
        assertThat(asked).hasSize(1);
    }

    @Test
    void headersAreReadUpToALimit() throws Exception {
        headers.put("x-long", "x".repeat(15_000));
        assertThat(fetched()).isEqualTo(DOCUMENT);

        headers.put("x-long", "x".repeat(20_000));
        assertThatThrownBy(this::fetched).isInstanceOf(MessageConstraintException.class);

        headers.clear();
        IntStream.range(0, 250).forEach(i -> headers.put("x-" + i, "x"));
        assertThatThrownBy(this::fetched).isInstanceOf(MessageConstraintException.class);
    }

    @Test
    void aResultIsTakenUpToItsLimitInBytes() throws Exception {
        String atTheLimit = "{\"markdown\":\"" + "ä".repeat((LIMIT - 16) / 2) + "\"} ";
        answer = atTheLimit;
        assertThat(fetched()).isEqualTo(atTheLimit).satisfies(text -> assertThat(text.getBytes(StandardCharsets.UTF_8))
                .hasSize(LIMIT));

        for (String longer : List.of(atTheLimit + " ", "{\"markdown\":\"" + "x".repeat(1_000) + "\"}")) {
            answer = longer;
            assertThatThrownBy(this::fetched)
                    .hasMessage("the result is longer than maxResultSize, " + LIMIT + " bytes");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"markdown\":\"cut", "# not json", "{} {}"})
    void whatIsNoJsonIsToldAsSuchAndNotAsTooLong(String broken) {
        answer = broken;

        assertThatThrownBy(this::fetched).isInstanceOf(UnreadableJsonException.class);
    }

    @Test
    void aSecretThatTheServiceQuotesIsNotShown() {
        answer = "{\"code\":40102,\"message\":\"no such key: a-secret-code\"}";

        assertThatThrownBy(this::fetched)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("code 40102: no such key: ")
                .hasMessageNotContaining("a-secret-code");
    }

    @Test
    void aDownloadThatTakesTooLongIsEndedAndSaysByWhichOption() throws Exception {
        CompletableFuture<Runnable> timer = new CompletableFuture<>();
        CallDeadline limit = new CallDeadline("callTimeout", Duration.ofSeconds(7), (task, delay) -> {
            timer.complete(task);
            return new CompletableFuture<>();
        });
        service.removeContext("/");
        service.createContext("/", http -> {
            http.sendResponseHeaders(200, LIMIT);
            http.getResponseBody().write('{');
            http.getResponseBody().flush();
            timer.join().run();
            end.join();
        });

        try (ResultDownload download = download(Optional.empty(), limit)) {
            assertThatThrownBy(() -> download.fetch(url, new SpoolingOutputStream(new DefaultExchange(camel))))
                    .isInstanceOf(IOException.class)
                    .hasMessage("it took longer than callTimeout, 7000 ms")
                    .hasCauseInstanceOf(IOException.class);
        }
    }

    @Test
    void theClockOfADownloadStopsWithIt() throws Exception {
        Future<?> timer = new CompletableFuture<>();
        CallDeadline limit = new CallDeadline("callTimeout", Duration.ofSeconds(7), (task, delay) -> timer);

        try (ResultDownload download = download(Optional.empty(), limit)) {
            download.fetch(url, new SpoolingOutputStream(new DefaultExchange(camel)));
        }

        assertThat(timer).isCancelled();
    }

    @Test
    void aClosedDownloadAsksForNothing() throws Exception {
        ResultDownload download = download(Optional.of(CREDENTIALS), CallDeadlines.none());
        download.close();

        assertThatThrownBy(() -> download.fetch(url, new SpoolingOutputStream(new DefaultExchange(camel))))
                .isInstanceOfAny(IOException.class, IllegalStateException.class);
        assertThat(asked).isEmpty();
    }
}
