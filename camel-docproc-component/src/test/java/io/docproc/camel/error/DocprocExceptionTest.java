/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.testkit.CapturedLog;
import io.docproc.camel.testkit.ComponentJson;
import io.docproc.camel.testkit.Json;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.apache.camel.tooling.model.BaseOptionModel;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Exceptions: their mapping from codes and HTTP statuses, their properties, advice and retryable flag. */
final class DocprocExceptionTest {
    private static final Set<String> OPTIONS = ComponentJson.model().getEndpointOptions().stream()
            .map(BaseOptionModel::getName)
            .filter(name -> !name.equals(name.toLowerCase(Locale.ROOT)))
            .collect(Collectors.toSet());

    /** Simple prefers a method of that name to the getter, also a static one with parameters. */
    @Test
    void routesReadEachPropertyOfAnException() {
        Exchange exchange = new DefaultExchange(service.context());
        exchange.setException(DocprocTransportException.notSent(
                ServiceFailure.local("crop", 0, "the application stops"), new IOException("closed")));

        assertThat(service.context()
                        .resolveLanguage("simple")
                        .createExpression("${exception.retryable} ${exception.unsent} ${exception.code}"
                                + " ${exception.requestId}${exception.operation} ${exception.httpStatus}"
                                + " ${exception.reason}")
                        .evaluate(exchange, String.class))
                .startsWith("true true 0 crop 0 the application stops");
    }

    @ParameterizedTest
    @CsvSource({"2, 3, -1", "3, 3, 10", "11, 3, 1440", "2147483647, 1, 1440", "2147483647, 0, -1"})
    void theRefusalDoublesWithEachCallUpToADay(int count, int maximum, int minutes) {
        Instant last = Instant.parse("2026-03-01T12:00:00Z");

        assertThat(DocprocUnansweredException.refusedUntil(count, last, maximum))
                .isEqualTo(minutes < 0 ? Optional.empty() : Optional.of(last.plusSeconds(60L * minutes)));
    }

    @ParameterizedTest
    @EnumSource
    void adviceNamesOnlyOptionsOfTheOperation(ErrorCode code) {
        for (DocprocOperation operation : DocprocOperation.values()) {
            assertThat(optionsIn(code.advice(operation.name())))
                    .as("advice for %s", operation)
                    .allMatch(name -> {
                        var owners = ComponentJson.options().having(name);
                        return owners.isEmpty() || owners.contains(operation);
                    });
        }
        assertThat(optionsIn(code.advice()))
                .as("general advice")
                .allMatch(name -> ComponentJson.options().having(name).isEmpty());
    }

    private static Stream<String> optionsIn(String advice) {
        return Arrays.stream(advice.split("[^A-Za-z]+")).filter(OPTIONS::contains);
    }

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

    static Stream<Arguments> failuresAndResponses() {
        ServiceFailure job = ServiceFailure.local("parseResult", 0, "at https://results.example.com");
        ServiceFailure call = ServiceFailure.local("crop", 0, "https://service.example.com: refused");
        return Stream.of(
                Arguments.of(
                        DocprocJobException.notCompleted(job, "job-1", "pending"),
                        new ErrorResponse(409, 0, "the parse job has not completed", "parseResult", "", true)),
                Arguments.of(
                        DocprocJobException.withoutResult(job, "job-1", "failed", null),
                        new ErrorResponse(422, 0, "the parse job has no result", "parseResult", "", false)),
                Arguments.of(
                        DocprocTransportException.withoutRetry(call, null),
                        new ErrorResponse(504, 0, "the service did not respond", "crop", "", false)),
                Arguments.of(
                        DocprocTransportException.notSent(call, null),
                        new ErrorResponse(503, 0, "the call was not sent", "crop", "", true)),
                Arguments.of(
                        new IllegalStateException("jdbc:password=secret"),
                        new ErrorResponse(500, 0, "the request failed", "", "", false)));
    }

    @ParameterizedTest
    @MethodSource("failuresAndResponses")
    void theResponseSaysWhatAClientMayKnow(Exception failure, ErrorResponse response) {
        assertThat(ErrorResponse.of(failure)).isEqualTo(response);
    }

    @Test
    void theFailureOfAStepIsLoggedOnceWithItsCauseAndNotReturned() throws Exception {
        service.route(routes -> {
            routes.onException(Exception.class).handled(true).process(new ErrorResponseProcessor());
            routes.from("direct:page").routeId("pages").process(exchange -> {
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
                    .contains("java.lang.IllegalStateException: the index is broken")
                    .containsOnlyOnce("Caused by: java.io.IOException: disk full")
                    .doesNotContain(ServiceDouble.SECRET_CODE, "in a header");
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

    @Test
    void aCallThatACircuitBreakerRejectsIsLoggedInOneLine() {
        Exchange exchange = new DefaultExchange(service.context());
        exchange.setException(new IllegalStateException("CircuitBreaker 'a' is OPEN"));
        exchange.setProperty(ExchangePropertyKey.CIRCUIT_BREAKER_RESPONSE_REJECTED, true);
        try (CapturedLog log = new CapturedLog()) {
            new ErrorResponseProcessor().process(exchange);

            assertThat(log.text().lines())
                    .singleElement(InstanceOfAssertFactories.STRING)
                    .contains("WARN", "status 503: a circuit breaker has rejected the call");
        }
        Json.assertEqual(
                exchange.getMessage().getBody(String.class),
                "{\"status\":503,\"code\":0,\"message\":\"the call was not sent\",\"operation\":\"\","
                        + "\"request_id\":\"\",\"retryable\":true}");
    }
}
