/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.sample;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.DocprocConfiguration;
import io.docproc.camel.model.ParseJob;
import io.docproc.test.DocprocTestService;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.mock.MockEndpoint;
import org.apache.camel.component.platform.http.main.MainHttpServer;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpServer;
import org.apache.camel.support.service.ServiceHelper;
import org.apache.camel.test.junit5.CamelTestSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ParseJobSampleTest extends CamelTestSupport {
    @RegisterExtension
    static final DocprocTestService service = DocprocTestService.create();

    @Override
    protected CamelContext createCamelContext() throws Exception {
        CamelContext context = super.createCamelContext();
        MainHttpServer server = new MainHttpServer();
        server.setPort(0);
        context.addService(server);
        ServiceHelper.startService(server);
        int port = context.hasService(VertxPlatformHttpServer.class).getPort();
        DocprocConfiguration docproc =
                context.getComponent("docproc", DocprocComponent.class).getConfiguration();
        docproc.setBaseUrl(service.baseUrl());
        docproc.setAppId(service.appId());
        docproc.setSecretCode(service.secretCode());
        docproc.setCallbackSecret(service.callbackSecret());
        docproc.setPublicUrl("http://localhost:" + port);
        return context;
    }

    @Override
    protected RouteBuilder createRouteBuilder() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("docproc:webhook").to("docproc:parseResult").to("mock:parsed");
            }
        };
    }

    // tag::test[]
    @Test
    void deliversTheParsedDocument() throws Exception {
        MockEndpoint parsed = getMockEndpoint("mock:parsed");
        parsed.expectedMessageCount(1);
        ParseJob job =
                template().requestBody("docproc:parseAsync", "%PDF-1.7 contract".getBytes(UTF_8), ParseJob.class);

        service.completeJob(job.jobId());

        parsed.assertIsSatisfied();
        assertThat(parsed.getExchanges().get(0).getMessage().getBody(String.class))
                .contains("Sample text");
    }
    // end::test[]
}
