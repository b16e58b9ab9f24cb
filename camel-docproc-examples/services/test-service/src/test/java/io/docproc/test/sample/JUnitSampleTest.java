/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.sample;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.error.DocprocInvalidRequestException;
import io.docproc.camel.error.DocprocRateLimitException;
import io.docproc.test.DocprocTestService;
import java.math.BigDecimal;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelExecutionException;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.test.junit5.CamelTestSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

// tag::context[]
class JUnitSampleTest extends CamelTestSupport {
    @RegisterExtension
    static final DocprocTestService service = DocprocTestService.create();

    private static final byte[] INVOICE = "%PDF-1.7 invoice".getBytes(UTF_8);

    @Override
    protected CamelContext createCamelContext() throws Exception {
        CamelContext context = super.createCamelContext();
        DocprocComponent docproc = context.getComponent("docproc", DocprocComponent.class);
        docproc.setBaseUrl(service.baseUrl());
        docproc.setAppId(service.appId());
        docproc.setSecretCode(service.secretCode());
        docproc.setFailOnUnknownName(true);
        return context;
    }
    // end::context[]

    @Override
    protected RouteBuilder createRouteBuilder() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:invoice").to("docproc:extract?schema=classpath:invoice.json");
            }
        };
    }

    // tag::test[]
    @Test
    void readsTheTotal() {
        service.whenExtract().respond(Map.of("total", new BigDecimal("12.00")));

        Map<?, ?> fields = template().requestBody("direct:invoice", INVOICE, Map.class);

        assertThat(fields.get("total")).isEqualTo(new BigDecimal("12.00"));
        assertThat(service.billedCalls()).hasSize(1);
        assertThat(service.calls("extract").get(0).document().bytes()).isEqualTo(INVOICE);
    }
    // end::test[]

    @Test
    void reportsAMisspelledHeader() {
        assertThatThrownBy(() -> template().requestBodyAndHeader("direct:invoice", INVOICE, "CamelDocprocPageCout", 1))
                .hasCauseInstanceOf(DocprocInvalidRequestException.class)
                .hasStackTraceContaining("header CamelDocprocPageCout has no effect");
        assertThat(service.calls()).isEmpty();
    }

    @Test
    void reportsTheRateLimit() {
        service.whenExtract().fail(40306).times(1);

        assertThatThrownBy(() -> template().requestBody("direct:invoice", INVOICE))
                .isInstanceOf(CamelExecutionException.class)
                .hasCauseInstanceOf(DocprocRateLimitException.class);
        assertThat(service.billedCalls()).isEmpty();
    }
}
