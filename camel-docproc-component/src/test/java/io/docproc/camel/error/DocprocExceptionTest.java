/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.TestContexts;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DocprocExceptionTest {
    private static final ServiceFailure WITHOUT_DETAILS = new ServiceFailure(null, 0, null, null, 0);

    @Test
    void absentDetailsAreEmptyAndNeverReadNull() {
        DocprocException failure = new DocprocException(WITHOUT_DETAILS);

        assertThat(failure.getOperation()).isEmpty();
        assertThat(failure.getServiceMessage()).isEmpty();
        assertThat(failure.getRequestId()).isEmpty();
        assertThat(failure.getMessage())
                .doesNotContain("null")
                .contains("[requestId=none, httpStatus=none, retryable=false]");
    }

    @Test
    void transportFailureIsRetryableOnlyIfNothingArrived() {
        IOException cause = new IOException("reset");

        DocprocException before = DocprocTransportException.withRetry(WITHOUT_DETAILS, cause);
        DocprocException after = DocprocTransportException.withoutRetry(WITHOUT_DETAILS, cause);

        assertThat(before.isRetryable()).isTrue();
        assertThat(after.isRetryable()).isFalse();
        assertThat(after).hasCause(cause).hasMessageContaining("retryable=false");
    }

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

    @ParameterizedTest
    @CsvSource({
        "200, POST, false",
        "404, POST, false",
        "499, GET, false",
        "500, POST, true",
        "503, POST, true",
        "502, POST, false",
        "504, POST, false",
        "502, GET, true",
        "504, GET, true"
    })
    void foreignResponseIsRetryableDependingOnHttpStatus(int status, String method, boolean retryable) {
        ServiceFailure failure = new ServiceFailure("crop", 0, "not the service's", "", status, method);

        DocprocInvalidResponseException exception =
                new DocprocInvalidResponseException(failure, "<html>", new IOException());

        assertThat(exception.isRetryable()).isEqualTo(retryable);
        assertThat(exception.getExcerpt()).isEqualTo("<html>");
        assertThat(exception).hasMessageContaining("not the service's; it begins: <html>");
    }

    @Test
    void serializedExceptionKeepsItsDetails() throws Exception {
        DocprocException sent =
                ErrorCode.exceptionFor(new ServiceFailure("crop", 40306, "QPS limit exceeded", "req-3", 200));

        DocprocException received = copyThroughSerialization(sent);

        assertThat(received).isInstanceOf(DocprocRateLimitException.class).hasMessage(sent.getMessage());
        assertThat(received.getCode()).isEqualTo(40306);
        assertThat(received.getRequestId()).isEqualTo("req-3");
        assertThat(received.getOperation()).isEqualTo("crop");
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
}
