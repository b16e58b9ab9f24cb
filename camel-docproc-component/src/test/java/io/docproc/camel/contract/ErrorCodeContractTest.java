/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.error.DocprocAuthenticationException;
import io.docproc.camel.error.DocprocBalanceException;
import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidRequestException;
import io.docproc.camel.error.DocprocPartialFailureException;
import io.docproc.camel.error.DocprocPasswordException;
import io.docproc.camel.error.DocprocRateLimitException;
import io.docproc.camel.error.DocprocServerException;
import io.docproc.camel.error.DocprocServiceNotEnabledException;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.Matrix;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Exceptions and retryability for each error code of the interface document. */
class ErrorCodeContractTest {
    private static final Map<Class<? extends DocprocException>, Set<Integer>> CODES = Map.of(
            DocprocAuthenticationException.class, Set.of(40101, 40102, 40103),
            DocprocBalanceException.class, Set.of(40003, 40307),
            DocprocServiceNotEnabledException.class, Set.of(40007, 40008),
            DocprocInvalidRequestException.class, Set.of(40004, 40400, 40427, 40429),
            DocprocDocumentException.class,
                    Set.of(40301, 40302, 40303, 40304, 40305, 40422, 40424, 40425, 40426, 40428),
            DocprocPasswordException.class, Set.of(40423),
            DocprocRateLimitException.class, Set.of(40306),
            DocprocServerException.class, Set.of(30203, 500, 50011, 50012),
            DocprocPartialFailureException.class, Set.of(50207),
            DocprocException.class, Set.of(40430, 99999));

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @BeforeEach
    void disableTheCooldown() {
        Replies.configure(service, component -> component.setRateLimitCooldown(0));
    }

    static Stream<Arguments> codesAndOperations() {
        return Matrix.of(CODES.entrySet().stream()
                .flatMap(entry -> entry.getValue().stream().flatMap(code -> Stream.of(
                                "crop", "extract", "parseSync", "parseAsync", "balance", "packages", "addField")
                        .map(operation -> Arguments.of(code, entry.getKey(), operation)))));
    }

    @ParameterizedTest(name = "{2}: {0} is a {1}")
    @CoversFault({15, 29})
    @MethodSource("codesAndOperations")
    void eachCodeBecomesItsException(int code, Class<? extends DocprocException> type, String operation) {
        respond(200, "{\"code\":" + code + ",\"message\":\"so it is\",\"x_request_id\":\"r-9\",\"result\":null}");
        DocprocException failure = call(operation);
        assertThat((Throwable) failure).isExactlyInstanceOf(type);
        assertThat(failure.getCode()).isEqualTo(code);
        assertThat(failure.getServiceMessage()).isEqualTo("so it is");
        assertThat(failure.getRequestId()).isEqualTo("r-9");
        assertThat(failure.getHttpStatus()).isEqualTo(200);
        assertThat(failure.getOperation()).isEqualTo(operation);
        assertThat(failure.isRetryable()).isEqualTo(type == DocprocServerException.class);
        assertThat((Throwable) failure)
                .hasMessageContainingAll(
                        operation,
                        String.valueOf(code),
                        "so it is",
                        "requestId=r-9",
                        "httpStatus=200",
                        "retryable=" + failure.isRetryable())
                .hasMessageNotContaining(ServiceDouble.SECRET_CODE);
        assertThat(service.server().getAllServeEvents()).as("no retries").hasSize(1);
    }

    /** A log has one line for each event, and shows it as it is. */
    @ParameterizedTest
    @CoversFault(106)
    @ValueSource(
            strings = {"\\n", "\\r\\n", "\\u001b[31m", "\\u0085", "\\u2028", "\\u2029", "\\u202e", "\\u0000", "\\t"})
    void aTextOfTheServiceForgesNoLineOfALog(String control) {
        String forged = "first" + control + "2026-11-28 ERROR forged";
        service.server()
                .stubFor(any(anyUrl())
                        .willReturn(aResponse()
                                .withHeader("x-request-id", "r\t5")
                                .withBody(
                                        "{\"code\":40004,\"message\":\"" + forged + "\",\"data\":{\"message\":\"detail"
                                                + forged + "\",\"location\":{\"stage\":\"" + forged + "\"}}}")));
        for (String operation : new String[] {"crop", "parseSync", "parseAsync", "balance", "packages"}) {
            DocprocException failure = call(operation);
            assertThat(failure).hasMessageContaining("first").hasMessageContaining("ERROR forged");
            for (String text : List.of(failure.toString(), failure.getServiceMessage(), failure.getRequestId())) {
                assertThat(text).doesNotContainPattern("[\\p{Cc}\\u2028\\u2029\\u202e]");
            }
        }
    }

