/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.CapturedLog;
import io.docproc.camel.testkit.ServiceDouble;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Operations whose calls the service has deprecated. */
class DeprecatedCallTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @ParameterizedTest
    @CsvSource({"addField, fields/batch_add", "updateTable, tables/batch_update"})
    void theWarningSaysHowToCallTheReplacement(String operation, String replacement) throws Exception {
        service.component().getConfiguration().setWorkflowUrl(service.server().baseUrl());
        service.respondWith("{\"code\":200,\"msg\":\"success\"}");

        String log = started("docproc:" + operation);

        String call = "docproc:call?service=workflow&servicePath=/api/app-api/sip/platform/v2/category/" + replacement;
        assertThat(log).contains("docproc:" + operation + " makes a call that the service has deprecated", call);
        service.call(call, "{\"workspace_id\":\"1\"}");
        assertThat(service.onlyRequest().getUrl()).endsWith("/category/" + replacement);
    }

    private String started(String uri) throws Exception {
        try (CapturedLog log = new CapturedLog()) {
            service.context().addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from("direct:deprecated").to(uri);
                }
            });
            return log.text();
        }
    }
}
