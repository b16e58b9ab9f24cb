/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.TestContexts;
import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Camel starts the steps of a split while it initializes routes, before it starts the components. */
class CallInsideSplitTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @Test
    void aSplitInARouteAddedBeforeTheStartCallsForEachPart() throws Exception {
        service.respondWith("{\"code\":200,\"msg\":\"success\",\"data\":{\"balance\":1}}");
        try (DefaultCamelContext context = TestContexts.create()) {
            context.getComponent("docproc", DocprocComponent.class)
                    .setConfiguration(service.component().getConfiguration().copy());
            RouteBuilder.addRoutes(context, routes -> routes.from("direct:in")
                    .split(routes.body())
                    .stopOnException()
                    .to("docproc:balance"));
            context.start();

            Exchange exchange = context.createProducerTemplate()
                    .request("direct:in", message -> message.getMessage().setBody(List.of("first", "second")));

            assertThat(exchange.getException()).isNull();
        }
        assertThat(service.server().getAllServeEvents()).hasSize(2);
    }
}
