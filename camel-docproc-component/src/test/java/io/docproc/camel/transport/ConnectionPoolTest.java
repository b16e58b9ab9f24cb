/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.testkit.Calls;
import io.docproc.camel.testkit.HeldServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.util.List;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The connection pool never limits the calls below maxConcurrentRequests. */
@Timeout(60)
class ConnectionPoolTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @Test
    void endpointsWithTheirOwnPermitsHaveAConnectionForEachPermit() throws Exception {
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            String options = "maxConcurrentRequests=2&baseUrl=" + server.url();
            service.context().addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from("seda:first?concurrentConsumers=3").to("docproc:crop?" + options);
                    from("seda:second?concurrentConsumers=3").to("docproc:crop?jpegQuality=90&" + options);
                }
            });
            ProducerTemplate template = service.context().createProducerTemplate();
            for (String route : List.of("seda:first", "seda:second")) {
                for (int call = 0; call < 3; call++) {
                    template.sendBody(route, Replies.DOCUMENT);
                }
            }

            await().until(() -> server.inFlight() == 4);
            server.release(6);
            await().until(() -> server.inFlight() == 0);
            assertThat(server.maxInFlight()).isEqualTo(4);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"maxTotalConnections", "connectionsPerRoute", "max-total-connections"})
    void anOptionThatLimitsThePoolIsRejectedAtStart(String option) {
        assertThatThrownBy(() -> new Calls(service.context(), "docproc:crop?http." + option + "=1"))
                .hasStackTraceContaining("Option http." + option + " is not allowed")
                .hasStackTraceContaining("maxConcurrentRequests");
    }
}
