/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.CapturedLog;
import io.docproc.camel.testkit.Json;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.io.IOException;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Error responses of REST routes. */
final class ErrorResponseTest {
    private static final String ROUTE =
            """
            - route:
                errorHandler:
                  noErrorHandler: {}
                from:
                  uri: direct:page
                  steps:
                    - doTry:
                        steps:
                          - to:
                              uri: docproc:crop
                        doCatch:
                          - exception: [java.lang.Exception]
                            steps:
                              - process:
                                  ref: "#class:io.docproc.camel.error.ErrorResponseProcessor"
            """;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @ParameterizedTest
    @CsvSource({
        "40004, 200, 400",
        "40400, 200, 400",
        "40302, 200, 422",
        "40423, 200, 422",
        "40306, 200, 429",
        "40102, 200, 503",
        "40003, 200, 503",
        "40008, 200, 503",
        "500, 200, 502",
        "50207, 200, 502",
        "99999, 200, 502",
        "0, 504, 502"
    })
    void theStatusFollowsFromTheException(int code, int httpStatus, int suggested) {
        ErrorResponse response = ErrorResponse.of(
                ErrorCode.exceptionFor(new ServiceFailure("crop", code, "at /srv/secret", "r-1", httpStatus, "POST")));

        assertThat(response.httpStatus()).isEqualTo(suggested);
        assertThat(response.toJson()).doesNotContain("secret");
    }

    @Test
    void aJobThatHasNotCompletedIsAConflict() {
        ServiceFailure failure = ServiceFailure.local("parseResult", 0, "at https://results.example.com");

        assertThat(ErrorResponse.of(DocprocJobException.notCompleted(failure, "job-1", "pending")))
                .isEqualTo(new ErrorResponse(409, 0, "the parse job has not completed", "parseResult", "", true));
        assertThat(ErrorResponse.of(DocprocJobException.withoutResult(failure, "job-1", "failed", null)))
                .isEqualTo(new ErrorResponse(422, 0, "the parse job has no result", "parseResult", "", false));
    }

    @Test
    void aCallWithoutResponseAndAnUnsentOneDiffer() {
        ServiceFailure failure = ServiceFailure.local("crop", 0, "https://service.example.com: refused");

        assertThat(ErrorResponse.of(DocprocTransportException.withoutRetry(failure, null)))
                .isEqualTo(new ErrorResponse(504, 0, "the service did not respond", "crop", "", false));
        assertThat(ErrorResponse.of(DocprocTransportException.notSent(failure, null)))
                .isEqualTo(new ErrorResponse(503, 0, "the call was not sent", "crop", "", true));
    }

    @Test
    void anotherExceptionIsAnInternalError() {
        assertThat(ErrorResponse.of(new IllegalStateException("jdbc:password=secret"))
                        .toJson())
                .isEqualTo("{\"status\":500,\"code\":0,\"message\":\"the request failed\",\"operation\":\"\","
                        + "\"request_id\":\"\",\"retryable\":false}");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theFailureOfAStepIsLoggedOnceWithItsCauseAndNotReturned(boolean error) throws Exception {
        RouteBuilder.addRoutes(service.context(), routes -> {
            routes.onException(Exception.class).handled(true).process(new ErrorResponseProcessor());
            routes.from("direct:page").routeId("pages").process(exchange -> {
                if (error) {
                    throw new NoClassDefFoundError("com/example/Index");
                }
                throw new IllegalStateException("the index is broken", new IOException("disk full"));
            });
        });
        try (CapturedLog log = new CapturedLog()) {
            Exchange exchange = service.send("direct:page", Replies.JPEG, Map.of("password", "in a header"));

            assertThat(exchange.getMessage().getBody(String.class))
                    .contains("\"the request failed\"")
                    .doesNotContain("index", "disk");
            assertThat(log.text())
                    .contains("ERROR", "route pages", exchange.getExchangeId(), "status 500")
                    .containsOnlyOnce("ErrorResponseProcessor -")
                    .contains(
                            error
                                    ? "java.lang.NoClassDefFoundError: com/example/Index"
                                    : "java.lang.IllegalStateException: the index is broken")
                    .doesNotContain(ServiceDouble.SECRET_CODE, "in a header");
            assertThat(log.text().lines().filter(line -> line.equals("Caused by: java.io.IOException: disk full")))
                    .hasSize(error ? 0 : 1);
        }
    }

    @Test
    void aRouteInYamlReturnsTheFailureOfTheServiceAndLogsItInOneLine() throws Exception {
        service.server()
                .stubFor(Stubs.ok(
                        Replies.CROP_PATH,
                        "{\"code\":40301,\"message\":\"type tex of " + ServiceDouble.SECRET_CODE
                                + "\",\"x_request_id\":\"r-9\"}"));
        PluginHelper.getRoutesLoader(service.context()).loadRoutes(ResourceHelper.fromString("route.yaml", ROUTE));
        try (CapturedLog log = new CapturedLog()) {
            Exchange exchange = service.send("direct:page", Replies.JPEG, Map.of("internal", "value"));

            assertThat(exchange.getException()).isNull();
            assertThat(exchange.getMessage().getHeaders())
                    .containsOnlyKeys(Exchange.HTTP_RESPONSE_CODE, Exchange.CONTENT_TYPE)
                    .containsEntry(Exchange.HTTP_RESPONSE_CODE, 422);
            Json.assertEqual(
                    exchange.getMessage().getBody(String.class),
                    "{\"status\":422,\"code\":40301,\"message\":\"the document cannot be processed\","
                            + "\"operation\":\"crop\",\"request_id\":\"r-9\",\"retryable\":false}");
            assertThat(log.text().lines().filter(line -> line.contains("ErrorResponseProcessor")))
                    .singleElement(InstanceOfAssertFactories.STRING)
                    .contains("WARN", "status 422", "40301", "r-9")
                    .doesNotContain(ServiceDouble.SECRET_CODE);
            assertThat(log.text()).doesNotContain("\tat ");
        }
    }
}
