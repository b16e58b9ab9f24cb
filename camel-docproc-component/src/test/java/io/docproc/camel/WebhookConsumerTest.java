/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import static io.docproc.camel.CallbackServer.completed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.model.ParseCompletion;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.zip.GZIPOutputStream;
import org.apache.camel.Exchange;
import org.apache.camel.spi.ShutdownAware;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the service gets back for its callbacks, and what the route sees of them. */
class WebhookConsumerTest {
    private static final String ACCEPTED = "{\"status\":\"accepted\"}";
    private static final String FAILED = "{\"status\":\"processing failed\"}";
    private static final int LIMIT = 200;

    @RegisterExtension
    final CallbackServer server = new CallbackServer();

    private final CopyOnWriteArrayList<Exchange> routed = new CopyOnWriteArrayList<>();

    private void run(String options) throws Exception {
        server.run("docproc:webhook" + options, routed::add);
    }

    private void assertAnswer(HttpResponse<String> answer, int status, String body) {
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).isEqualTo(body);
        assertThat(answer.headers().firstValue("content-type")).contains("application/json");
        assertThat(answer.headers().map().keySet()).isSubsetOf("content-type", "content-length", "transfer-encoding");
    }

    private static ParseCompletion event(Exchange exchange) {
        return exchange.getMessage().getBody(ParseCompletion.class);
    }

    @ParameterizedTest
    @Survives(33)
    @ValueSource(strings = {"GET", "PUT", "DELETE", "PATCH"})
    void otherMethodsThanPostAreRefused(String method) throws Exception {
        run("");

        HttpResponse<String> answer = server.send(
                CallbackServer.json(server.signed("a")).method(method, BodyPublishers.ofString(completed("job-1"))));

        assertThat(answer.statusCode()).isEqualTo(405);
        assertThat(routed).isEmpty();
    }

    @ParameterizedTest
    @Survives(34)
    @CsvSource({
        "application/json,200",
        "application/json; charset=utf-8,200",
        "Application/JSON;charset=UTF-8,200",
        "text/plain,415",
        "application/x-www-form-urlencoded,415",
        "application/jsonp,415",
        "multipart/form-data; boundary=x,415"
    })
    void onlyJsonIsTaken(String contentType, int status) throws Exception {
        run("");

        HttpResponse<String> answer = server.send(HttpRequest.newBuilder(server.signed("a"))
                .header("Content-Type", contentType)
                .POST(BodyPublishers.ofString(completed("job-1"))));

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(routed).hasSize(status == 200 ? 1 : 0);
    }

    @Test
    @Survives(34)
    void aCallbackWithoutContentTypeIsRefused() throws Exception {
        run("");

        HttpResponse<String> answer = server.send(
                HttpRequest.newBuilder(server.signed("a")).POST(BodyPublishers.ofString(completed("job-1"))));

        assertAnswer(answer, 415, "{\"status\":\"only uncompressed application/json is allowed\"}");
        assertThat(routed).isEmpty();
    }

    @ParameterizedTest
    @Survives(35)
    @ValueSource(
            strings = {
                "",
                "not json",
                "{",
                "{}",
                "[]",
                "[{\"job_id\":\"job-1\",\"status\":\"completed\"}]",
                "\"job-1\"",
                "null",
                "{\"status\":\"completed\"}",
                "{\"job_id\":4711,\"status\":\"completed\"}",
                "{\"job_id\":\"\",\"status\":\"completed\"}",
                "{\"job_id\":null,\"status\":\"completed\"}",
                "{\"job_id\":\"job-1\"}",
                "{\"job_id\":\"job-1\",\"status\":true}",
                "{\"job_id\":\"job-1\",\"status\":\"completed\",\"result_url\":{}}"
            })
    void aBodyThatIsNoCompletionIsRefused(String body) throws Exception {
        run("");

        assertAnswer(server.post(server.signed("a"), body), 400, "{\"status\":\"not a completion\"}");
        assertThat(routed).isEmpty();
    }

    @Test
    @Survives(35)
    void aFailedJobWithoutResultReachesTheRoute() throws Exception {
        run("");

        assertAnswer(
                server.post(
                        server.signed("a.pdf"),
                        "{\"job_id\":\"job-1\",\"status\":\"failed\",\"message\":\"page 3\",\"pages\":7}"),
                200,
                ACCEPTED);

        assertThat(event(routed.get(0)))
                .isEqualTo(new ParseCompletion("job-1", "failed", null, "page 3", Map.of("pages", 7)));
        assertThat(routed.get(0).getMessage().getHeaders())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "CamelDocprocJobId", "job-1",
                        "CamelDocprocStatus", "failed",
                        "CamelDocprocMessage", "page 3",
                        "CamelDocprocCorrelationId", "a.pdf"));
    }

    @Test
    @Survives({14, 35})
    void aStatusThatIsNotKnownYetReachesTheRoute() throws Exception {
        run("");

        assertAnswer(server.post(server.signed("a"), "{\"job_id\":\"job-1\",\"status\":\"archived\"}"), 200, ACCEPTED);

        assertThat(event(routed.get(0)).status()).isEqualTo("archived");
    }

    @ParameterizedTest
    @Survives(36)
    @CsvSource({"-1,200", "0,200", "1,413", "100000,413"})
    void aBodyIsTakenUpToTheLimit(int beyond, int status) throws Exception {
        run("?maxEventSize=" + LIMIT);
        String event = completed("job-1");
        String padded = event + " ".repeat(LIMIT + beyond - event.length());

        assertThat(server.post(server.signed("a"), padded).statusCode()).isEqualTo(status);
        assertThat(server.send(CallbackServer.json(server.signed("a"))
                                .POST(BodyPublishers.ofInputStream(
                                        () -> new ByteArrayInputStream(padded.getBytes(StandardCharsets.UTF_8)))))
                        .statusCode())
                .as("in chunks, without a length")
                .isEqualTo(status);
        assertThat(routed).hasSize(status == 200 ? 1 : 0);
    }

    @Test
    @Survives(36)
    void compressedBodiesAreRefusedUnread() throws Exception {
        run("");

        HttpResponse<String> answer = server.send(CallbackServer.json(server.signed("a"))
                .header("Content-Encoding", "gzip")
                .POST(BodyPublishers.ofByteArray(bomb())));

        assertThat(answer.statusCode()).isEqualTo(415);
        assertThat(routed).isEmpty();
    }

    private static byte[] bomb() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(completed("job-1").getBytes(StandardCharsets.UTF_8));
            for (int megabyte = 0; megabyte < 20; megabyte++) {
                gzip.write(" ".repeat(1024 * 1024).getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    @Test
    @Survives(37)
    void aRepeatedCallbackIsAcceptedAndDoesNotRunTheRouteAgain() throws Exception {
        run("");

        assertAnswer(server.post(server.signed("a"), completed("job-1")), 200, ACCEPTED);
        assertAnswer(server.post(server.signed("a"), completed("job-1")), 200, ACCEPTED);
        assertAnswer(server.post(server.signed("a"), completed("job-2")), 200, ACCEPTED);

        assertThat(routed).extracting(exchange -> event(exchange).jobId()).containsExactly("job-1", "job-2");
    }

    @Test
    @Survives(37)
    void twoCallbacksAtTheSameMomentRunTheRouteOnceAndAreBothAccepted() throws Exception {
        CountDownLatch inRoute = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        server.run("docproc:webhook", exchange -> {
            routed.add(exchange);
            inRoute.countDown();
            goOn.await();
        });

        CompletableFuture<HttpResponse<String>> first = server.postAsync(server.signed("a"), completed("job-1"));
        inRoute.await();
        CompletableFuture<HttpResponse<String>> second = server.postAsync(server.signed("a"), completed("job-1"));
        await().until(() -> waiting() == 2);
        assertThat(first).isNotDone();
        assertThat(second).isNotDone();
        goOn.countDown();

        assertAnswer(first.get(), 200, ACCEPTED);
        assertAnswer(second.get(), 200, ACCEPTED);
        assertThat(routed).hasSize(1);
    }

    @Test
    void whenTheRouteFailsForTwoCallbacksAtTheSameMomentBothAreToldAndARedeliveryRunsIt() throws Exception {
        CountDownLatch inRoute = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        server.run("docproc:webhook", exchange -> {
            routed.add(exchange);
            if (routed.size() == 1) {
                inRoute.countDown();
                goOn.await();
                throw new IllegalStateException("the archive is full");
            }
        });

        CompletableFuture<HttpResponse<String>> first = server.postAsync(server.signed("a"), completed("job-1"));
        inRoute.await();
        CompletableFuture<HttpResponse<String>> second = server.postAsync(server.signed("a"), completed("job-1"));
        await().until(() -> waiting() == 2);
        goOn.countDown();

        assertAnswer(first.get(), 500, FAILED);
        assertAnswer(second.get(), 500, FAILED);
        assertAnswer(server.post(server.signed("a"), completed("job-1")), 200, ACCEPTED);
        assertThat(routed).hasSize(2);
    }

    private int waiting() {
        return ((ShutdownAware) server.context().getRoute("completions").getConsumer()).getPendingExchangesSize();
    }

    @Test
    @Survives(38)
    void aFailedRouteIsNotShownToTheCallerAndRunsAgainWhenTheCallbackIsRepeated() throws Exception {
        server.run("docproc:webhook", exchange -> {
            routed.add(exchange);
            if (routed.size() < 3) {
                exchange.getMessage().setHeader("X-Internal", "10.1.2.3");
                throw new IllegalStateException("the archive is full");
            }
        });

        assertAnswer(server.post(server.signed("a"), completed("job-1")), 500, FAILED);
        assertAnswer(server.post(server.signed("a"), completed("job-1")), 500, FAILED);
        assertAnswer(server.post(server.signed("a"), completed("job-1")), 200, ACCEPTED);
        assertAnswer(server.post(server.signed("a"), completed("job-1")), 200, ACCEPTED);
        assertThat(routed).hasSize(3);
    }

    @Test
    @Survives(40)
    void nothingOfTheRequestButTheCompletionReachesTheRouteOrTheReply() throws Exception {
        run("");

        HttpResponse<String> answer = server.send(CallbackServer.json(URI.create(
                        server.signed("a") + "&CamelFileName=evil&CamelDocprocCorrelationId=evil&colour=evil"))
                .header("CamelFileName", "../evil")
                .header("camelhttpuri", "http://evil.example.com")
                .header("CamelDocprocCorrelationId", "evil")
                .header("CamelHttpResponseCode", "299")
                .header("X-Colour", "evil")
                .header("Cookie", "evil=1")
                .POST(BodyPublishers.ofString(
                        "{\"job_id\":\"job-1\",\"status\":\"completed\",\"result_url\":\"https://r.example.com/1\"}")));

        assertAnswer(answer, 200, ACCEPTED);
        assertThat(answer.headers().toString()).doesNotContain("evil");
        Exchange exchange = routed.get(0);
        assertThat(exchange.getMessage().getHeaders())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "CamelDocprocJobId", "job-1",
                        "CamelDocprocStatus", "completed",
                        "CamelDocprocResultUrl", "https://r.example.com/1",
                        "CamelDocprocCorrelationId", "a"));
        assertThat(exchange.getProperties().toString() + exchange.getVariables())
                .doesNotContain("evil");
        assertThat(exchange.getFromEndpoint().getEndpointUri()).startsWith("docproc:");
    }

    @Test
    void nothingOfTheRequestIsInARefusal() throws Exception {
        run("");

        for (String body : List.of("<script>evil</script>", "{\"job_id\":\"evil\"}", "e".repeat(70_000))) {
            HttpResponse<String> answer = server.send(CallbackServer.json(server.signed("evil"))
                    .header("X-Colour", "evil")
                    .POST(BodyPublishers.ofString(body)));
            assertThat(answer.statusCode()).isIn(400, 413);
            assertThat(answer.body() + answer.headers()).doesNotContain("evil");
        }
    }

    @Test
    @Survives(43)
    void stoppingLetsARunningRouteFinishAndItsSenderGetsTheAnswer() throws Exception {
        CountDownLatch inRoute = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        server.run("docproc:webhook", exchange -> {
            inRoute.countDown();
            goOn.await();
            routed.add(exchange);
        });
        CompletableFuture<HttpResponse<String>> answer = server.postAsync(server.signed("a"), completed("job-1"));
        inRoute.await();

        CompletableFuture<Void> stopped = CompletableFuture.runAsync(server.context()::stop);
        await().until(() -> server.context().isStopping());
        assertThat(answer).isNotDone();
        goOn.countDown();

        assertAnswer(answer.get(), 200, ACCEPTED);
        stopped.get();
        assertThat(routed).hasSize(1);
    }

    @Test
    void aStoppedRouteTakesNothingAndAStartedOneTakesItAgain() throws Exception {
        run("");
        server.context().getRouteController().stopRoute("completions");
        assertThat(server.post(server.signed("a"), completed("job-1")).statusCode())
                .isEqualTo(404);

        server.context().getRouteController().startRoute("completions");

        assertAnswer(server.post(server.signed("a"), completed("job-1")), 200, ACCEPTED);
        assertThat(routed).hasSize(1);
    }

    @Test
    @Survives(45)
    void aThousandEventsAtOnceAreEachAnsweredAndRoutedOnce() throws Exception {
        Semaphore inFlight = new Semaphore(100);
        run("");

        List<CompletableFuture<HttpResponse<String>>> answers = new CopyOnWriteArrayList<>();
        for (int number = 0; number < 1_000; number++) {
            inFlight.acquire();
            answers.add(server.postAsync(server.signed("doc-" + number), completed("job-" + number))
                    .whenComplete((answer, failure) -> inFlight.release()));
        }

        assertThat(answers)
                .allSatisfy(answer -> assertThat(answer.get().statusCode()).isEqualTo(200));
        assertThat(routed).hasSize(1_000);
        assertThat(routed).extracting(exchange -> event(exchange).jobId()).doesNotHaveDuplicates();
        assertThat(routed)
                .allSatisfy(exchange -> assertThat(exchange.getMessage().getHeader("CamelDocprocCorrelationId"))
                        .isEqualTo(event(exchange).jobId().replace("job-", "doc-")));
    }
}
