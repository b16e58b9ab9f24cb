/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocUnansweredException;
import io.docproc.camel.result.FileResultRepository;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.SkippedWaits;
import io.docproc.camel.testkit.Stubs;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code parseAsync} with a result repository: failed jobs are replaced, and a job keeps its identity. */
class StoredSubmissionTest {
    private static final String SUBMIT = "/api/v1/xparse/parse/async";

    private final SkippedWaits clock = new SkippedWaits();

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble(clock::context);

    @TempDir
    Path directory;

    @BeforeEach
    void storeJobs() {
        create("job-1");
        Replies.configure(service, component -> {
            component.setJobRepository(new MemoryJobRepository());
            component.setResultRepository(new FileResultRepository(directory.resolve("results")));
        });
    }

    private void create(String jobId) {
        service.server().stubFor(Stubs.ok(SUBMIT, "{\"code\":200,\"data\":{\"job_id\":\"" + jobId + "\"}}"));
        status(jobId, "in_progress");
    }

    private void status(String jobId, String status) {
        service.server()
                .stubFor(Stubs.ok(
                        SUBMIT + "/" + jobId,
                        "{\"code\":200,\"data\":{\"job_id\":\"" + jobId + "\",\"status\":\"" + status + "\"}}"));
    }

    private Message submit() {
        return service.call("docproc:parseAsync", Replies.DOCUMENT);
    }

    private static List<Object> identity(Message message) {
        return List.of(message.getHeader(DocprocConstants.JOB_ID), message.getHeader(DocprocConstants.CORRELATION_ID));
    }

    private void assertSubmissions(int count) {
        service.server().verify(count, postRequestedFor(urlEqualTo(SUBMIT)));
    }

    @Test
    void aFailedJobIsReplacedAtMostThrice() {
        for (int job = 1; job <= 4; job++) {
            create("job-" + job);
            assertThat(submit().getHeader(DocprocConstants.JOB_ID)).isEqualTo("job-" + job);
            status("job-" + job, "failed");
        }

        service.failure(DocprocUnansweredException.class, "docproc:parseAsync", Replies.DOCUMENT);
        assertSubmissions(4);
    }

    @Test
    void aFailedJobIsReplacedOnceIfOneUnansweredCallIsAllowed() {
        String uri = "docproc:parseAsync?maxUnansweredCalls=1";
        service.call(uri, Replies.DOCUMENT);
        status("job-1", "failed");
        create("job-2");

        assertThat(service.call(uri, Replies.DOCUMENT).getHeader(DocprocConstants.JOB_ID))
                .isEqualTo("job-2");
        status("job-2", "failed");
        service.failure(DocprocUnansweredException.class, uri, Replies.DOCUMENT);
        assertSubmissions(2);
    }

    @Test
    void withoutJobRepositoryAJobKeepsItsCorrelationId() {
        Replies.configure(
                service,
                component -> component.setResultRepository(new FileResultRepository(directory.resolve("others"))));

        for (String name : List.of("a.pdf", "b.pdf")) {
            Message job = service.call("docproc:parseAsync", Replies.DOCUMENT, Map.of(Exchange.FILE_NAME, name));
            assertThat(identity(job)).containsExactly("job-1", "a.pdf");
        }
        assertSubmissions(1);
    }
}