    @ParameterizedTest
    @CoversFault(15)
    @CsvSource(
            delimiter = '|',
            value = {
                "{'code':40004,'msg':'from finance'}|from finance|''",
                "{'code':'40004','message':'a text for a number'}|a text for a number|''",
                "{'msg':'first','code':40004,'message':'wins'}|wins|''",
                "{'code':40004,'message':'wrong','data':{'message':'File not uploaded'}}|wrong: File not uploaded|''",
                "{'data':{'message':'only here'},'code':40004,'message':null}|only here|''",
                "{'code':40004,'message':'same','data':{'message':'same'}}|same|''",
                "{'code':40004,'x_request_id':'r-3','unknown':[1,{}]}|''|r-3",
                "{'code':40004,'traceId':'t-3'}|''|t-3",
                "{'traceId':'t-3','code':40004,'x_request_id':'r-3'}|''|r-3",
                "{'code':40004,'x_request_id':null,'message':7,'duration':'long'}|7|from-header"
            })
    void theErrorMessageIsReadFromEachEnvelope(String json, String message, String requestId) {
        service.server()
                .stubFor(any(anyUrl())
                        .willReturn(aResponse()
                                .withHeader("x-request-id", requestId.equals("from-header") ? requestId : "")
                                .withBody(json.replace('\'', '"'))));
        for (String operation : new String[] {"crop", "parseSync", "parseAsync", "balance", "packages"}) {
            DocprocException failure = call(operation);
            assertThat(failure.getCode()).isEqualTo(40004);
            assertThat(failure.getServiceMessage()).isEqualTo(message);
            assertThat(failure.getRequestId()).isEqualTo(requestId);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "500,500,DocprocServerException,true",
        "500,200,DocprocServerException,true",
        "503,12345,DocprocServerException,true",
        "502,40003,DocprocBalanceException,false",
        "400,40004,DocprocInvalidRequestException,false",
        "401,40102,DocprocAuthenticationException,false",
        "429,40306,DocprocRateLimitException,false",
        "404,200,DocprocException,false",
        "404,404,DocprocException,false",
        "401,12345,DocprocAuthenticationException,false",
        "429,12345,DocprocRateLimitException,false"
    })
    void theErrorCodeTakesPrecedenceOverTheHttpStatus(int status, int code, String type, boolean retryable) {
        respond(status, "{\"code\":" + code + ",\"message\":\"no\"}");
        for (String operation : new String[] {"crop", "extract", "balance"}) {
            // An error of the account holds the further calls of the account.
            service.component().getConfiguration().setAppId(operation);
            DocprocException failure = call(operation);
            assertThat(failure.getClass().getSimpleName()).isEqualTo(type);
            assertThat(failure.isRetryable()).isEqualTo(retryable);
            assertThat(failure.getHttpStatus()).isEqualTo(status);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "503,DocprocServerException,false",
        "502,DocprocServerException,false",
        "401,DocprocAuthenticationException,false",
        "403,DocprocAuthenticationException,false",
        "429,DocprocRateLimitException,false",
        "402,DocprocException,false",
        "404,DocprocException,false",
        "405,DocprocException,false",
        "407,DocprocException,false"
    })
    void withoutACodeTheHttpStatusSelectsTheException(int status, String type, boolean retryable) {
        respond(status, "{\"error\":\"gateway\"}");
        DocprocException failure = call("crop");
        assertThat(failure.getClass().getSimpleName()).isEqualTo(type);
        assertThat(failure.isRetryable()).isEqualTo(retryable);
        assertThat(failure.getCode()).isZero();
        assertThat(failure.getServiceMessage()).isEmpty();
        assertThat(failure.getReason()).contains("{\"error\":\"gateway\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"title\":\"Unprocessable\",\"status\":422}", "{\"message\":\"no such route\"}"})
    void aResponseWithoutEnvelopeIsDescribed(String body) {
        service.server()
                .stubFor(any(anyUrl())
                        .willReturn(aResponse()
                                .withStatus(422)
                                .withHeader("Content-Type", "application/problem+json")
                                .withBody(body)));

        assertThat((Throwable) call("crop"))
                .isExactlyInstanceOf(DocprocException.class)
                .hasMessageContaining("the response is not the service's (HTTP status 422, content type"
                        + " application/problem+json); it begins: " + body);
    }

    @ParameterizedTest
    @CsvSource({"502,crop,false", "504,extract,false", "502,balance,true", "504,balance,true"})
    void aGatewayErrorIsRetryableOnlyForAGet(int status, String operation, boolean retryable) {
        respond(status, "{\"code\":12345,\"message\":\"bad gateway\"}");
        DocprocException failure = call(operation);
        assertThat((Throwable) failure).isInstanceOf(DocprocServerException.class);
        assertThat(failure.isRetryable()).isEqualTo(retryable);
    }

    @Test
    void aSerializedExceptionKeepsItsFields() throws Exception {
        respond(200, "{\"code\":40003,\"message\":\"recharge\",\"x_request_id\":\"r-9\"}");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(call("crop"));
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            DocprocBalanceException copy = (DocprocBalanceException) in.readObject();
            assertThat(copy.getCode()).isEqualTo(40003);
            assertThat(copy.getRequestId()).isEqualTo("r-9");
        }
    }

    private void respond(int status, String json) {
        service.server()
                .stubFor(any(anyUrl()).willReturn(aResponse().withStatus(status).withBody(json)));
    }

    private DocprocException call(String operation) {
        return Replies.failure(
                switch (operation) {
                    case "extract" ->
                        service.send("docproc:extract", Replies.DOCUMENT, Map.of("CamelDocprocSchema", Replies.SCHEMA));
                    case "addField" ->
                        service.send(
                                "docproc:addField?workflowUrl="
                                        + service.server().baseUrl(),
                                Map.of("name", "total"));
                    case "packages" -> service.send("docproc:packages?apiPath=/ai/service/v1/pdf_to_markdown", null);
                    default -> service.send("docproc:" + operation, Replies.DOCUMENT);
                });
    }
}
