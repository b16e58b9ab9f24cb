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

    @Test
    void clientStatusWithoutCodeIsNotRetryable() {
        DocprocException failure = ErrorCode.exceptionFor(new ServiceFailure("crop", 0, "Not Found", "", 404));

        assertThat(failure).isExactlyInstanceOf(DocprocException.class);
        assertThat(failure).hasMessage("crop: Not Found [requestId=none, httpStatus=404, retryable=false]");
    }
}
