/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import org.apache.camel.RuntimeCamelException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DocprocExceptionTest {
    private static final ServiceFailure NOTHING_KNOWN = new ServiceFailure(null, 0, null, null, 0);

    @Test
    void whatIsNotKnownIsEmptyAndNeverReadsNull() {
        DocprocException failure = new DocprocException(NOTHING_KNOWN);

        assertThat(failure.getOperation()).isEmpty();
        assertThat(failure.getServiceMessage()).isEmpty();
        assertThat(failure.getRequestId()).isEmpty();
        assertThat(failure.getMessage())
                .doesNotContain("null")
                .contains("[requestId=none, httpStatus=none, retryable=false]");
    }

    @Test
    void everyExceptionOfTheComponentIsOneThatCamelKnows() {
        assertThat(new DocprocException(NOTHING_KNOWN)).isInstanceOf(RuntimeCamelException.class);
    }

    @Test
    void aTransportFailureIsRetryableOnlyWhenNothingCanHaveArrived() {
        IOException cause = new IOException("reset");

        DocprocException before = DocprocTransportException.repeatable(NOTHING_KNOWN, cause);
        DocprocException after = DocprocTransportException.mayHaveArrived(NOTHING_KNOWN, cause);

        assertThat(before.isRetryable()).isTrue();
        assertThat(after.isRetryable()).isFalse();
        assertThat(after).hasCause(cause).hasMessageContaining("retryable=false");
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
    void anAnswerThatIsNotTheServicesIsRetryableAsItsHttpStatusSays(int status, String method, boolean retryable) {
        ServiceFailure failure = new ServiceFailure("crop", 0, "not the service's", "", status, method);

        DocprocInvalidResponseException exception =
                new DocprocInvalidResponseException(failure, "<html>", new IOException());

        assertThat(exception.isRetryable()).isEqualTo(retryable);
        assertThat(exception.getExcerpt()).isEqualTo("<html>");
        assertThat(exception).hasMessageContaining("not the service's; it begins: <html>");
    }

    @Test
    void withoutAnExcerptNothingIsSaidOfABeginning() {
        DocprocInvalidResponseException exception =
                new DocprocInvalidResponseException(ServiceFailure.local("crop", 0, "empty"), "", null);

        assertThat(exception.getMessage()).doesNotContain("begins", "null");
    }

    @Test
    void aPartialFailureCarriesWhatSucceeded() {
        Object part = new Object();

        assertThat(new DocprocPartialFailureException(NOTHING_KNOWN, part).getPartialAnswer())
                .isSameAs(part);
    }

    @Test
    void anUnreadableDocumentKeepsItsCause() {
        IOException cause = new IOException("disk");

        assertThat(new DocprocDocumentException(NOTHING_KNOWN, cause)).hasCause(cause);
    }

    @Test
    void aPasswordFailureIsADocumentFailure() {
        assertThat(new DocprocPasswordException(NOTHING_KNOWN)).isInstanceOf(DocprocDocumentException.class);
    }

    @Test
    void aFailureThatTravelsToAnotherMachineStillTellsEverything() throws Exception {
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
