/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.testkit.ComponentJson;
import io.docproc.camel.testkit.TestContexts;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.tooling.model.BaseOptionModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Exceptions: their mapping from codes and HTTP statuses, their properties, advice and retryable flag. */
final class DocprocExceptionTest {
    private static final String TABLE = "/interface/error-codes.csv";

    private static final Set<String> OPTIONS = ComponentJson.model().getEndpointOptions().stream()
            .map(BaseOptionModel::getName)
            .filter(name -> !name.equals(name.toLowerCase(Locale.ROOT)))
            .collect(Collectors.toSet());

    /** Simple prefers a method of that name to the getter, also a static one with parameters. */
    @ParameterizedTest
    @ValueSource(strings = {"retryable", "unsent", "code", "requestId", "reason", "operation", "httpStatus"})
    void routesReadEachPropertyOfAnException(String property) throws Exception {
        DocprocTransportException failure = DocprocTransportException.notSent(
                ServiceFailure.local("crop", 0, "the application stops"), new IOException("closed"));
        try (DefaultCamelContext context = TestContexts.create()) {
            Exchange exchange = new DefaultExchange(context);
            exchange.setException(failure);

            Object value = context.resolveLanguage("simple")
                    .createExpression("${exception." + property + "}")
                    .evaluate(exchange, Object.class);

            assertThat(value).isEqualTo(properties(failure).get(property));
        }
    }

    private static Map<String, Object> properties(DocprocTransportException failure) {
        return Map.of(
                "retryable", failure.isRetryable(),
                "unsent", failure.isUnsent(),
                "code", failure.getCode(),
                "requestId", failure.getRequestId(),
                "reason", failure.getReason(),
                "operation", failure.getOperation(),
                "httpStatus", failure.getHttpStatus());
    }

    @Test
    void aRefusalSaysHowOftenTheDocumentWasSentAndWhatReleasesIt() throws Exception {
        Instant since = Instant.parse("2026-03-01T12:00:00.123Z");
        Instant accepted = since.plusSeconds(600);
        String key = "0123456789abcdef".repeat(4);

        DocprocUnansweredException refusal = (DocprocUnansweredException)
                copyThroughSerialization(new DocprocUnansweredException("crop", key, 3, since, accepted));

        assertThat(refusal)
                .hasMessageContaining("sent 3 times since 2026-03-01T12:00:00Z")
                .hasMessageContaining("the outcome is unknown and each call may be billed; nothing was sent")
                .hasMessageContaining("accepted again at 2026-03-01T12:10:00Z")
                .hasMessageContaining("delete the entry " + key)
                .hasMessageContaining("storeResult=false")
                .hasMessageContaining("maxUnansweredCalls")
                .hasMessageEndingWith("retryable=false]");
        assertThat(refusal.isRetryable()).isFalse();
        assertThat(refusal.getCount()).isEqualTo(3);
        assertThat(refusal.getSince()).isEqualTo(since);
        assertThat(refusal.getAcceptedAgain()).isEqualTo(accepted);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 3, -1",
        "2, 3, -1",
        "3, 3, 10",
        "4, 3, 20",
        "5, 3, 40",
        "10, 3, 1280",
        "11, 3, 1440",
        "2147483647, 1, 1440",
        "2147483647, 0, -1"
    })
    void theRefusalDoublesWithEachCallUpToADay(int count, int maximum, int minutes) {
        Instant last = Instant.parse("2026-03-01T12:00:00Z");

        assertThat(DocprocUnansweredException.refusedUntil(count, last, maximum))
                .isEqualTo(minutes < 0 ? Optional.empty() : Optional.of(last.plusSeconds(60L * minutes)));
    }

    private static DocprocException copyThroughSerialization(DocprocException sent) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(sent);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (DocprocException) in.readObject();
        }
    }

    @Test
    void noCodeIsListedBeyondTheInterfaceDocument() throws IOException {
        try (InputStream table = getClass().getResourceAsStream(TABLE)) {
            Set<Integer> documented = new String(table.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .skip(1)
                    .map(line -> Integer.valueOf(line.substring(0, line.indexOf(','))))
                    .collect(Collectors.toSet());

            assertThat(Arrays.stream(ErrorCode.values()).map(ErrorCode::code))
                    .containsExactlyInAnyOrderElementsOf(documented);
        }
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

    @ParameterizedTest
    @CsvSource({
        "40424, extract, check pageStart and pageCount",
        "40424, parseSync, check pageRange",
        "40424, parseAsync, check pageRange",
        "50207, call, (the exception contains the partial response)",
        "50207, extract, with partialFailure=accept it becomes the body",
        "50207, parseSync, with partialFailure=accept it becomes the body",
        "40423, crop, send the document without a password",
        "40400, updateTable, check workflowUrl",
        "40427, call, 72",
        "40429, extract, (the engine is not supported or the PDF has no content; check parseMode and the document)"
    })
    void theMessageContainsTheAdviceForTheOperation(int code, String operation, String advice) {
        DocprocException failure = ErrorCode.exceptionFor(new ServiceFailure(operation, code, "words", "", 200));

        assertThat(failure).hasMessageContaining(advice);
        assertThat(failure.getServiceMessage()).isEqualTo("words");
    }
}
