/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
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
import org.apache.camel.Message;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code parseAsync} with a result repository, which stores the id of the job. */
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
    void theSameDocumentHasOneJob() {
        Message first = submit();
        Message second = submit();

        assertThat(first.getHeader(DocprocConstants.BILLED)).isEqualTo(true);
        assertThat(second.getHeader(DocprocConstants.BILLED)).isEqualTo(false);
        assertThat(identity(second)).isEqualTo(identity(first));
        assertSubmissions(1);
        service.server().verify(1, getRequestedFor(urlEqualTo(SUBMIT + "/job-1")));
    }

    @Test
    void anotherCorrelationIdIsAnotherJob() {
        for (String id : List.of("mail-1", "mail-2", "mail-1")) {
            service.call("docproc:parseAsync?correlationId=" + id, Replies.DOCUMENT);
        }

        assertSubmissions(2);
    }

    @Test
    void aFailedJobIsReplacedAtMostTwice() {
        for (int job = 1; job <= 3; job++) {
            create("job-" + job);
            assertThat(submit().getHeader(DocprocConstants.JOB_ID)).isEqualTo("job-" + job);
            status("job-" + job, "failed");
        }

        service.failure(DocprocUnansweredException.class, "docproc:parseAsync", Replies.DOCUMENT);
        assertSubmissions(3);
    }

    @Test
    void aJobThatTheServiceNoLongerHasIsReplaced() {
        submit();
        service.server().stubFor(Stubs.ok(SUBMIT + "/job-1", "{\"code\":404,\"message\":\"no such job\"}"));
        service.server().stubFor(Stubs.ok(SUBMIT, "{\"code\":200,\"data\":{\"job_id\":\"job-2\"}}"));

        assertThat(submit().getHeader(DocprocConstants.JOB_ID)).isEqualTo("job-2");
    }

    @Test
    void withStoreResultOffEachCallCreatesAJob() {
        service.call("docproc:parseAsync?storeResult=false", Replies.DOCUMENT);
        service.call("docproc:parseAsync?storeResult=false", Replies.DOCUMENT);

        assertSubmissions(2);
    }
}
