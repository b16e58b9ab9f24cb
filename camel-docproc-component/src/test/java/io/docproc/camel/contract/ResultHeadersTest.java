/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocAuthenticationException;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.ParseJobFixture;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Several calls on one exchange: result headers of one call are not options of the next. */
class ResultHeadersTest extends ParseJobFixture {
    @ParameterizedTest
    @CoversFault(67)
    @CsvSource({
        "docproc:parseStatus, job-1",
        "docproc:parseStatus?jobId=job-2, job-2",
        "docproc:parseStatus?jobId=${header.CamelDocprocJobId}, job-1"
    })
    void parseStatusUsesTheJobOfItsBodyOrOption(String status, String job) throws Exception {
        service.route(routes -> {
            routes.from("direct:job").to("docproc:parseAsync").to(status).to(status);
            routes.from("direct:body")
                    .to("docproc:parseAsync")
                    .setBody(routes.constant(job))
                    .to("docproc:parseStatus");
        });

        for (String route : List.of("direct:job", "direct:body")) {
            assertThat(service.call(route, PDF).getHeader(DocprocConstants.JOB_ID))
                    .isEqualTo(job);
        }
        service.server().verify(3, getRequestedFor(urlEqualTo(PARSE + "/" + job)));
    }

    @Test
    @CoversFault(67)
    void copiesOfAnExchangeDoNotUseItsResultsAsOptions() throws Exception {
        numberJobs(5);
        service.route(routes -> {
            routes.from("direct:copies")
                    .to("docproc:parseAsync")
                    .multicast()
                    .to("direct:branch", "direct:branch")
                    .end()
                    .to("seda:branch?waitForTaskToComplete=Always")
                    .split(routes.constant(List.of(1)))
                    .to("direct:branch");
            routes.from("seda:branch").to("direct:branch");
            routes.from("direct:branch").setBody(routes.constant(PDF)).to("docproc:parseAsync");
        });

        service.call("direct:copies", PDF);

        assertThat(correlationIds()).hasSize(5).doesNotHaveDuplicates();
    }

    /** A failed call, too, removes result headers, but no options. */
    @Test
    @CoversFault(67)
    void aCallRemovesTheResultHeadersOfEarlierCalls() throws Exception {
        service.route(routes -> routes.from("direct:calls")
                .to("docproc:crop")
                .setBody(routes.constant(PDF))
                .to("docproc:parseAsync"));

        Exchange exchange = service.send("direct:calls", PDF, Map.of(DocprocConstants.ENHANCE_MODE, 3));
        assertThat(exchange.getMessage().getHeaders())
                .containsOnlyKeys(
                        Exchange.CONTENT_TYPE,
                        DocprocConstants.ENHANCE_MODE,
                        DocprocConstants.BILLED,
                        DocprocConstants.CODE,
                        DocprocConstants.MESSAGE,
                        DocprocConstants.JOB_ID,
                        DocprocConstants.CORRELATION_ID);

        service.context().createProducerTemplate().send("docproc:balance", exchange);
        assertThat(exchange.getException()).isInstanceOf(DocprocAuthenticationException.class);
        assertThat(exchange.getMessage().getHeaders())
                .containsOnlyKeys(DocprocConstants.ENHANCE_MODE, Exchange.CONTENT_TYPE);
    }
}
