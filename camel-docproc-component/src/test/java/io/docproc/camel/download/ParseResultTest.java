/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.download;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocAuthenticationException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocJobException;
import io.docproc.camel.error.DocprocPartialFailureException;
import io.docproc.camel.error.DocprocRateLimitException;
import io.docproc.camel.error.DocprocServerException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.model.ParseCompletion;
import io.docproc.camel.model.ParseJob;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.TempFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.ResolveEndpointFailedException;
import org.apache.camel.StreamCache;
import org.apache.camel.builder.RouteBuilder;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Download of the result of a job with {@code parseResult}. */
@Timeout(60)
class ParseResultTest {
    private static final String DOCUMENT = "{ \"markdown\":\"# März\",\"elements\":[{\"type\":\"title\"}] }";
    private static final String ENVELOPE =
            "{\"code\":200,\"message\":\"success\",\"x_request_id\":\"r-1\",\"data\":" + DOCUMENT + "}";
    private static final String STATUS = "/api/v1/xparse/parse/async/job-1";
    private static final String RESULT = "/results/1";

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

    private String resultUrl() {
        return service.server().baseUrl() + RESULT;
    }

    private void statusIs(String status, String fields) {
        service.server()
                .stubFor(get(urlEqualTo(STATUS))
                        .willReturn(okJson("{\"code\":200,\"data\":{\"job_id\":\"job-1\",\"status\":\"" + status + "\","
                                + fields + "}}")));
    }

    private void resultIs(String json) {
        service.server().stubFor(get(urlEqualTo(RESULT)).willReturn(okJson(json)));
    }

    private List<String> requests() {
        return service.server().getAllServeEvents().stream()
                .map(event -> event.getRequest().getUrl())
                .toList();
    }

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

    @Test
    void theHeadersAreThoseOfTheEnvelope() {
        assertThat(service.call("docproc:parseResult", "job-1").getHeaders())
                .containsEntry(DocprocConstants.CODE, 200)
                .containsEntry(DocprocConstants.MESSAGE, "success")
                .containsEntry(DocprocConstants.REQUEST_ID, "r-1");
    }

    @Test
    void aCompletedJobInTheBodyNeedsNoStatusRequest() {
        service.call("docproc:parseResult", new ParseJob("job-1", null, "completed", resultUrl(), null, null));
        service.call("docproc:parseResult", new ParseCompletion("job-1", "completed", resultUrl(), null, null));

        assertThat(requests()).containsExactly(RESULT, RESULT);
    }

    @Test
    void anotherOrAnUnfinishedJobInTheBodyNeedsAStatusRequest() {
        ParseJob other =
                new ParseJob("job-2", null, "completed", service.server().baseUrl() + "/other", null, null);
        service.call("docproc:parseResult?jobId=job-1", other);
        service.call("docproc:parseResult", new ParseJob("job-1", null, null, null, null, null));
        service.call(
                "docproc:parseResult",
                "job-1",
                Map.of(DocprocConstants.RESULT_URL, service.server().baseUrl() + "/other"));

        assertThat(requests()).containsExactly(RESULT, STATUS, RESULT, STATUS, RESULT, STATUS);
    }

    @Test
    void anExpiredUrlInTheBodyNeedsAStatusRequest() {
        ParseJob expired =
                new ParseJob("job-1", null, "completed", service.server().baseUrl() + "/expired", null, null);

        assertThat(service.call("docproc:parseResult", expired).getBody(String.class))
                .isEqualTo(DOCUMENT);
        assertThat(requests()).containsExactly(RESULT, STATUS, "/expired");
    }

    @Test
    void theExpiryOfTheUrlIsSuppressedByAFailureOfTheStatusRequest() {
        service.server().stubFor(get(urlEqualTo(RESULT)).willReturn(aResponse().withStatus(410)));
        service.server().stubFor(get(urlEqualTo(STATUS)).willReturn(aResponse().withStatus(503)));
        ParseJob job = new ParseJob("job-1", null, "completed", resultUrl(), null, null);

        DocprocInvalidResponseException failure =
                service.failure(DocprocInvalidResponseException.class, "docproc:parseResult", job);

        assertThat(failure.getSuppressed())
                .singleElement()
                .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
                .isInstanceOf(DocprocJobException.class)
                .hasMessageContaining("HTTP status 410");
    }

