/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.completion;

import static io.docproc.camel.testkit.CallbackServer.assertResponse;
import static io.docproc.camel.testkit.CallbackServer.completed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.job.CallbackSigner;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.model.ParseCompletion;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.CoversFault;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
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

/** Validation of callback requests, and the parts of them that reach the route. */
class WebhookRequestTest {
    private static final String ACCEPTED = "{\"status\":\"accepted\"}";
    private static final int LIMIT = 200;

    @RegisterExtension
    final CallbackServer server = new CallbackServer();

    private final CopyOnWriteArrayList<Exchange> deliveries = new CopyOnWriteArrayList<>();

    private void run(String options) throws Exception {
        server.run("docproc:webhook" + options, deliveries::add);
    }

    private List<Object> correlationIds() {
        return deliveries.stream()
                .map(exchange -> exchange.getMessage().getHeader("CamelDocprocCorrelationId"))
                .toList();
    }

    private static ParseCompletion event(Exchange exchange) {
        return exchange.getMessage().getBody(ParseCompletion.class);
    }

    @ParameterizedTest
    @CoversFault(33)
    @ValueSource(strings = {"GET", "PUT", "DELETE", "PATCH"})
    void methodsOtherThanPostAreRejected(String method) throws Exception {
        run("");
        HttpResponse<String> response = server.send(
                CallbackServer.json(server.signed("a")).method(method, BodyPublishers.ofString(completed("job-1"))));

        assertThat(response.statusCode()).isEqualTo(405);
        assertThat(deliveries).isEmpty();
    }

    @ParameterizedTest
    @CoversFault(34)
    @CsvSource({
        ",415",
        "application/json,200",
        "application/json; charset=utf-8,200",
        "Application/JSON;charset=UTF-8,200",
        "text/plain,415",
        "application/x-www-form-urlencoded,415",
        "application/jsonp,415",
        "multipart/form-data; boundary=x,415"
    })
    void onlyJsonIsAccepted(String contentType, int status) throws Exception {
        run("");
        HttpRequest.Builder request =
                HttpRequest.newBuilder(server.signed("a")).POST(BodyPublishers.ofString(completed("job-1")));
        HttpResponse<String> response =
                server.send(contentType == null ? request : request.header("Content-Type", contentType));

        assertResponse(
                response,
                status,
                status == 200 ? ACCEPTED : "{\"status\":\"only uncompressed application/json is allowed\"}");
        assertThat(deliveries).hasSize(status == 200 ? 1 : 0);
    }

