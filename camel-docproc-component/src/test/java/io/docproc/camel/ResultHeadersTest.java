/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.error.DocprocAuthenticationException;
import io.docproc.camel.internal.document.Samples;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Several calls on one exchange: result headers of one call are not options of the next. */
class ResultHeadersTest {
    private static final byte[] PDF = Samples.pdf();
    private static final String PARSE = "/api/v1/xparse/parse/async";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @TempDir
    Path folder;

    private final MemoryJobRepository jobRepository = new MemoryJobRepository();

    @BeforeEach
    void respond() {
        service.component().setJobRepository(jobRepository);
        service.server().stubFor(Stubs.ok(PARSE, "{\"code\":200,\"data\":{\"job_id\":\"job-1\"}}"));
        for (String job : List.of("job-1", "job-2")) {
            service.server()
                    .stubFor(Stubs.ok(
                            PARSE + "/" + job,
                            "{\"code\":200,\"x_request_id\":\"r\",\"data\":{\"job_id\":\"" + job
                                    + "\",\"status\":\"completed\",\"result_url\":\"https://r.example.com\"}}"));
        }
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        service.server().stubFor(Stubs.ok(Replies.BALANCE_PATH, "{\"code\":40102,\"msg\":\"invalid\"}"));
    }

    private void route(RouteBuilder route) throws Exception {
        service.context().addRoutes(route);
    }

    private List<String> correlationIds() {
        return jobRepository.overdue("/docproc/completions", Instant.MAX, Instant.now(), 100).stream()
                .map(SubmittedJob::correlationId)
                .toList();
    }

    private List<String> statusRequests() {
        List<String> jobs = new ArrayList<>();
        service.server().getAllServeEvents().forEach(event -> {
            String url = event.getRequest().getUrl();
            if (url.startsWith(PARSE + "/")) {
                jobs.add(0, url.substring(PARSE.length() + 1));
            }
        });
        return jobs;
    }

    /** Responds to each submission with another job id. */
    private void numberJobs(int jobs) {
        for (int job = 1; job <= jobs; job++) {
            service.server()
                    .stubFor(Stubs.ok(PARSE, "{\"code\":200,\"data\":{\"job_id\":\"job-" + job + "\"}}")
                            .inScenario("jobs")
                            .whenScenarioStateIs(job == 1 ? "Started" : "job-" + job)
                            .willSetStateTo("job-" + (job + 1)));
        }
    }

