/* SPDX-License-Identifier: Apache-2.0 */
package com.example.docproc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.docproc.camel.builder.endpoint.dsl.DocprocEndpointBuilderFactory.DocprocBuilders;
import io.docproc.test.DocprocTestService;
import org.apache.camel.builder.endpoint.EndpointRouteBuilder;
import org.apache.camel.main.Main;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A route that names its endpoints by the builders in the jar. */
final class EndpointDslTest {
    @RegisterExtension
    static final DocprocTestService service = DocprocTestService.create();

    @Test
    void crop() throws Exception {
        Main main = Application.start(service, new Routes());
        try {
            main.getCamelTemplate().requestBody("direct:photo", Application.photo(), byte[].class);
        } finally {
            main.stop();
        }

        assertEquals("5", service.calls("crop").get(0).request().parameters().get("enhance_mode"));
    }

    private static final class Routes extends EndpointRouteBuilder implements DocprocBuilders {
        @Override
        public void configure() {
            from(direct("photo")).to(docproc("crop").enhanceMode(5));
        }
    }
}
