/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ErrorCodeTest {
    private static final String TABLE = "/interface/error-codes.csv";

    @ParameterizedTest
    @CsvFileSource(resources = TABLE, numLinesToSkip = 1)
    void codeOfInterfaceDocumentMapsToItsException(int code, String meaning, String exception, boolean retryable) {
        DocprocException failure = ErrorCode.exceptionFor(new ServiceFailure("extract", code, meaning, "req-1", 200));

        assertThat(failure.getClass().getSimpleName()).isEqualTo(exception);
        assertThat(failure.isRetryable()).isEqualTo(retryable);
        assertThat(failure.getCode()).isEqualTo(code);
        assertThat(failure)
                .hasMessageStartingWith("extract: " + code + " " + meaning)
                .hasMessageContaining(ErrorCode.of(code).orElseThrow().advice("extract"))
                .hasMessageEndingWith("[requestId=req-1, httpStatus=200, retryable=" + retryable + "]");
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
    @CsvFileSource(resources = TABLE, numLinesToSkip = 1)
    void refusalByComponentMapsToTheExceptionOfTheServicesError(
            int code, String meaning, String exception, boolean retryable) {
        DocprocException refusal = ErrorCode.of(code).orElseThrow().refusal("crop", meaning);

        assertThat(refusal.getClass().getSimpleName()).isEqualTo(exception);
        assertThat(refusal.isRetryable()).isEqualTo(retryable);
        assertThat(refusal.getHttpStatus()).isZero();
        assertThat(refusal.getRequestId()).isEmpty();
        assertThat(refusal).hasMessageContaining("requestId=none, httpStatus=none");
    }

    @ParameterizedTest
    @ValueSource(ints = {40426, 400, 404, 1, -1, Integer.MAX_VALUE})
    void unlistedCodeMapsToRootExceptionWithAllDetails(int code) {
        DocprocException failure =
                ErrorCode.exceptionFor(new ServiceFailure("crop", code, "something new", "req-2", 200));

        assertThat(failure).isExactlyInstanceOf(DocprocException.class);
        assertThat(failure.isRetryable()).isFalse();
        assertThat(failure)
                .hasMessage("crop: " + code + " something new [requestId=req-2, httpStatus=200, retryable=false]");
    }

    @ParameterizedTest
    @CsvSource({
        "500, POST, true",
        "503, POST, true",
        "502, POST, false",
        "504, POST, false",
        "599, POST, false",
        "500, GET, true",
        "502, GET, true",
        "503, GET, true",
        "504, GET, true",
        "502, '', false"
    })
    void serverStatusIsRetryableUnlessThePostMayHaveBeenForwarded(int status, String method, boolean retryable) {
        DocprocException failure = ErrorCode.exceptionFor(new ServiceFailure("crop", 0, "", "", status, method));

        assertThat(failure).isInstanceOf(DocprocServerException.class);
        assertThat(failure.isRetryable()).isEqualTo(retryable);
        assertThat(failure.getHttpStatus()).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({
        "401, 0, DocprocAuthenticationException",
        "403, 0, DocprocAuthenticationException",
        "429, 0, DocprocRateLimitException",
        "429, 12345, DocprocRateLimitException",
        "403, 40003, DocprocBalanceException"
    })
    void clientStatusMapsToItsException(int status, int code, String exception) {
        DocprocException failure = ErrorCode.exceptionFor(new ServiceFailure("crop", code, "", "", status, "POST"));

        assertThat(failure.getClass().getSimpleName()).isEqualTo(exception);
        assertThat(failure.isRetryable()).isFalse();
    }

    @Test
    void listedCodeTakesPrecedenceOverStatus() {
        assertThat(ErrorCode.exceptionFor(new ServiceFailure("crop", 40003, "no money", "", 503)))
                .isInstanceOf(DocprocBalanceException.class);
    }

    @Test
    void clientStatusWithoutCodeIsNotRetryable() {
        DocprocException failure = ErrorCode.exceptionFor(new ServiceFailure("crop", 0, "Not Found", "", 404));

        assertThat(failure).isExactlyInstanceOf(DocprocException.class);
        assertThat(failure).hasMessage("crop: Not Found [requestId=none, httpStatus=404, retryable=false]");
    }
}
