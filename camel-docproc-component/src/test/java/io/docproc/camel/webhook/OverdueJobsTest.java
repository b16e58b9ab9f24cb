/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Jobs whose callbacks do not arrive. */
class OverdueJobsTest {
    private static final String STATUS = "/api/v1/xparse/parse/async/";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @RegisterExtension
    final CallbackServer server = new CallbackServer();

    private final MemoryJobRepository jobRepository = new MemoryJobRepository();
    private final List<String> deliveries = new CopyOnWriteArrayList<>();

    private void submitted(String jobId) {
        service.server()
                .stubFor(Stubs.ok(
                        STATUS + jobId,
                        "{\"code\":200,\"data\":{\"job_id\":\"" + jobId + "\",\"status\":\"failed\"}}"));
        jobRepository.submitted(new SubmittedJob(jobId, "doc", CallbackServer.PATH, Instant.EPOCH, 0));
    }

    @Test
    void aConsumerThatCannotStartDoesNotPoll() throws Exception {
        submitted("job-1");
        server.component().getConfiguration().setBaseUrl(service.server().baseUrl());
        server.component().setJobRepository(jobRepository);
        server.context().start();

        assertThatThrownBy(() -> server.run(
                        "docproc:webhook?pollAfter=1m&webhookComponentName=direct", exchange -> deliveries.add("job")))
                .hasMessageContaining("The component direct cannot receive HTTP requests");

        String pool = "(" + server.context().getName() + ") thread";
        await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .filteredOn(name -> name.contains(pool) && name.endsWith("docproc-leases"))
                .isEmpty());
    }

    /** With a rate limit of one call per second, one poll is made at a time. */
    @Test
    void aSlowRouteDoesNotStopThePollsOfOtherJobs() throws Exception {
        CountDownLatch resume = new CountDownLatch(1);
        for (int number = 1; number <= 3; number++) {
            submitted("job-" + number);
        }
        server.component().getConfiguration().setBaseUrl(service.server().baseUrl());
        server.component().setJobRepository(jobRepository);
        server.component().setRequestsPerSecond(1);
        server.run("docproc:webhook?pollAfter=1m", exchange -> {
            String jobId = exchange.getMessage().getHeader("CamelDocprocJobId", String.class);
            if (jobId.equals("job-1")) {
                resume.await();
            }
            deliveries.add(jobId);
        });

        await().untilAsserted(() -> assertThat(deliveries).containsExactlyInAnyOrder("job-2", "job-3"));
        service.server().verify(1, getRequestedFor(urlEqualTo(STATUS + "job-1")));
        resume.countDown();

        await().untilAsserted(() -> assertThat(jobRepository.size()).isZero());
        assertThat(deliveries).hasSize(3);
    }
}
