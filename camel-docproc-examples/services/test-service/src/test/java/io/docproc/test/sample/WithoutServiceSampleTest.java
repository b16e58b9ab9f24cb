/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.sample;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.docproc.camel.error.DocprocPasswordException;
import io.docproc.camel.error.ErrorCode;
import java.util.Map;
import org.apache.camel.builder.AdviceWith;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.mock.MockEndpoint;
import org.apache.camel.test.junit5.CamelTestSupport;
import org.apache.camel.test.junit5.TestExecutionConfiguration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WithoutServiceSampleTest extends CamelTestSupport {
    private static final byte[] INVOICE = "%PDF-1.7 invoice".getBytes(UTF_8);

    @Override
    public void configureTest(TestExecutionConfiguration test) {
        test.withUseAdviceWith(true);
    }

    @Override
    protected RouteBuilder createRouteBuilder() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                onException(DocprocPasswordException.class).handled(true).to("mock:protected");
                from("direct:invoice")
                        .routeId("invoices")
                        .to("docproc:extract?schema=classpath:invoice.json")
                        .to("mock:fields");
            }
        };
    }

    private MockEndpoint extract;

    @BeforeEach
    void replaceTheCall() throws Exception {
        AdviceWith.adviceWith(context(), "invoices", route -> route.weaveByToUri("docproc:extract*")
                .replace()
                .to("mock:extract"));
        context().start();
        extract = getMockEndpoint("mock:extract");
    }

    @Test
    void theFieldsArePassedOn() throws Exception {
        extract.whenAnyExchangeReceived(exchange -> exchange.getMessage().setBody(Map.of("total", "12.00")));
        getMockEndpoint("mock:fields").message(0).simple("${body[total]} == '12.00'");

        template().sendBody("direct:invoice", INVOICE);

        MockEndpoint.assertIsSatisfied(context());
    }

    @Test
    void aProtectedDocumentIsHandled() throws Exception {
        extract.whenAnyExchangeReceived(exchange -> {
            throw ErrorCode.PASSWORD_REQUIRED.refusal("extract", "the document is protected");
        });
        getMockEndpoint("mock:protected").expectedBodiesReceived(INVOICE);

        template().sendBody("direct:invoice", INVOICE);

        MockEndpoint.assertIsSatisfied(context());
    }
}