    @Test
    void aUrlThatHasAlsoExpiredAfterTheStatusRequestIsAJobException() {
        service.server().stubFor(get(urlEqualTo(RESULT)).willReturn(aResponse().withStatus(410)));
        ParseJob job = new ParseJob("job-1", null, "completed", resultUrl(), null, null);

        DocprocJobException failure = service.failure(DocprocJobException.class, "docproc:parseResult", job);

        assertThat(failure.isRetryable()).isFalse();
        assertThat(failure).hasMessageContaining("HTTP status 410");
        assertThat(requests()).containsExactly(RESULT, STATUS, RESULT);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCallAfterTheStopOfTheComponentIsATransportFailure(boolean bodyHasUrl) {
        service.call("docproc:parseResult", "job-1");
        service.component().stop();
        ParseJob job = new ParseJob("job-1", null, "completed", bodyHasUrl ? resultUrl() : null, null, null);

        assertThat(service.failure(DocprocTransportException.class, "docproc:parseResult?synchronous=true", job))
                .hasMessageContaining("the component is stopped");
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
    void aFailedJobHasNoResult() {
        statusIs("failed", "\"message\":\"page 3 is damaged\"");

        DocprocJobException failure = service.failure(DocprocJobException.class, "docproc:parseResult", "job-1");

        assertThat(failure.isRetryable()).isFalse();
        assertThat(failure).hasMessageContaining("parse job job-1 has failed: page 3 is damaged");
    }

    @Test
    void theMessageOfAFailedJobIsRedactedAndShortened() {
        statusIs("failed", "\"message\":\"" + ServiceDouble.SECRET_CODE + " " + "x".repeat(100_000) + "\"");

        DocprocJobException failure = service.failure(DocprocJobException.class, "docproc:parseResult", "job-1");

        assertThat(failure.getMessage())
                .contains("has failed: xxxxxx x")
                .doesNotContain(ServiceDouble.SECRET_CODE)
                .hasSizeLessThan(5_000);
    }

    @Test
    void aCompletedJobWithoutUrlIsAnInvalidResponse() {
        statusIs("completed", "\"result_url\":null");

        assertThat(service.failure(DocprocInvalidResponseException.class, "docproc:parseResult", "job-1"))
                .hasMessageContaining("data.result_url");
    }

    @Test
    void redeliveryPollsUntilTheJobHasCompleted() throws Exception {
        service.server()
                .stubFor(get(urlEqualTo(STATUS))
                        .inScenario("job")
                        .whenScenarioStateIs(Scenario.STARTED)
                        .willSetStateTo("completed")
                        .willReturn(okJson("{\"code\":200,\"data\":{\"job_id\":\"job-1\",\"status\":\"pending\"}}")));
        service.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(defaultErrorHandler().maximumRedeliveries(3).redeliveryDelay(0));
                from("direct:poll").to("docproc:parseResult");
            }
        });

        assertThat(service.call("direct:poll", "job-1").getBody(String.class)).isEqualTo(DOCUMENT);
    }

    @ParameterizedTest
    @CsvSource({
        "404,DocprocJobException,false",
        "410,DocprocJobException,false",
        "401,DocprocAuthenticationException,false",
        "429,DocprocRateLimitException,false",
        "500,DocprocServerException,true",
        "302,DocprocException,false"
    })
    void anHttpErrorOfTheResultHasItsException(int status, String exception, boolean retryable) {
        service.server().stubFor(get(urlEqualTo(RESULT)).willReturn(aResponse().withStatus(status)));

        assertFailure(exception, retryable, "HTTP status " + status);
    }

    @ParameterizedTest
    @CsvSource({
        "40102,DocprocAuthenticationException,false",
        "40306,DocprocRateLimitException,false",
        "40422,DocprocJobException,false",
        "50011,DocprocServerException,true"
    })
    void anErrorCodeOfTheResultHasItsException(int code, String exception, boolean retryable) {
        resultIs("{\"code\":" + code + ",\"message\":\"not now\"}");

        assertFailure(exception, retryable, code + ": not now");
    }

    private void assertFailure(String exception, boolean retryable, String message) {
        Exchange exchange = service.send("docproc:parseResult", "job-1");

        DocprocException failure = Replies.failure(exchange);
        assertThat(failure.getClass().getSimpleName()).isEqualTo(exception);
        assertThat(failure.isRetryable()).isEqualTo(retryable);
        assertThat(failure)
                .hasMessageContaining("the result of parse job job-1 could not be downloaded")
                .hasMessageContaining(message);
        assertThat(List.of(
                        DocprocJobException.class,
                        DocprocAuthenticationException.class,
                        DocprocRateLimitException.class,
                        DocprocServerException.class,
                        DocprocException.class))
                .contains(failure.getClass());
    }

    @Test
    void aBrokenConnectionIsRetryable() {
        service.server()
                .stubFor(get(urlEqualTo(RESULT)).willReturn(aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER)));

        assertThat(service.failure(DocprocTransportException.class, "docproc:parseResult", "job-1")
                        .isRetryable())
                .isTrue();
        TempFolder.awaitEmpty(spool);
    }

    @Test
    void aMalformedResultIsCarriedWhole() {
        String malformed = "{\"elements\":[{\"text\":\"a\"},#," + "1,".repeat(200_000) + "2]}";
        resultIs(malformed);

        DocprocInvalidResponseException failure =
                service.failure(DocprocInvalidResponseException.class, "docproc:parseResult", "job-1");

        assertThat(service.context().getTypeConverter().convertTo(String.class, failure.getResponse()))
                .isEqualTo(malformed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"http://169.254.169.254/latest", "ftp://files.example.com/1", "https://other.example.com/1"})
    void aUrlThatIsNotAllowedIsRefused(String url) {
        ParseJob job = new ParseJob("job-1", null, "completed", url, null, null);

        assertThat(service.failure(
                        DocprocJobException.class, "docproc:parseResult?allowedResultHosts=results.example.com", job))
                .hasMessageContaining("the result_url is refused");
        service.assertNothingSent();
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
}
