/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.completion;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathMatching;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.job.JdbcJobRepository;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.model.ParseCompletion;
import io.docproc.camel.testkit.MemoryDatabase;
import io.docproc.camel.testkit.ParseJobFixture;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.TestContexts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Completions that {@code docproc:completions} polls, without a server for callbacks. */
@Timeout(120)
final class CompletionsConsumerTest extends ParseJobFixture {
    private static final String PATH = "/docproc/completions";
    private static final String SOON = "docproc:completions?initialDelay=0&delay=10";
    private static final String STATUS = PARSE + "/.*";

    private final List<Map<String, Object>> received = new CopyOnWriteArrayList<>();
    private final List<CamelContext> nodes = new ArrayList<>();

    @AfterEach
    void stop() {
        nodes.forEach(CamelContext::stop);
    }

    private void record(Exchange exchange) {
        received.add(Map.of(
                "id", exchange.getMessage().getHeader(DocprocConstants.JOB_ID),
                "status", exchange.getMessage().getHeader(DocprocConstants.STATUS, ""),
                "document", exchange.getMessage().getHeader(DocprocConstants.CORRELATION_ID, ""),
                "name", exchange.getMessage().getHeader(Exchange.FILE_NAME, ""),
                "body",
                        exchange.getMessage().getBody() instanceof ParseCompletion completion
                                ? completion
                                : exchange.getMessage().getBody(String.class)));
    }

    private List<Object> received(String name) {
        return received.stream().map(values -> values.get(name)).toList();
    }

    private void run(CamelContext context, String uri, Processor route) throws Exception {
        RouteBuilder.addRoutes(context, routes -> routes.from(uri)
                .errorHandler(routes.noErrorHandler())
                .routeId("completions")
                .process(route));
    }

    private void run(String uri) throws Exception {
        run(service.context(), uri, this::record);
    }

    /** Starts a further node with a repository of its own. */
    private CamelContext node(JobRepository repository) throws Exception {
        CamelContext node = TestContexts.create();
        nodes.add(node);
        DocprocComponent component = node.getComponent("docproc", DocprocComponent.class);
        ServiceDouble.configure(component.getConfiguration(), service.address());
        component.setJobRepository(repository);
        node.start();
        return node;
    }

    private void submitted(JobRepository repository, String jobId) {
        repository.submitted(new SubmittedJob(jobId, "doc of " + jobId, PATH, Instant.now(), 0));
    }

    /** Responds to status requests of each job. */
    private void statusIs(String status) {
        service.server()
                .stubFor(any(urlPathMatching(STATUS))
                        .willReturn(okJson("{\"code\":200,\"data\":{\"status\":\"" + status + "\"}}")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "?publicUrl=https://hooks.example.com&callbackSecret=correct-horse-battery"})
    void aSubmittedJobIsDeliveredWithoutAServerAndWithoutACallbackUrl(String callbacks) throws Exception {
        run(SOON);
        service.call("docproc:parseAsync" + callbacks, PDF, Map.of(Exchange.FILE_NAME, "a.pdf"));

        await().untilAsserted(() -> assertThat(received).hasSize(1));

        assertThat(received.get(0))
                .containsEntry("id", "job-1")
                .containsEntry("status", "completed")
                .containsEntry("document", "a.pdf")
                .containsEntry("name", "a.pdf");
        assertThat(received.get(0).get("body"))
                .isInstanceOfSatisfying(ParseCompletion.class, completion -> assertThat(completion.resultUrl())
                        .isEqualTo("https://r.example.com"));
        await().until(() -> jobRepository.size() == 0);
        assertThat(service.server()
                        .findAll(postRequestedFor(urlEqualTo(PARSE)))
                        .get(0)
                        .getBodyAsString())
                .doesNotContain("webhook");
    }

    /** Camel would keep the completions in a queue in memory, after they are recorded as processed. */
    @ParameterizedTest
    @ValueSource(strings = {SOON, "docproc:webhook?callbackSecret=correct-horse-battery"})
    void aPollingConsumerIsRefusedAndItsJobsStay(String uri) {
        submitted(jobRepository, "job-1");

        assertThatThrownBy(() -> service.context().createConsumerTemplate().receive(uri, 1))
                .rootCause()
                .hasMessageContaining("is available to from() only");

        assertThat(jobRepository.size()).isEqualTo(1);
        service.assertNothingSent();
    }

    @Test
    void aFailedRouteReceivesTheCompletionAgainUntilItSucceeds() throws Exception {
        submitted(jobRepository, "job-1");
        run(service.context(), SOON, exchange -> {
            record(exchange);
            if (received.size() < 3) {
                throw new IllegalStateException("the disk is full");
            }
        });

        await().until(() -> jobRepository.size() == 0);

        assertThat(received("id")).containsExactly("job-1", "job-1", "job-1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "docproc:webhook?delay=5|docproc:webhook has no option delay (it belongs to completions)",
                "docproc:webhook?sendEmptyMessageWhenIdle=true|has no option sendEmptyMessageWhenIdle",
                "docproc:webhook?scheduler.cron=2|has no option scheduler.cron",
                "docproc:completions?scheduler.cron=2|Unknown parameters=[{cron=2}]",
                "docproc:completions?pollAfter=5m|docproc:completions has no option pollAfter",
                "docproc:completions?callbackSecret=a|docproc:completions has no option callbackSecret",
                "docproc:completions?delay=0|Option delay of docproc:completions is 0",
                "docproc:completions?delay=soon|Option delay of docproc:completions is 'soon'",
                "docproc:completions?output=markdown|docproc:completions has no option output",
                "docproc:webhook?maxResultSize=1|docproc:webhook has no option maxResultSize",
                "docproc:webhook?partialFailure=accept|docproc:webhook has no option partialFailure",
            })
    void anOptionOfAnotherConsumerOrWithoutEffectIsRefused(String uri, String message) {
        assertThatThrownBy(() -> run(uri)).hasStackTraceContaining(message);
    }

    @Test
    void aConsumerWithoutAJobRepositoryDoesNotStart() {
        service.component().setJobRepository(null);

        assertThatThrownBy(() -> run(SOON)).hasStackTraceContaining("set jobRepository, for example to");
    }

    /** Otherwise this node would hold the completions for hours, while others are idle. */
    @Test
    void aNodeWithASlowRouteLeavesTheCompletionsToOtherNodes() throws Exception {
        int jobs = 200;
        String url = MemoryDatabase.newUrl();
        statusIs("completed");
        JdbcJobRepository repository = new JdbcJobRepository(url);
        CamelContext slow = node(repository);
        IntStream.rangeClosed(1, jobs).forEach(number -> submitted(repository, "job-" + number));
        CountDownLatch resume = new CountDownLatch(1);
        run(slow, SOON, exchange -> {
            resume.await();
            record(exchange);
        });
        await().until(() -> service.server()
                        .findAll(getRequestedFor(urlPathMatching(STATUS)))
                        .size()
                >= 32);

        run(node(new JdbcJobRepository(url)), SOON, this::record);

        await().untilAsserted(() -> assertThat(received).hasSizeGreaterThanOrEqualTo(jobs - 32));
        resume.countDown();
        await().until(() -> repository.size() == 0);
        assertThat(received("id")).hasSize(jobs).doesNotHaveDuplicates();
    }
}
