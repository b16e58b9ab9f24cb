/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.docproc.camel.error.DocprocException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EnvelopeTest {
    @Test
    void code200WithSuccessStatusSucceeds() {
        assertThatCode(() -> envelope(200, 200, "success").requireSuccess(() -> "partial"))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({"200, 40004", "200, 0", "404, 0", "500, 200", "403, 200"})
    void anyOtherCodeOrStatusFails(int status, int code) {
        assertThatExceptionOfType(DocprocException.class)
                .isThrownBy(() -> envelope(status, code, "words").requireSuccess(() -> "partial"))
                .satisfies(failure -> {
                    assertThat(failure.getHttpStatus()).isEqualTo(status);
                    assertThat(failure.getServiceMessage()).isEqualTo("words");
                    assertThat(failure.getRequestId()).isEqualTo("req-1");
                });
    }

    @Test
    void detailIsAppendedToMessageOnce() {
        Envelope envelope = envelope(200, 40004, "Invalid params");

        assertThat(envelope.withDetail(Optional.of("File not uploaded")).message())
                .isEqualTo("Invalid params: File not uploaded");
        assertThat(envelope.withDetail(Optional.of("Invalid params")).message()).isEqualTo("Invalid params");
        assertThat(envelope.withDetail(Optional.of(" ")).message()).isEqualTo("Invalid params");
        assertThat(envelope.withDetail(Optional.empty()).message()).isEqualTo("Invalid params");
        assertThat(envelope(200, 40004, "").withDetail(Optional.of("detail")).message())
                .isEqualTo("detail");
    }

    private static Envelope envelope(int status, int code, String message) {
        return new Envelope("crop", ServiceCall.Method.POST, status, code, message, "", "req-1", "", Optional.empty());
    }
}
