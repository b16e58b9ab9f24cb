/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.download;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.tomakehurst.wiremock.http.Fault;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocJobException;
import io.docproc.camel.error.DocprocPartialFailureException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.model.ParseCompletion;
import io.docproc.camel.model.ParseJob;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.RawServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.TempFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Message;
import org.apache.camel.ResolveEndpointFailedException;
import org.apache.camel.StreamCache;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Download of the result of a job with {@code parseResult}. */
class ParseResultTest {
    @ParameterizedTest
    @ValueSource(strings = {DOCUMENT, ENVELOPE, "{\"data\":" + DOCUMENT + ",\"code\":200}"})
    void theResultIsReadWithAndWithoutEnvelope(String result) {
        resultIs(result);

        Message message = service.call("docproc:parseResult", " job-1\n");

        assertThat(message.getBody(String.class)).isEqualTo(DOCUMENT);
        assertThat(message.getHeader(DocprocConstants.JOB_ID)).isEqualTo("job-1");
        assertThat(message.getHeader(DocprocConstants.STATUS)).isEqualTo("completed");
        assertThat(message.getHeader(DocprocConstants.RESULT_URL)).isEqualTo(resultUrl());
        assertThat(requests()).containsExactly(RESULT, STATUS);
        for (String output : List.of("markdown", "elements")) {
            assertThat(service.call("docproc:parseResult?jobId=job-1&output=" + output, null)
                            .getBody())
                    .isInstanceOf(output.equals("markdown") ? StreamCache.class : Iterable.class);
        }
        assertThat(service.call("docproc:parseResult?output=response", "job-1").getBody(String.class))
                .isEqualTo(result);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/r/合同.json?Signature=a%2Bb | /r/%E5%90%88%E5%90%8C.json?Signature=a%2Bb",
                "/r/a b.json?x=a b+c&y=%20%e5 | /r/a%20b.json?x=a%20b+c&y=%20%e5",
                "/r/scan[1].json?x[0]=1 | /r/scan%5B1%5D.json?x[0]=1",
                "/r/100%.json?x=%zz | /r/100%25.json?x=%25zz",
                "/r/{a}^`\"<>\\.json | /r/%7Ba%7D%5E%60%22%3C%3E%5C.json",
                "/r/e\u0301é😀.json | /r/e%CC%81%C3%A9%F0%9F%98%80.json",
                "//r/./a/..;p=1/%2F%2f//b.json?u=http://h/?q&&=#part | //r/./a/..;p=1/%2F%2f//b.json?u=http://h/?q&&=",
                "?Signature=%E5合 | /?Signature=%E5%E5%90%88"
            })
    void onlyTheIllegalCharactersOfAResultUrlAreEscaped(String given, String requested) throws IOException {
        String path = given.replace("\\u0301", "\u0301");
        try (RawServer server = new RawServer(connection -> {
            connection.readRequest();
            connection.respond(200, "application/json", DOCUMENT);
        })) {
            service.configuration().setBaseUrl(server.url());

            Message message = service.call(
                    "docproc:parseResult",
                    new ParseJob("job-1", null, "completed", server.url() + path + "\n", null, null));

            assertThat(message.getBody(String.class)).isEqualTo(DOCUMENT);
            assertThat(server.requests())
                    .singleElement(InstanceOfAssertFactories.STRING)
                    .startsWith("GET " + requested + " HTTP/1.1\r\n");
        }
    }

    @Test
    void aCompletedJobInTheBodyNeedsNoStatusRequest() {
        service.call("docproc:parseResult", new ParseJob("job-1", null, "completed", resultUrl(), null, null));
        service.call("docproc:parseResult", new ParseCompletion("job-1", "completed", resultUrl(), null, null));

        assertThat(requests()).containsExactly(RESULT, RESULT);
        service.server()
                .verify(
                        2,
                        getRequestedFor(urlEqualTo(RESULT))
                                .withHeader("x-ti-secret-code", equalTo(ServiceDouble.SECRET_CODE)));
    }

    @Test
    void aCompletionThatAQueueHasConvertedToJsonIsRead() {
        ParseCompletion completion = new ParseCompletion("job-1", "completed", resultUrl(), null, null);
        byte[] json = service.context().getTypeConverter().convertTo(byte[].class, completion);

        assertThat(service.call("docproc:parseResult", json).getBody(String.class))
                .isEqualTo(DOCUMENT);
        assertThat(requests()).containsExactly(RESULT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"{\"job_id\": | a ParseCompletion", "{} | job_id is missing"})
    void jsonThatIsNeitherAJobNorACompletionIsRefused(String body, String message) {
        assertThat(service.refused("docproc:parseResult", body)).hasMessageContaining(message);
    }

    @Test
    void theIdentityOfTheDocumentIsKeptAlsoAfterAFailureUnlessTheJobIsAnotherOne() {
        Map<String, Object> identity =
                Map.of(DocprocConstants.JOB_ID, "job-1", DocprocConstants.CORRELATION_ID, "a.pdf");
        for (String uri :
                List.of("docproc:parseResult", "docproc:parseStatus", "docproc:parseResult?maxResultSize=1")) {
            assertThat(service.send(uri, "job-1", identity).getMessage().getHeaders())
                    .containsAllEntriesOf(identity);
        }

        assertThat(service.call(
                                "docproc:parseStatus?jobId=job-1",
                                null,
                                Map.of(DocprocConstants.JOB_ID, "job-2", DocprocConstants.CORRELATION_ID, "b.pdf"))
                        .getHeaders())
                .containsEntry(DocprocConstants.JOB_ID, "job-1")
                .doesNotContainKey(DocprocConstants.CORRELATION_ID);
    }

    @Test
    void anotherOrAnUnfinishedJobInTheBodyNeedsAStatusRequest() {
        ParseJob other = new ParseJob("job-2", null, "completed", service.address() + "/other", null, null);
        service.call("docproc:parseResult?jobId=job-1", other);
        service.call("docproc:parseResult", new ParseJob("job-1", null, null, null, null, null));
        service.call("docproc:parseResult", "job-1", Map.of(DocprocConstants.RESULT_URL, service.address() + "/other"));

        assertThat(requests()).containsExactly(RESULT, STATUS, RESULT, STATUS, RESULT, STATUS);
    }

    @Test
    void anExpiredUrlInTheBodyNeedsAStatusRequest() {
        ParseJob expired = new ParseJob("job-1", null, "completed", service.address() + "/expired", null, null);

        assertThat(service.call("docproc:parseResult", expired).getBody(String.class))
                .isEqualTo(DOCUMENT);
        assertThat(requests()).containsExactly(RESULT, STATUS, "/expired");
    }

    @Test
    void aPartialResultIsCarriedOrAccepted() {
        String partial = ENVELOPE.replace("200", "50207");
        resultIs(partial);

        DocprocPartialFailureException failure =
                service.failure(DocprocPartialFailureException.class, "docproc:parseResult", "job-1");
        Message accepted = service.call("docproc:parseResult?partialFailure=accept", "job-1");

        assertThat(service.context().getTypeConverter().convertTo(String.class, failure.getPartialResponse()))
                .isEqualTo(DOCUMENT);
        assertThat(failure).hasMessageContaining("with partialFailure=accept it becomes the body");
        assertThat(accepted.getBody(String.class)).isEqualTo(DOCUMENT);
        assertThat(accepted.getHeader(DocprocConstants.CODE)).isEqualTo(50207);
    }

    @ParameterizedTest
    @CsvSource({
        "410,{},HTTP status 410",
        "404,gone,HTTP status 404",
        "200,'{\"code\":404,\"message\":\"none\"}',code 404: none"
    })
    void aUrlThatHasAlsoExpiredAfterTheStatusRequestIsAJobException(int status, String body, String reason) {
        service.respondWith(RESULT, aResponse().withStatus(status).withBody(body));
        ParseJob job = new ParseJob("job-1", null, "completed", resultUrl(), null, null);

        DocprocJobException failure = service.failure(DocprocJobException.class, "docproc:parseResult", job);

        assertThat(failure.isRetryable()).isFalse();
        assertThat(failure)
                .hasMessageContaining(reason)
                .hasMessageContaining("the result has expired, or belongs to another account");
        assertThat(requests()).containsExactly(RESULT, STATUS, RESULT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pending", "in_progress"})
    void aJobThatHasNotCompletedIsRetryable(String status) {
        statusIs(status, "\"file_id\":\"f\"");

        DocprocJobException failure = service.failure(DocprocJobException.class, "docproc:parseResult", "job-1");

        assertThat(failure.isRetryable()).isTrue();
        assertThat(failure.getJobId()).isEqualTo("job-1");
        assertThat(failure.getStatus()).isEqualTo(status);
        assertThat(failure).hasMessageContaining("parse job job-1 has not completed; its status is '" + status + "'");
    }

    @Test
    void aFailedJobHasNoResultAndItsMessageIsRedactedAndShortened() {
        statusIs("failed", "\"message\":\"page 3: " + ServiceDouble.SECRET_CODE + " " + "x".repeat(100_000) + "\"");
        DocprocJobException failure = service.failure(DocprocJobException.class, "docproc:parseResult", "job-1");

        assertThat(failure.isRetryable()).isFalse();
        assertThat(failure.getMessage())
                .contains("parse job job-1 has failed: page 3: xxxxxx x")
                .doesNotContain(ServiceDouble.SECRET_CODE)
                .hasSizeLessThan(5_000);
    }

    @Test
    void aCompletedJobWithoutUrlIsAnInvalidResponse() {
        statusIs("completed", "\"result_url\":null");

        assertThat(service.failure(DocprocInvalidResponseException.class, "docproc:parseResult", "job-1"))
                .hasMessageContaining("data.result_url");
    }

    /** Statuses below 1,000, and codes of the service. */
    @ParameterizedTest
    @CsvSource({
        "404,DocprocJobException,false",
        "410,DocprocJobException,false",
        "401,DocprocAuthenticationException,false",
        "429,DocprocRateLimitException,false",
        "500,DocprocServerException,true",
        "302,DocprocException,false",
        "40102,DocprocAuthenticationException,false",
        "40306,DocprocRateLimitException,false",
        "40422,DocprocJobException,false",
        "50011,DocprocServerException,true"
    })
    void anErrorOfTheResultHasItsException(int code, String exception, boolean retryable) {
        service.respondWith(
                RESULT,
                code < 1_000
                        ? aResponse().withStatus(code)
                        : okJson("{\"code\":" + code + ",\"message\":\"not now\"}"));
        DocprocException failure = Replies.failure(service.send("docproc:parseResult", "job-1"));

        assertThat(failure.getClass().getSimpleName()).isEqualTo(exception);
        assertThat(failure.isRetryable()).isEqualTo(retryable);
        assertThat(failure)
                .hasMessageContaining("the result of parse job job-1 could not be downloaded")
                .hasMessageContaining(code < 1_000 ? "HTTP status " + code : code + ": not now");
    }

    @Test
    void aBrokenConnectionIsRetryable() {
        service.respondWith(RESULT, aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER));

        assertThat(service.failure(DocprocTransportException.class, "docproc:parseResult", "job-1")
                        .isRetryable())
                .isTrue();
        TempFolder.awaitEmpty(spool);
    }

    @Test
    void aResultAboveTheMaximumSizeIsRefused() {
        assertThat(service.failure(DocprocJobException.class, "docproc:parseResult?maxResultSize=50", "job-1"))
                .hasMessageContaining("larger than maxResultSize, which is 50 bytes");
        assertThatThrownBy(() -> service.context().getEndpoint("docproc:parseResult?maxResultSize=0"))
                .isInstanceOf(ResolveEndpointFailedException.class)
                .rootCause()
                .hasMessageContaining("Option maxResultSize of docproc:parseResult is '0'");
    }

    @ParameterizedTest
    @CoversFault(42)
    @ValueSource(
            strings = {
                "",
                "# not json",
                "[1]",
                "{ }",
                "{\"markdown\":\"cut",
                DOCUMENT + DOCUMENT,
                "{\"code\":200,\"data\":null}",
                "{\"code\":200,\"data\":\"later\"}"
            })
    void aResultWithoutADocumentIsAnInvalidResponse(String result) {
        resultIs(result);

        service.failure(DocprocInvalidResponseException.class, "docproc:parseResult", "job-1");
        TempFolder.awaitEmpty(spool);
    }

    @ParameterizedTest
    @CoversFault(42)
    @ValueSource(strings = {"callTimeout", "maxResultSize"})
    void anEndlessResultIsAbortedAndItsConnectionClosed(String limit) throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        String more = limit.equals("callTimeout") ? " " : "12345678,".repeat(10_000);
        try (RawServer endless = new RawServer(connection -> {
            connection.readRequest();
            try {
                connection
                        .write("HTTP/1.1 200 OK\r\nContent-Length: 500000000\r\n\r\n{\"elements\":[")
                        .writeUntilClientCloses(more);
            } finally {
                closed.countDown();
            }
        })) {
            service.configuration().setBaseUrl(endless.url());
            service.configuration().setCallTimeout(limit.equals("callTimeout") ? 500 : 60_000);
            ParseJob job = new ParseJob("job-1", null, "completed", endless.url() + RESULT, null, null);

            assertThat(service.send("docproc:parseResult?responseTimeout=5m&maxResultSize=1000000", job)
                            .getException())
                    .hasMessageContaining(limit);
            assertThat(closed.await(30, TimeUnit.SECONDS)).isTrue();
            TempFolder.awaitEmpty(spool);
        }
    }

    @Test
    @CoversFault(41)
    void aRedirectIsNotFollowed() {
        service.respondWith(RESULT, aResponse().withStatus(302).withHeader("Location", resultUrl() + "/other"));

        assertThat(Replies.failure(service.send("docproc:parseResult", "job-1")))
                .hasMessageContaining("302");
        assertThat(requests()).containsExactly(RESULT, STATUS);
    }

    static final String DOCUMENT = "{ \"markdown\":\"# März\",\"elements\":[{\"type\":\"title\"}] }";

    static final String ENVELOPE =
            "{\"code\":200,\"message\":\"success\",\"x_request_id\":\"r-1\",\"data\":" + DOCUMENT + "}";

    static final String STATUS = "/api/v1/xparse/parse/async/job-1";

    static final String RESULT = "/results/1";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @TempDir
    Path spool;

    @BeforeEach
    void completeTheJob() {
        service.context().getStreamCachingStrategy().setSpoolDirectory(spool.toFile());
        statusIs("completed", "\"result_url\":\"" + resultUrl() + "\"");
        resultIs(ENVELOPE);
    }

    String resultUrl() {
        return service.address() + RESULT;
    }

    void statusIs(String status, String fields) {
        service.respondWith(
                STATUS,
                okJson("{\"code\":200,\"data\":{\"job_id\":\"job-1\",\"status\":\"" + status + "\"," + fields + "}}"));
    }

    void resultIs(String json) {
        service.respondWith(RESULT, okJson(json));
    }

    List<String> requests() {
        return service.server().getAllServeEvents().stream()
                .map(event -> event.getRequest().getUrl())
                .toList();
    }

    @ParameterizedTest
    @CoversFault(41)
    @ValueSource(
            strings = {
                "http://results.example.com/1",
                "https://results.example.com:8443/1",
                "http://localhost:1/1",
                "http://127.0.0.1/1",
                "https://user@results.example.com/1",
                "http://user:secret@localhost/1",
                "ftp://results.example.com/1",
                "jar:https://results.example.com/x.jar!/1",
                "//results.example.com/1",
                "https://",
                "https:results.example.com",
                "https://other.example.com/1",
                "https://results.example.com.evil.example.com/1",
                "not a url"
            })
    void aUrlThatIsNotAllowedIsRefused(String url) {
        ParseJob job = new ParseJob("job-1", null, "completed", url, null, null);
        assertThat(service.failure(
                        DocprocJobException.class, "docproc:parseResult?allowedResultHosts=Results.example.com", job))
                .hasMessageContaining("the result_url is refused");
        service.assertNothingSent();
    }

    @ParameterizedTest
    @CoversFault(41)
    @ValueSource(strings = {"https://localhost/1", "HTTPS://LOCALHOST:443/1?x=y", "https://10.0.0.1/1"})
    void anInternalAddressIsRefusedUnlessItIsThatOfTheService(String url) {
        service.configuration()
                .setBaseUrl("http://127.0.0.1:" + service.server().port());
        ParseJob job = new ParseJob("job-1", null, "completed", url, null, null);
        assertThat((Throwable) Replies.failure(service.send("docproc:parseResult", job)))
                .hasMessageContaining("internal address");
        service.assertNothingSent();
    }
}
