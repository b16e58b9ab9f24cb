/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.ComponentInternals;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.util.Map;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Dynamic endpoints whose HTTP settings differ for each call. */
@Timeout(120)
class DynamicEndpointTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @Test
    void aRouteWithDynamicTimeoutsKeepsFewHttpClients() throws Exception {
        service.respondWith(Replies.CROP);
        service.route(routes -> routes.from("direct:dynamic").toD("docproc:crop?responseTimeout=${header.timeout}", 1));
        for (int timeout = 10_001; timeout <= 10_040; timeout++) {
            Exchange exchange = service.send("direct:dynamic", Replies.DOCUMENT, Map.of("timeout", timeout));
            assertThat(exchange.getException()).isNull();
        }

        assertThat(service.server().getAllServeEvents()).hasSize(40);
        assertThat(ComponentInternals.httpClients(service.component())).isLessThan(12);
    }
}