    @Test
    @Survives(67)
    void eachDocumentInALoopHasItsFileNameAsCorrelationId() throws Exception {
        numberJobs(3);
        route(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:three")
                        .loop(3)
                        .setBody(constant(PDF))
                        .setHeader(Exchange.FILE_NAME, simple("invoice-${exchangeProperty.CamelLoopIndex}.pdf"))
                        .to("docproc:parseAsync");
            }
        });

        service.call("direct:three", "start");

        assertThat(correlationIds()).containsExactlyInAnyOrder("invoice-0.pdf", "invoice-1.pdf", "invoice-2.pdf");
    }

    @Test
    @Survives(67)
    void documentsWithoutNamesInALoopHaveUniqueIds() throws Exception {
        numberJobs(3);
        route(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:three").loop(3).setBody(constant(PDF)).to("docproc:parseAsync");
            }
        });

        Message message = service.call("direct:three", "start");

        String id = message.getExchange().getExchangeId();
        assertThat(correlationIds()).containsExactlyInAnyOrder(id, id + "-2", id + "-3");
    }

    @Test
    @Survives(67)
    void aFileSetAsBodyIsIdentifiedByItsOwnName() throws Exception {
        numberJobs(2);
        File otherFile = Files.write(folder.resolve("other.pdf"), PDF).toFile();
        route(new RouteBuilder() {
            @Override
            public void configure() {
                from("file:" + folder.resolve("in") + "?noop=true")
                        .to("docproc:parseAsync")
                        .setBody(constant(otherFile))
                        .to("docproc:parseAsync")
                        .to("mock:done");
            }
        });
        Files.createDirectories(folder.resolve("in"));

        Files.write(folder.resolve("in/consumed.pdf"), PDF);

        org.awaitility.Awaitility.await().untilAsserted(() -> assertThat(correlationIds())
                .containsExactlyInAnyOrder("consumed.pdf", "other.pdf"));
        assertThat(service.server().getAllServeEvents())
                .extracting(event -> event.getRequest().getBodyAsString())
                .anyMatch(form -> form.contains("filename=\"consumed.pdf\""))
                .anyMatch(form -> form.contains("filename=\"other.pdf\""));
    }

    @Test
    @Survives(67)
    void aCorrelationIdSetByTheRouteIsUsedForEachCall() {
        Map<String, Object> headers = Map.of(DocprocConstants.CORRELATION_ID, "mine", Exchange.FILE_NAME, "a.pdf");
        Exchange exchange = service.send("docproc:parseAsync", PDF, headers);
        exchange.getMessage().setBody(PDF);

        service.context().createProducerTemplate().send("docproc:parseAsync", exchange);

        assertThat(correlationIds()).containsOnly("mine");
        assertThat(exchange.getMessage().getHeader(DocprocConstants.CORRELATION_ID))
                .isEqualTo("mine");
    }

    @Test
    @Survives(67)
    void aCorrelationIdSetAfterACallIsUsedForTheNext() throws Exception {
        numberJobs(2);
        route(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:two")
                        .to("docproc:parseAsync")
                        .setBody(constant(PDF))
                        .setHeader(DocprocConstants.CORRELATION_ID, simple("of-${header.CamelDocprocJobId}"))
                        .to("docproc:parseAsync");
            }
        });

        service.call("direct:two", PDF, Map.of(Exchange.FILE_NAME, "a.pdf"));

        assertThat(correlationIds()).containsExactlyInAnyOrder("a.pdf", "of-job-1");
    }

    @Test
    @Survives(67)
    void parseStatusUsesTheJobOfItsBodyOrOption() throws Exception {
        route(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:body")
                        .to("docproc:parseAsync")
                        .setBody(constant("job-2"))
                        .to("docproc:parseStatus");
                from("direct:option").to("docproc:parseAsync").to("docproc:parseStatus?jobId=job-2");
                from("direct:same")
                        .to("docproc:parseAsync")
                        .to("docproc:parseStatus")
                        .to("docproc:parseStatus");
                from("direct:header")
                        .to("docproc:parseAsync")
                        .setHeader(DocprocConstants.JOB_ID, constant("job-2"))
                        .to("docproc:parseStatus")
                        .setBody(constant("job-1"))
                        .to("docproc:parseStatus");
            }
        });

        assertThat(service.call("direct:body", PDF).getHeader(DocprocConstants.JOB_ID))
                .isEqualTo("job-2");
        assertThat(service.call("direct:option", PDF).getHeader(DocprocConstants.JOB_ID))
                .isEqualTo("job-2");
        assertThat(service.call("direct:same", PDF).getHeader(DocprocConstants.JOB_ID))
                .isEqualTo("job-1");
        assertThat(service.call("direct:header", PDF).getHeader(DocprocConstants.JOB_ID))
                .isEqualTo("job-2");
        assertThat(statusRequests()).containsExactly("job-2", "job-2", "job-1", "job-1", "job-2", "job-2");
    }

    @Test
    @Survives(67)
    void copiesOfAnExchangeDoNotUseItsResultsAsOptions() throws Exception {
        numberJobs(5);
        route(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:copies")
                        .to("docproc:parseAsync")
                        .multicast()
                        .to("direct:branch", "direct:branch")
                        .end()
                        .to("seda:branch?waitForTaskToComplete=Always")
                        .split(constant(List.of(1)))
                        .to("direct:branch");
                from("seda:branch").to("direct:branch");
                from("direct:branch").setBody(constant(PDF)).to("docproc:parseAsync");
            }
        });

        service.call("direct:copies", PDF);

        assertThat(correlationIds()).hasSize(5).doesNotHaveDuplicates();
    }

    /** As aggregation strategies and templates do. */
    @Test
    @Survives(67)
    void resultHeadersCopiedToAnotherExchangeAreNotOptions() {
        numberJobs(2);
        Map<String, Object> earlierHeaders = service.call(
                        "docproc:parseAsync", PDF, Map.of(Exchange.FILE_NAME, "a.pdf"))
                .getHeaders();
        Map<String, Object> copiedHeaders = new HashMap<>(earlierHeaders);
        copiedHeaders.put(Exchange.FILE_NAME, "b.pdf");

        service.call("docproc:parseStatus", "job-2", earlierHeaders);
        service.call("docproc:parseAsync", PDF, copiedHeaders);

        assertThat(statusRequests()).containsExactly("job-2");
        assertThat(correlationIds()).containsExactlyInAnyOrder("a.pdf", "b.pdf");
    }

    @Test
    @Survives(67)
    void thePartsOfASplitFileHaveUniqueIds() throws Exception {
        numberJobs(6);
        route(new RouteBuilder() {
            @Override
            public void configure() {
                from("file:" + folder.resolve("in") + "?noop=true&idempotent=true")
                        .split(body().tokenize(","))
                        .setBody(constant(PDF))
                        .multicast()
                        .to("docproc:parseAsync", "docproc:parseAsync");
            }
        });
        Files.createDirectories(folder.resolve("in"));

        Files.writeString(folder.resolve("in/batch.txt"), "1,2,3");

        org.awaitility.Awaitility.await().untilAsserted(() -> assertThat(correlationIds())
                .containsExactlyInAnyOrder(
                        "batch.txt",
                        "batch.txt-1-2",
                        "batch.txt-2-1",
                        "batch.txt-2-2",
                        "batch.txt-3-1",
                        "batch.txt-3-2"));
    }

    @Test
    @Survives(67)
    void aCallRemovesTheResultHeadersOfEarlierCalls() throws Exception {
        route(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:calls")
                        .to("docproc:crop")
                        .setBody(constant("job-2"))
                        .to("docproc:parseStatus")
                        .setBody(constant(PDF))
                        .to("docproc:parseAsync");
            }
        });

        Message message = service.call("direct:calls", PDF, Map.of(DocprocConstants.ENHANCE_MODE, 3));

        assertThat(message.getHeaders())
                .containsOnlyKeys(
                        DocprocConstants.ENHANCE_MODE,
                        DocprocConstants.CODE,
                        DocprocConstants.MESSAGE,
                        DocprocConstants.JOB_ID,
                        DocprocConstants.CORRELATION_ID);
    }

    @Test
    @Survives(67)
    void aFailedCallRemovesResultHeadersButNotOptions() {
        Exchange exchange = service.send(
                "docproc:crop", PDF, Map.of(DocprocConstants.JOB_ID, "mine", DocprocConstants.ENHANCE_MODE, 3));
        assertThat(exchange.getMessage().getHeaders()).containsKey(DocprocConstants.REQUEST_ID);

        service.context().createProducerTemplate().send("docproc:balance", exchange);

        assertThat(exchange.getException()).isInstanceOf(DocprocAuthenticationException.class);
        assertThat(exchange.getMessage().getHeaders())
                .containsOnly(Map.entry(DocprocConstants.JOB_ID, "mine"), Map.entry(DocprocConstants.ENHANCE_MODE, 3));
    }

    @Test
    @Survives(67)
    void aRedeliveredCallDoesNotUseEarlierResultsAsOptions() throws Exception {
        numberJobs(2);
        service.server()
                .stubFor(Stubs.status(PARSE, 503, "{\"code\":500,\"message\":\"busy\"}")
                        .inScenario("jobs")
                        .whenScenarioStateIs("job-2")
                        .willSetStateTo("again"));
        service.server()
                .stubFor(Stubs.ok(PARSE, "{\"code\":200,\"data\":{\"job_id\":\"job-2\"}}")
                        .inScenario("jobs")
                        .whenScenarioStateIs("again"));
        route(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(defaultErrorHandler().maximumRedeliveries(2).redeliveryDelay(0));
                from("direct:two")
                        .to("docproc:parseAsync")
                        .setBody(constant(PDF))
                        .setHeader(Exchange.FILE_NAME, constant("b.pdf"))
                        .to("docproc:parseAsync");
            }
        });

        service.call("direct:two", PDF, Map.of(Exchange.FILE_NAME, "a.pdf"));

        assertThat(correlationIds()).containsExactlyInAnyOrder("a.pdf", "b.pdf");
    }

    @Test
    void aJobWithAnExplicitWebhookIsNotTracked() {
        service.call("docproc:parseAsync?webhook=https://hooks.example.com/mine", PDF);

        assertThat(jobRepository.size()).isZero();
    }
}
