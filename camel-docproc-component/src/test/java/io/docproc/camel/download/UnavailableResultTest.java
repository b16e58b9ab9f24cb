/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.download;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.urlMatching;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.Fault;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.model.ParseCompletion;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.ServiceDouble;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Completed jobs whose result cannot be downloaded. */
@Timeout(60)
class UnavailableResultTest {
    private static final Duration WITHIN_TTL = Duration.ofDays(6);
    private static final Duration AFTER_TTL = Duration.ofDays(8);
    private static final String TTL =
            "the result could not be downloaded within callbackTtl, 604800000 ms after the" + " submission: ";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @RegisterExtension
    final CallbackServer server = new CallbackServer();

    private final MemoryJobRepository jobRepository = new MemoryJobRepository();
    private final List<ParseCompletion> completions = new CopyOnWriteArrayList<>();
    private final List<Object> headers = new CopyOnWriteArrayList<>();

    @BeforeEach
    void useTheService() {
        server.configuration().setBaseUrl(service.address());
        server.component().setJobRepository(jobRepository);
        service.server()
                .stubFor(get(urlMatching("/api/v1/xparse/parse/async/job-1"))
                        .willReturn(okJson("{\"code\":200,\"data\":" + event(resultUrl()) + "}")));
    }

    private void submitted(Duration ago) {
        Instant time = Instant.now().minus(ago);
        jobRepository.submitted(new SubmittedJob("job-1", "a.pdf", CallbackServer.PATH, time, 0));
    }

    private void resultIs(ResponseDefinitionBuilder response) {
        service.respondWith("/results/1", response);
    }

    private String resultUrl() {
        return service.address() + "/results/1";
    }

    private static String event(String resultUrl) {
        return "{\"job_id\":\"job-1\",\"status\":\"completed\",\"result_url\":\"" + resultUrl + "\"}";
    }

    private void run(String options) throws Exception {
        run(options, "");
    }

    /** Runs a route that downloads the results of completed jobs. */
    private void run(String options, String download) throws Exception {
        RouteBuilder.addRoutes(server.context(), routes -> {
            routes.errorHandler(routes.noErrorHandler());
            routes.from("docproc:webhook" + options)
                    .filter(routes.header(DocprocConstants.STATUS).isEqualTo("completed"))
                    .to("docproc:parseResult" + download)
                    .end()
                    .process(this::record);
        });
        server.context().start();
    }

    private void record(Exchange exchange) {
        Message message = exchange.getMessage();
        if (message.getBody() instanceof ParseCompletion completion) {
            completions.add(completion);
        }
        headers.add(message.getHeader(DocprocConstants.STATUS, ""));
        headers.add(message.getHeader(DocprocConstants.MESSAGE, ""));
        headers.add(message.getHeader(DocprocConstants.CORRELATION_ID, ""));
    }

    private int deliver(String resultUrl) throws Exception {
        return server.post(server.signed("a.pdf"), event(resultUrl)).statusCode();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "404|{}|the result URL responds with HTTP status 404; 200 is expected; the result has expired, or belongs to another account",
                "410|{}|the result URL responds with HTTP status 410",
                "200|{\"code\":404,\"message\":\"not found\"}|code 404: not found",
                "200|{\"code\":\"40400\",\"message\":\"gone\"}|code 40400: gone",
                "200|{\"code\":40422,\"message\":\"damaged\"}|code 40422: damaged"
            })
    @CoversFault(63)
    void afterCallbackTtlAJobWithAMissingResultIsDeliveredAsFailed(int status, String body, String reason)
            throws Exception {
        submitted(AFTER_TTL);
        resultIs(aResponse().withStatus(status).withBody(body));
        run("");

        assertThat(deliver(resultUrl())).isEqualTo(200);

        assertThat(completions).singleElement().satisfies(completion -> {
            assertThat(completion.jobId()).isEqualTo("job-1");
            assertThat(completion.status()).isEqualTo("failed");
            assertThat(completion.resultUrl()).isEqualTo(resultUrl());
            assertThat(completion.message()).startsWith(TTL).contains(reason);
        });
        assertThat(headers).containsExactly("failed", completions.get(0).message(), "a.pdf");
        assertThat(jobRepository.size()).isZero();
        assertThat(deliver(resultUrl())).as("a duplicate").isEqualTo(200);
        assertThat(completions).hasSize(1);
    }

    @Test
    @CoversFault(63)
    void beforeCallbackTtlAMissingResultIsRetried() throws Exception {
        submitted(WITHIN_TTL);
        resultIs(aResponse().withStatus(404));
        run("?pollAfter=10");

        await().until(() -> jobRepository.find("job-1").orElseThrow().failureCount() > 2);
        // A callback gets 503 while a poll processes the same job.
        await().untilAsserted(() -> assertThat(deliver(resultUrl())).isEqualTo(500));
        assertThat(completions).isEmpty();

        resultIs(okJson("{\"job_id\":\"job-1\",\"status\":\"found\"}"));
        await().until(() -> jobRepository.size() == 0);
        assertThat(headers).contains("completed");
    }

    private static Stream<Arguments> failuresNotAboutTheJob() {
        Stream<Arguments> statuses = Stream.of(302, 401, 429, 500, 502)
                .map(status -> arguments(status, aResponse().withStatus(status).withHeader("Location", "/login")));
        Stream<Arguments> codes = Stream.of(40003, 40102, 40306, 30203, 50011, 99999)
                .map(code -> arguments(code, okJson("{\"code\":" + code + ",\"message\":\"not now\"}")));
        Stream<Arguments> bodies = Stream.of(
                        "", "<html>maintenance</html>", "[1]", "{}", "{\"markdown\":\"cut", "{\"code\":200}")
                .map(body -> arguments(body, okJson(body)));
        Arguments reset = arguments("reset", aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER));
        return Stream.of(statuses, codes, bodies, Stream.of(reset)).flatMap(cases -> cases);
    }

    @ParameterizedTest(name = "[{index}] {0}")
    @MethodSource("failuresNotAboutTheJob")
    @CoversFault(63)
    void aFailureNotAboutTheJobKeepsItOpen(Object failure, ResponseDefinitionBuilder response) throws Exception {
        submitted(AFTER_TTL);
        resultIs(response);
        run("");

        assertThat(deliver(resultUrl())).isEqualTo(500);
        assertThat(completions).isEmpty();
        assertThat(jobRepository.size()).isEqualTo(1);
        resultIs(okJson("{\"job_id\":\"job-1\",\"status\":\"found\"}"));
        assertThat(deliver(resultUrl())).isEqualTo(200);
        assertThat(jobRepository.size()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "allowedResultHosts=results.example.com,https://other.example.com/1,the result_url is refused: its host"
                + " other.example.com is not in allowedResultHosts; add the host to this option if it belongs to the"
                + " service",
        "maxResultSize=1000,,'the result is larger than maxResultSize, which is 1000 bytes; increase maxResultSize"
                + " to accept it'"
    })
    void aForbiddenUrlOrATooLargeResultIsDeliveredAsFailed(String option, String forbidden, String message)
            throws Exception {
        String url = forbidden == null ? resultUrl() : forbidden;
        submitted(AFTER_TTL);
        resultIs(okJson("{\"markdown\":\"" + "x".repeat(1_000) + "\"}"));
        run("", "?" + option);

        assertThat(deliver(url)).isEqualTo(200);
        assertThat(completions).singleElement().satisfies(completion -> {
            assertThat(completion.resultUrl()).isEqualTo(url);
            assertThat(completion.message()).startsWith(TTL).contains(message);
        });
    }
}
