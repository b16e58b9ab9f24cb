/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.sample;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.error.DocprocBalanceException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocPasswordException;
import io.docproc.camel.error.DocprocRateLimitException;
import io.docproc.camel.error.DocprocServerException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.test.Disconnect;
import io.docproc.test.DocprocTestService;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.test.junit5.CamelTestSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class FailuresSampleTest extends CamelTestSupport {
    @RegisterExtension
    static final DocprocTestService service = DocprocTestService.create();

    private static final byte[] INVOICE = "%PDF-1.7 invoice".getBytes(UTF_8);

    @Override
    protected CamelContext createCamelContext() throws Exception {
        CamelContext context = super.createCamelContext();
        DocprocComponent docproc = context.getComponent("docproc", DocprocComponent.class);
        docproc.getConfiguration().setBaseUrl(service.baseUrl());
        docproc.getConfiguration().setAppId(service.appId());
        docproc.getConfiguration().setSecretCode(service.secretCode());
        return context;
    }

    @Override
    protected RouteBuilder createRouteBuilder() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:invoice").to("docproc:extract?schema=classpath:invoice.json");
                from("direct:patient").to("docproc:extract?schema=classpath:invoice.json&outageTimeout=1m");
                from("direct:impatient").to("docproc:parseSync?responseTimeout=200");
            }
        };
    }

    // tag::codes[]
    @Test
    void aFailureOfTheServiceIsRetried() {
        service.whenExtract().fail(500).times(1);

        assertThat(template().requestBody("direct:patient", INVOICE, Map.class).get("total"))
                .isNotNull();
        assertThat(service.calls("extract")).hasSize(2);
    }

    @Test
    void aWrongPasswordIsNotRetried() {
        service.whenExtract().fail(40423);

        assertThatThrownBy(this::send).hasCauseInstanceOf(DocprocPasswordException.class);
        assertThat(service.calls("extract")).hasSize(1);
    }
    // end::codes[]

    // tag::connection[]
    @Test
    void aCallWhoseResponseIsLostIsNotRetried() {
        service.whenExtract().disconnect(Disconnect.BEFORE_RESPONSE);

        assertThatThrownBy(this::send).hasCauseInstanceOf(DocprocTransportException.class);
        assertThat(service.billedCalls()).hasSize(1);
    }

    @Test
    void aSlowCallTimesOut() {
        service.whenParseSync().delay(Duration.ofSeconds(2));

        assertThatThrownBy(() -> template().requestBody("direct:impatient", INVOICE))
                .hasCauseInstanceOf(DocprocTransportException.class);
    }
    // end::connection[]

    @Test
    void thePageOfAGatewayIsNotRetried() {
        service.whenExtract().failWithStatus(502);

        assertThatThrownBy(this::send).hasCauseInstanceOf(DocprocInvalidResponseException.class);
        assertThat(service.calls("extract")).hasSize(1);
    }

    @Test
    void theCode500AndTheHttpStatus500AreDifferentExceptions() {
        service.whenExtract().fail(500);
        assertThatThrownBy(this::send)
                .hasCauseInstanceOf(DocprocServerException.class)
                .cause()
                .hasMessageContaining("500 ")
                .hasMessageContaining("httpStatus=200, retryable=true");

        service.whenExtract().failWithStatus(500);
        assertThatThrownBy(this::send)
                .hasCauseInstanceOf(DocprocInvalidResponseException.class)
                .cause()
                .hasMessageContaining("httpStatus=500, retryable=false");
    }

    @Test
    void aCallWithoutBalanceIsNotBilled() {
        service.balance(BigDecimal.ZERO);

        assertThatThrownBy(this::send).hasCauseInstanceOf(DocprocBalanceException.class);
        assertThat(service.billedCalls()).isEmpty();
    }

    @Test
    void aCallAboveTheRateLimitIsNotRetried() {
        service.whenExtract().fail(40306).times(1);

        assertThatThrownBy(this::send).hasCauseInstanceOf(DocprocRateLimitException.class);
        assertThat(service.calls("extract")).hasSize(1);
    }

    private Map<?, ?> send() {
        return template().requestBody("direct:invoice", INVOICE, Map.class);
    }
}
