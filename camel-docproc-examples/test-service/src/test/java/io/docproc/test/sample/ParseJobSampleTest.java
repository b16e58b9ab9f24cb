/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.sample;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.model.ParseJob;
import io.docproc.test.DocprocTestService;
import java.io.IOException;
import java.net.ServerSocket;
import org.apache.camel.BeanInject;
import org.apache.camel.CamelConfiguration;
import org.apache.camel.CamelContext;
import org.apache.camel.EndpointInject;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.mock.MockEndpoint;
import org.apache.camel.component.platform.http.main.MainHttpServer;
import org.apache.camel.main.MainConfigurationProperties;
import org.apache.camel.spi.PropertiesComponent;
import org.apache.camel.test.main.junit5.CamelMainTest;
import org.apache.camel.test.main.junit5.Configure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@CamelMainTest
class ParseJobSampleTest {
    @RegisterExtension
    static final DocprocTestService service = DocprocTestService.create();

    @BeanInject
    private CamelContext context;

    @EndpointInject("mock:parsed")
    private MockEndpoint parsed;

    // tag::server[]
    @Configure
    void configure(MainConfigurationProperties main) {
        main.addRoutesBuilder(new CompletionRoute());
        main.addConfiguration(new CamelConfiguration() {
            @Override
            public void configure(CamelContext context) throws Exception {
                MainHttpServer server = new MainHttpServer();
                server.setPort(freePort());
                context.addService(server);
                PropertiesComponent properties = context.getPropertiesComponent();
                service.properties().forEach(properties::addOverrideProperty);
                properties.addOverrideProperty(
                        "camel.component.docproc.public-url", "http://localhost:" + server.getPort());
            }
        });
    }
    // end::server[]

    // tag::test[]
    @Test
    void deliversTheParsedDocument() throws Exception {
        byte[] document = "%PDF-1.7 contract".getBytes(UTF_8);
        ParseJob job = context.createProducerTemplate().requestBody("docproc:parseAsync", document, ParseJob.class);
        parsed.expectedMessageCount(1);

        service.completeJob(job.jobId());

        parsed.assertIsSatisfied();
        assertThat(parsed.getExchanges().get(0).getMessage().getBody(String.class))
                .contains("Sample text");
    }
    // end::test[]

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    static final class CompletionRoute extends RouteBuilder {
        @Override
        public void configure() {
            from("docproc:webhook?fetchResult=true").to("mock:parsed");
        }
    }
}