    @ParameterizedTest
    @CoversFault(35)
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
                "{\"job_id\":\"job-1\",\"status\":\" \\t\"}",
                "{\"job_id\":\"job-1\",\"status\":\"completed\"}{\"job_id\":\"job-2\",\"status\":\"completed\"}",
                "{\"job_id\":null,\"status\":\"completed\"}",
                "{\"job_id\":\"job-1\"}",
                "{\"job_id\":\"job-1\",\"status\":true}",
                "{\"job_id\":\"job-1\",\"status\":\"completed\",\"result_url\":{}}"
            })
    void aBodyThatIsNotACompletionIsRejected(String body) throws Exception {
        run("");

        assertResponse(
                server.post(server.signed("a"), body),
                400,
                "{\"status\":\"the body is not a JSON object with the strings job_id and status\"}");
        assertThat(deliveries).isEmpty();
    }

    @ParameterizedTest
    @CoversFault({14, 35})
    @ValueSource(strings = {"failed", "archived"})
    void aFailedJobWithoutResultAndAnUnknownStatusReachTheRoute(String status) throws Exception {
        run("");
        assertResponse(
                server.post(
                        server.signed("a.pdf"),
                        "{\"job_id\":\"job-1\",\"status\":\"" + status + "\",\"message\":\"page 3\",\"pages\":7}"),
                200,
                ACCEPTED);

        assertThat(event(deliveries.get(0)))
                .isEqualTo(new ParseCompletion("job-1", status, null, "page 3", Map.of("pages", 7)));
        assertThat(deliveries.get(0).getMessage().getHeaders())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "Content-Type",
                        "application/json",
                        "CamelDocprocJobId",
                        "job-1",
                        "CamelDocprocStatus",
                        status,
                        "CamelDocprocMessage",
                        "page 3",
                        "CamelDocprocCorrelationId",
                        "a.pdf"));
    }

    @ParameterizedTest
    @CoversFault(36)
    @CsvSource({"-1,200", "0,200", "1,413", "100000,413"})
    void aBodyIsAcceptedUpToMaxCallbackSize(int excess, int status) throws Exception {
        run("?maxCallbackSize=" + LIMIT);
        String event = completed("job-1");
        String padded = event + " ".repeat(LIMIT + excess - event.length());

        assertThat(server.post(server.signed("a"), padded).statusCode()).isEqualTo(status);
        assertThat(server.send(CallbackServer.json(server.signed("a"))
                                .POST(BodyPublishers.ofInputStream(
                                        () -> new ByteArrayInputStream(padded.getBytes(StandardCharsets.UTF_8)))))
                        .statusCode())
                .as("in chunks, without a length")
                .isEqualTo(status);
        assertThat(deliveries).hasSize(status == 200 ? 1 : 0);
    }

    @Test
    @CoversFault(36)
    void aCompressedBodyIsRejectedUnread() throws Exception {
        run("");

        HttpResponse<String> response = server.send(CallbackServer.json(server.signed("a"))
                .header("Content-Encoding", "gzip")
                .POST(BodyPublishers.ofByteArray(compressionBomb())));

        assertThat(response.statusCode()).isEqualTo(415);
        assertThat(deliveries).isEmpty();
    }

    private static byte[] compressionBomb() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write((completed("job-1") + " ".repeat(20 * 1024 * 1024)).getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    @Test
    @CoversFault(40)
    void onlyTheCompletionReachesTheRouteAndTheResponse() throws Exception {
        run("");

        HttpResponse<String> response = server.send(CallbackServer.json(URI.create(
                        server.signed("a") + "&CamelFileName=evil&CamelDocprocCorrelationId=evil&colour=evil"))
                .header("CamelFileName", "../evil")
                .header("camelhttpuri", "http://evil.example.com")
                .header("CamelDocprocCorrelationId", "evil")
                .header("CamelHttpResponseCode", "299")
                .header("X-Colour", "evil")
                .header("Cookie", "evil=1")
                .POST(BodyPublishers.ofString(
                        "{\"job_id\":\"job-1\",\"status\":\"completed\",\"result_url\":\"https://r.example.com/1\"}")));

        assertResponse(response, 200, ACCEPTED);
        assertThat(response.headers().toString()).doesNotContain("evil");
        Exchange exchange = deliveries.get(0);
        assertThat(exchange.getMessage().getHeaders())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "Content-Type",
                        "application/json",
                        "CamelDocprocJobId",
                        "job-1",
                        "CamelDocprocStatus",
                        "completed",
                        "CamelDocprocResultUrl",
                        "https://r.example.com/1",
                        "CamelDocprocCorrelationId",
                        "a"));
        assertThat(exchange.getProperties().toString() + exchange.getVariables())
                .doesNotContain("evil");
        assertThat(exchange.getFromEndpoint().getEndpointUri()).startsWith("docproc:");
    }

    private static final String OLD_SECRET = "the-secret-of-last-year";

    private void assertUnauthorized(String url) throws Exception {
        HttpResponse<String> response = server.post(URI.create(url), completed("job-1"));
        assertThat(response.statusCode()).isEqualTo(401);
        assertThat(response.body()).isEqualTo("{\"status\":\"signature missing, wrong or expired\"}");
        assertThat(deliveries).isEmpty();
    }

    private String signed(String secret, Duration age) {
        return new CallbackSigner(secret, Clock.offset(Clock.systemUTC(), age.negated()))
                .sign(server.address(), "a", Duration.ofHours(1))
                .toString();
    }

    /** The table of all changed queries is tested with {@code CallbackSigner}. */
    @Test
    @CoversFault(31)
    void aCallbackWithoutValidSignatureIsRejected() throws Exception {
        run("");
        String signed = signed(CallbackServer.SECRET, Duration.ZERO);

        assertUnauthorized(server.address().toString());
        assertUnauthorized(server.address() + "?");
        assertUnauthorized(signed.replaceFirst("&signature=.*", ""));
        assertUnauthorized(signed.replaceFirst("signature=..", "signature=AA"));
        assertUnauthorized(signed.replace("correlationId=a", "correlationId=b"));
        assertUnauthorized(signed.replaceFirst("expires=(\\d+)", "expires=9$1"));
        assertUnauthorized(signed.replaceFirst("expires=\\d+", "expires=soon"));
        assertUnauthorized(signed + "&correlationId=a");
        assertUnauthorized(signed("another-secret-of-theirs", Duration.ZERO));
        assertUnauthorized(signed(CallbackServer.SECRET, Duration.ofHours(2)));
    }

    @Test
    @CoversFault(31)
    void aSignatureForOneDocumentCannotCompleteAnotherJob() throws Exception {
        MemoryJobRepository jobRepository = new MemoryJobRepository();
        jobRepository.submitted(new SubmittedJob("job-a", "a", CallbackServer.PATH, Instant.now(), 0));
        jobRepository.submitted(new SubmittedJob("job-1", "b", CallbackServer.PATH, Instant.now(), 0));
        server.component().setJobRepository(jobRepository);
        run("");

        assertUnauthorized(server.signed("a").toString());
        assertThat(jobRepository.size()).isEqualTo(2);

        assertThat(server.post(server.signed("b"), completed("job-1")).statusCode())
                .isEqualTo(200);
        assertThat(correlationIds()).containsExactly("b");
    }

    @ParameterizedTest
    @CoversFault(32)
    @CsvSource({"the-secret-of-last-year,200", "correct-horse-battery-staple,200", "the-secret-of-long-ago,401"})
    void duringARotationBothSecretsAreAccepted(String secret, int status) throws Exception {
        server.configuration().setCallbackSecret(CallbackServer.SECRET + ", " + OLD_SECRET);
        run("");

        assertThat(server.post(URI.create(signed(secret, Duration.ZERO)), completed("job-1"))
                        .statusCode())
                .isEqualTo(status);
    }

    @Test
    @CoversFault(44)
    void aConsumerWithoutSecretDoesNotStart() {
        server.configuration().setCallbackSecret(null);

        assertThatThrownBy(() -> run("")).rootCause().hasMessageContaining("callbackSecret");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void withoutRequireSignatureUnsignedCallbacksAreAccepted(boolean secret) throws Exception {
        if (!secret) {
            server.configuration().setCallbackSecret(null);
        }
        run("?requireSignature=false");

        assertThat(server.post(server.address(), completed("job-1")).statusCode())
                .isEqualTo(200);
        assertThat(server.post(server.signed("a"), completed("job-2")).statusCode())
                .isEqualTo(200);
        assertThat(correlationIds()).containsExactly(null, secret ? "a" : null);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "too-short",
                "long-enough-to-be-a-secret,short",
                "long-enough-to-be-a-secret,,another-long-secret"
            })
    void aSecretThatIsTooShortIsRejectedAndNotShown(String secrets) {
        server.configuration().setCallbackSecret(secrets);

        assertThatThrownBy(() -> run(""))
                .rootCause()
                .hasMessageContaining("at least 16")
                .hasMessageNotContaining("short,")
                .hasMessageNotContaining("too-short")
                .hasMessageNotContaining("long-enough");
    }
}
