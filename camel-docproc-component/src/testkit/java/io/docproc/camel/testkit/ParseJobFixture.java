/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import io.docproc.camel.internal.body.Samples;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import java.time.Instant;
import java.util.List;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Service double with parse jobs, and a job repository. */
public abstract class ParseJobFixture {
    protected static final byte[] PDF = Samples.pdf();
    protected static final String PARSE = "/api/v1/xparse/parse/async";

    @RegisterExtension
    protected final ServiceDouble service = new ServiceDouble();

    protected final MemoryJobRepository jobRepository = new MemoryJobRepository();

    @BeforeEach
    protected void respond() {
        service.component().setJobRepository(jobRepository);
        service.respondWith(PARSE, "{\"code\":200,\"data\":{\"job_id\":\"job-1\"}}");
        for (String job : List.of("job-1", "job-2")) {
            service.respondWith(
                    PARSE + "/" + job,
                    "{\"code\":200,\"x_request_id\":\"r\",\"data\":{\"job_id\":\"" + job
                            + "\",\"status\":\"completed\",\"result_url\":\"https://r.example.com\"}}");
        }
        service.respondWith(Replies.CROP_PATH, Replies.CROP);
        service.respondWith(Replies.BALANCE_PATH, "{\"code\":40102,\"msg\":\"invalid\"}");
    }

    protected void route(RouteBuilder route) throws Exception {
        service.context().addRoutes(route);
    }

    protected List<String> correlationIds() {
        return jobRepository.overdue("/docproc/completions", Instant.MAX, Instant.now(), 100).stream()
                .map(SubmittedJob::correlationId)
                .toList();
    }

    /** Responds to each submission with another job id. */
    protected void numberJobs(int jobs) {
        for (int job = 1; job <= jobs; job++) {
            service.server()
                    .stubFor(Stubs.ok(PARSE, "{\"code\":200,\"data\":{\"job_id\":\"job-" + job + "\"}}")
                            .inScenario("jobs")
                            .whenScenarioStateIs(job == 1 ? "Started" : "job-" + job)
                            .willSetStateTo("job-" + (job + 1)));
        }
    }
}
