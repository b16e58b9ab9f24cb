/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import static io.docproc.camel.CallbackServer.assertAnswer;
import static io.docproc.camel.CallbackServer.completed;
import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPOutputStream;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which requests are taken for callbacks, and what of them reaches the route. */
class WebhookRequestTest {
    private static final String ACCEPTED = "{\"status\":\"accepted\"}";
    private static final int LIMIT = 200;

    @RegisterExtension
    final CallbackServer server = new CallbackServer();

    private final CopyOnWriteArrayList<Exchange> routed = new CopyOnWriteArrayList<>();

    private void run(String options) throws Exception {
        server.run("docproc:webhook" + options, routed::add);
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

        assertAnswer(server.post(server.signed("a"), body), 400, "{\"status\":\"the body is not a JSON object with the strings job_id and status\"}");
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
        run("?maxCallbackSize=" + LIMIT);
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

    @ParameterizedTest
    @Survives(36)
    @ValueSource(ints = {Integer.MAX_VALUE, Integer.MAX_VALUE - 1, Integer.MAX_VALUE - 8})
    void theLargestLimitsAcceptACallback(int limit) throws Exception {
        run("?maxCallbackSize=" + limit);

        assertThat(server.post(server.signed("a"), completed("job-1")).statusCode())
                .isEqualTo(200);
        assertThat(routed).hasSize(1);
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
}
