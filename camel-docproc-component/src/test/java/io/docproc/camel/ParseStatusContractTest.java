/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.error.DocprocInvalidRequestException;
import io.docproc.camel.model.ParseJob;
import java.util.Map;
import org.apache.camel.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code parseStatus} asks, and what it makes of the answer. */
class ParseStatusContractTest {
    private static final String COMPLETED = "{\"code\":200,\"message\":\"success\",\"x_request_id\":\"r-1\",\"data\":"
            + "{\"job_id\":\"job-1\",\"file_id\":\"f-1\",\"status\":\"completed\",\"result_url\":\"https://r.example.com\"}}";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @Test
    void theJobInTheBodyIsAskedAbout() {
        service.answers(COMPLETED);

        Message answer = service.call("docproc:parseStatus", " job-1\n");

        assertThat(service.onlyRequest().getMethod().getName()).isEqualTo("GET");
        assertThat(service.onlyRequest().getUrl()).isEqualTo("/api/v1/xparse/parse/async/job-1");
        assertThat(service.onlyRequest().getBody()).isEmpty();
        assertThat(service.onlyHeaders()).containsExactlyInAnyOrderEntriesOf(ServiceDouble.withCredentials());
        assertThat(answer.getBody())
                .isEqualTo(new ParseJob("job-1", "f-1", "completed", "https://r.example.com", null, Map.of()));
        assertThat(answer.getHeader("CamelDocprocJobId")).isEqualTo("job-1");
        assertThat(answer.getHeader("CamelDocprocStatus")).isEqualTo("completed");
        assertThat(answer.getHeader("CamelDocprocResultUrl")).isEqualTo("https://r.example.com");
        assertThat(answer.getHeader("CamelDocprocRequestId")).isEqualTo("r-1");
    }

    @Test
    void aParseJobInTheBodyIsAskedAbout() {
        service.answers(COMPLETED);

        service.call("docproc:parseStatus", new ParseJob("job-7", null, null, null, null, Map.of()));

        assertThat(service.onlyRequest().getUrl()).isEqualTo("/api/v1/xparse/parse/async/job-7");
    }

    @Test
    void theHeaderWinsOverTheOptionAndTheOptionOverTheBody() {
        service.answers(COMPLETED);

        service.call("docproc:parseStatus?jobId=option", "body");
        service.call("docproc:parseStatus?jobId=option", "body", Map.of("CamelDocprocJobId", "header"));

        assertThat(service.server().getAllServeEvents())
                .extracting(event -> event.getRequest().getUrl())
                .containsExactlyInAnyOrder("/api/v1/xparse/parse/async/option", "/api/v1/xparse/parse/async/header");
    }

    @Test
    void aFailedJobIsAnAnswerAndNoException() {
        service.answers("{\"code\":200,\"data\":{\"job_id\":\"job-1\",\"status\":\"failed\",\"message\":\"page 3\"}}");

        Message answer = service.call("docproc:parseStatus", "job-1");

        assertThat(answer.getBody()).isEqualTo(new ParseJob("job-1", null, "failed", null, "page 3", Map.of()));
        assertThat(answer.getHeader("CamelDocprocStatus")).isEqualTo("failed");
        assertThat(answer.getHeader("CamelDocprocResultUrl")).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "../balance",
                "..",
                ".",
                "a/../../balance",
                "a/..",
                "a\\..\\b",
                "%2e%2e",
                "..%2Fbalance",
                "a%2f..%2f..%2fbalance",
                "%252e%252E%25252fbalance",
                "..;x",
                "a\nb",
                "a\u0000b"
            })
    void aJobIdThatCouldLeaveThePathIsRefusedBeforeAnythingIsSent(String jobId) {
        service.failure(DocprocInvalidRequestException.class, "docproc:parseStatus", jobId);

        service.assertNothingSent();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a/b|a%2Fb",
                "a b+c|a%20b%2Bc",
                "a?b=1|a%3Fb%3D1",
                "a#b|a%23b",
                "a%2fb|a%252fb",
                "ä流|%C3%A4%E6%B5%81",
                "http://evil.example.com|http%3A%2F%2Fevil.example.com",
                "//evil.example.com|%2F%2Fevil.example.com",
                "a.b..c~d_e-f*|a.b..c~d_e-f%2A"
            })
    void aJobIdOfAnyCharactersIsOneSegmentOfThePath(String jobId, String segment) {
        service.answers(COMPLETED);

        service.call("docproc:parseStatus", jobId);

        assertThat(service.onlyRequest().getUrl()).isEqualTo("/api/v1/xparse/parse/async/" + segment);
    }

    @Test
    void aJobIdBeyondAllMeasureIsRefused() {
        service.failure(DocprocInvalidRequestException.class, "docproc:parseStatus", "j".repeat(201));

        service.assertNothingSent();
    }

    @Test
    void aMissingJobIdIsRefusedWithWhatToDo() {
        assertThat(service.failure(DocprocInvalidRequestException.class, "docproc:parseStatus", null))
                .hasMessageContaining("CamelDocprocJobId");
        service.assertNothingSent();
    }
}
