/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.error.DocprocAccountException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.Matrix;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Exceptions and retryability for each error code of the interface document. */
class ErrorCodeContractTest {
    private static final Set<String> ACCOUNT_ERRORS = Set.of(
            "DocprocAuthenticationException",
            "DocprocBalanceException",
            "DocprocServiceNotEnabledException",
            "DocprocRateLimitException");

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @BeforeEach
    void disableTheCooldown() {
        Replies.configure(service, component -> component.setRateLimitCooldown(0));
    }

    /** The codes of the interface document, and an unknown one. */
    static Stream<Arguments> codesAndOperations() throws IOException {
        try (InputStream table = ErrorCodeContractTest.class.getResourceAsStream("/interface/error-codes.csv")) {
            List<String> rows = new String(table.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            return Matrix.of(Stream.concat(rows.stream().skip(1), Stream.of("99999,unknown,DocprocException,false,all"))
                    .map(row -> row.split(","))
                    .flatMap(row -> Stream.of(
                                    "crop", "extract", "parseSync", "parseAsync", "balance", "packages", "addField")
                            .map(operation -> Arguments.of(
                                    Integer.valueOf(row[0]),
                                    row[row.length - 3],
                                    Boolean.valueOf(row[row.length - 2]),
                                    operation))));
        }
    }

    @ParameterizedTest(name = "{3}: {0} is a {1}")
    @CoversFault({15, 29})
    @MethodSource("codesAndOperations")
    void eachCodeBecomesItsException(int code, String type, boolean retryable, String operation) {
        respond(200, "{\"code\":" + code + ",\"message\":\"so it is\",\"x_request_id\":\"r-9\",\"result\":null}");
        DocprocException failure = call(operation);
        assertThat(failure.getClass().getSimpleName()).isEqualTo(type);
        assertThat(failure instanceof DocprocAccountException).isEqualTo(ACCOUNT_ERRORS.contains(type));
        assertThat(failure.getCode()).isEqualTo(code);
        assertThat(failure.getServiceMessage()).isEqualTo("so it is");
        assertThat(failure.getRequestId()).isEqualTo("r-9");
        assertThat(failure.getHttpStatus()).isEqualTo(200);
        assertThat(failure.getOperation()).isEqualTo(operation);
        assertThat(failure.isRetryable()).isEqualTo(retryable);
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
