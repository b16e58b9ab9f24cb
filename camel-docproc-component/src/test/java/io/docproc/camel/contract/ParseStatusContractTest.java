/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.model.ParseJob;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.ServiceDouble;
import java.util.Map;
import org.apache.camel.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests and results of {@code parseStatus}. */
class ParseStatusContractTest {
    private static final String COMPLETED = "{\"code\":200,\"message\":\"success\",\"x_request_id\":\"r-1\",\"data\":"
            + "{\"job_id\":\"job-1\",\"file_id\":\"f-1\",\"status\":\"completed\",\"result_url\":\"https://r.example.com\"}}";

    private static final String ANY_JOB = "{\"code\":200,\"data\":{\"status\":\"pending\"}}";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @Test
    void theJobIdIsReadFromAStringBody() {
        service.respondWith(COMPLETED);

        Message response = service.call("docproc:parseStatus", " job-1\n");

        service.assertRequest("GET", "/api/v1/xparse/parse/async/job-1");
        assertThat(service.onlyRequest().getBody()).isEmpty();
        assertThat(service.onlyHeaders()).containsExactlyInAnyOrderEntriesOf(ServiceDouble.withCredentials());
        assertThat(response.getBody())
                .isEqualTo(new ParseJob("job-1", "f-1", "completed", "https://r.example.com", null, Map.of()));
        assertThat(response.getHeader("CamelDocprocJobId")).isEqualTo("job-1");
        assertThat(response.getHeader("CamelDocprocStatus")).isEqualTo("completed");
        assertThat(response.getHeader("CamelDocprocResultUrl")).isEqualTo("https://r.example.com");
        assertThat(response.getHeader("CamelDocprocRequestId")).isEqualTo("r-1");
    }

    @Test
    void theJobIdIsThatOfTheOptionElseOfTheBodyAndNoHeader() {
        service.respondWith(ANY_JOB);

        service.call("docproc:parseStatus?jobId=option", "body");
        service.call("docproc:parseStatus", new ParseJob("job", null, null, null, null, Map.of()));
        service.call("docproc:parseStatus", "body", Map.of("CamelDocprocJobId", "of an earlier call"));

        assertThat(service.server().getAllServeEvents())
                .extracting(event -> event.getRequest().getUrl())
                .containsExactlyInAnyOrder(
                        "/api/v1/xparse/parse/async/option",
                        "/api/v1/xparse/parse/async/job",
                        "/api/v1/xparse/parse/async/body");
    }

    @Test
    void aFailedJobIsAResultAndNoException() {
        service.respondWith(
                "{\"code\":200,\"data\":{\"job_id\":\"job-1\",\"status\":\"failed\",\"message\":\"page 3\"}}");

        Message response = service.call("docproc:parseStatus", "job-1");

        assertThat(response.getBody()).isEqualTo(new ParseJob("job-1", null, "failed", null, "page 3", Map.of()));
        assertThat(response.getHeader("CamelDocprocStatus")).isEqualTo("failed");
        assertThat(response.getHeader("CamelDocprocResultUrl")).isNull();
    }

    @ParameterizedTest
    @CoversFault(102)
    @ValueSource(strings = {"parseStatus", "parseResult"})
    void theStatusOfAnotherJobIsAnInvalidResponse(String operation) {
        service.respondWith(COMPLETED);

        DocprocInvalidResponseException failure =
                service.failure(DocprocInvalidResponseException.class, "docproc:" + operation, "job-2");

        assertThat(failure).hasMessageContaining("job-1").hasMessageContaining("job-2");
        assertThat(failure.getRequestId()).isEqualTo("r-1");
        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    @Test
    void aStatusWithoutAJobIdIsThatOfTheRequestedJob() {
        for (String id : new String[] {"null", "\"\"", "17"}) {
            service.respondWith("{\"code\":200,\"data\":{\"job_id\":" + id + ",\"status\":\"pending\"}}");

            assertThat(service.call("docproc:parseStatus", "17").getHeader("CamelDocprocStatus"))
                    .isEqualTo("pending");
        }
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
    void aJobIdThatCouldChangeThePathIsRejected(String jobId) {
        service.refused("docproc:parseStatus", jobId);
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
    void theJobIdIsEncodedAsOnePathSegment(String jobId, String segment) {
        service.respondWith(ANY_JOB);

        service.call("docproc:parseStatus", jobId);

        assertThat(service.url()).isEqualTo("/api/v1/xparse/parse/async/" + segment);
    }
}
