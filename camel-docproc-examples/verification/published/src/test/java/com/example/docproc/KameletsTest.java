/* SPDX-License-Identifier: Apache-2.0 */
package com.example.docproc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.docproc.camel.model.ParseJob;
import io.docproc.test.DocprocTestService;
import java.io.ByteArrayInputStream;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;
import org.apache.camel.CamelContext;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.mock.MockEndpoint;
import org.apache.camel.main.Main;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Each Kamelet of the jar, in a route. */
final class KameletsTest {
    private static final byte[] PDF = "%PDF-1.7 contract".getBytes(UTF_8);

    @RegisterExtension
    static final DocprocTestService service = DocprocTestService.create();

    private Main main;
    private CamelContext context;
    private ProducerTemplate template;

    @BeforeEach
    void start() throws Exception {
        main = Application.start(service, new Routes());
        context = main.getCamelContext();
        template = context.createProducerTemplate();
    }

    @AfterEach
    void stop() {
        main.stop();
    }

    @Test
    void theseAreTheKameletsOfTheJar() throws Exception {
        Set<String> kamelets = PublishedJar.entries("kamelets/.*[^/]").stream()
                .map(name -> name.substring(name.indexOf('/') + 1, name.indexOf('.')))
                .collect(Collectors.toSet());

        assertEquals(
                Set.of(
                        "docproc-balance-action",
                        "docproc-call-action",
                        "docproc-completion-source",
                        "docproc-crop-action",
                        "docproc-extract-action",
                        "docproc-parse-action",
                        "docproc-parse-async-action",
                        "docproc-parse-sync-action",
                        "docproc-webhook-source"),
                kamelets);
    }

    @Test
    void crop() throws Exception {
        byte[] page = template.requestBody("direct:photo", Application.photo(), byte[].class);

        assertTrue(ImageIO.read(new ByteArrayInputStream(page)).getWidth() > 0);
        assertEquals(1, service.calls("crop").size());
    }

    @Test
    void extract() {
        service.whenExtract().respond(Map.of("total", "12.00"));

        String fields = template.requestBody("direct:invoice", PDF, String.class);

        assertEquals("{\"total\":\"12.00\"}", fields);
    }

    @Test
    void parse() {
        service.whenParseSync().respond("# Contract\nBetween A and B.");

        String document = template.requestBody("direct:contract", PDF, String.class);

        assertTrue(document.contains("Between A and B."), document);
    }

    @Test
    void balanceAndAnyOtherCall() {
        service.whenCall("/ai/service/v1/pdf_to_markdown").respond(Map.of("result", Map.of("markdown", "# A")));

        assertTrue(template.requestBody("direct:balance", null, String.class).contains("available_balance"));
        assertEquals("{\"markdown\":\"# A\"}", template.requestBody("direct:call", PDF, String.class));
    }

    @Test
    void parseInTheBackgroundAndReceiveTheCompletion() throws Exception {
        MockEndpoint parsed = context.getEndpoint("mock:parsed", MockEndpoint.class);
        parsed.expectedMessageCount(1);
        parsed.setResultWaitTime(60_000);
        ParseJob job = template.requestBody("direct:submitted", PDF, ParseJob.class);

        service.completeJob(job.jobId(), Map.of("markdown", "# Contract"));

        parsed.assertIsSatisfied();
        assertTrue(parsed.getExchanges().get(0).getMessage().getBody(String.class).contains("# Contract"));
    }

    @Test
    void parseInTheBackgroundAndPollTheCompletion() throws Exception {
        MockEndpoint polled = context.getEndpoint("mock:polled", MockEndpoint.class);
        polled.expectedMessageCount(1);
        polled.setResultWaitTime(60_000);
        ParseJob job = template.requestBody("direct:queued", PDF, ParseJob.class);

        service.completeJob(job.jobId(), Map.of("markdown", "# Contract"));

        polled.assertIsSatisfied();
        assertTrue(polled.getExchanges().get(0).getMessage().getBody(String.class).contains("# Contract"));
    }

    private static final class Routes extends RouteBuilder {
        @Override
        public void configure() {
            from("direct:photo").to("kamelet:docproc-crop-action?enhanceMode=5");
            from("direct:invoice").to("kamelet:docproc-extract-action?schema=classpath:invoice.json");
            from("direct:contract").to("kamelet:docproc-parse-sync-action");
            from("direct:balance").to("kamelet:docproc-balance-action");
            from("direct:call").to("kamelet:docproc-call-action?servicePath=/ai/service/v1/pdf_to_markdown");
            from("direct:submitted").to("kamelet:docproc-parse-async-action");
            from("direct:queued").to("kamelet:docproc-parse-async-action?path=/docproc/polled");
            from("kamelet:docproc-completion-source?path=/docproc/polled").to("docproc:parseResult").to("mock:polled");
            from("kamelet:docproc-webhook-source").to("docproc:parseResult").to("mock:parsed");
        }
    }
}
