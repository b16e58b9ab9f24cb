/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocAuthenticationException;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.ParseJobFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.Test;

/** Several calls on one exchange: result headers of one call are not options of the next. */
class ResultHeadersTest extends ParseJobFixture {
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

    @Test
    @CoversFault(67)
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
                        .to("docproc:parseStatus?jobId=${header.CamelDocprocJobId}");
            }
        });

        assertThat(service.call("direct:body", PDF).getHeader(DocprocConstants.JOB_ID))
                .isEqualTo("job-2");
        assertThat(service.call("direct:option", PDF).getHeader(DocprocConstants.JOB_ID))
                .isEqualTo("job-2");
        assertThat(service.call("direct:same", PDF).getHeader(DocprocConstants.JOB_ID))
                .isEqualTo("job-1");
        assertThat(service.call("direct:header", PDF).getHeader(DocprocConstants.JOB_ID))
                .isEqualTo("job-1");
        assertThat(statusRequests()).containsExactly("job-2", "job-2", "job-1", "job-1", "job-1");
    }

    @Test
    @CoversFault(67)
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

    @Test
    @CoversFault(67)
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
                        Exchange.CONTENT_TYPE,
                        DocprocConstants.ENHANCE_MODE,
                        DocprocConstants.BILLED,
                        DocprocConstants.CODE,
                        DocprocConstants.MESSAGE,
                        DocprocConstants.JOB_ID,
                        DocprocConstants.CORRELATION_ID);
    }

    @Test
    @CoversFault(67)
    void aFailedCallRemovesResultHeadersButNotOptions() {
        Exchange exchange = service.send(
                "docproc:crop", PDF, Map.of(DocprocConstants.JOB_ID, "mine", DocprocConstants.ENHANCE_MODE, 3));
        assertThat(exchange.getMessage().getHeaders()).containsKey(DocprocConstants.REQUEST_ID);

        service.context().createProducerTemplate().send("docproc:balance", exchange);

        assertThat(exchange.getException()).isInstanceOf(DocprocAuthenticationException.class);
        assertThat(exchange.getMessage().getHeaders())
                .containsOnlyKeys(DocprocConstants.ENHANCE_MODE, Exchange.CONTENT_TYPE);
    }
}
