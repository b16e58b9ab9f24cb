/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.sample;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.test.DocprocTestService;
import org.apache.camel.BeanInject;
import org.apache.camel.CamelConfiguration;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.main.MainConfigurationProperties;
import org.apache.camel.test.main.junit5.CamelMainTest;
import org.apache.camel.test.main.junit5.Configure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@CamelMainTest
class CamelMainSampleTest {
    // tag::configure[]
    @RegisterExtension
    static final DocprocTestService service = DocprocTestService.create();

    @BeanInject
    private CamelContext context;

    @Configure
    void configure(MainConfigurationProperties main) {
        main.addRoutesBuilder(new ParseRoute());
        main.addConfiguration(new CamelConfiguration() {
            @Override
            public void configure(CamelContext context) {
                service.properties().forEach(context.getPropertiesComponent()::addOverrideProperty);
            }
        });
    }
    // end::configure[]

    @Test
    void parsesADocument() {
        service.whenParseSync().respond("# Contract\nBetween A and B.");

        String document = context.createProducerTemplate()
                .requestBody("direct:parse", "%PDF-1.7 contract".getBytes(UTF_8), String.class);

        assertThat(document).contains("Between A and B.");
        assertThat(service.calls("parseSync")).hasSize(1);
    }

    @Test
    void reportsAMisspelledHeader() {
        assertThatThrownBy(() -> context.createProducerTemplate()
                        .requestBodyAndHeader("direct:parse", "%PDF-1.7".getBytes(UTF_8), "CamelDocprocPageRang", "1"))
                .hasStackTraceContaining("header CamelDocprocPageRang has no effect");
    }

    static final class ParseRoute extends RouteBuilder {
        @Override
        public void configure() {
            from("direct:parse").to("docproc:parseSync");
        }
    }
}
