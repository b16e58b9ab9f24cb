/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.sample;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.test.DocprocTestService;
import java.math.BigDecimal;
import java.util.Map;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

// tag::properties[]
@SpringBootTest
class SpringBootSampleTest {
    @RegisterExtension
    static final DocprocTestService service = DocprocTestService.create();

    @Autowired
    private ProducerTemplate template;

    @DynamicPropertySource
    static void properties(DynamicPropertyRegistry registry) {
        service.properties().forEach((key, value) -> registry.add(key, () -> value));
    }
    // end::properties[]

    @Test
    void readsTheFields() {
        service.whenExtract().fileName("invoice.pdf").respond(Map.of("total", new BigDecimal("12.00")));

        Map<?, ?> fields = template.requestBodyAndHeader(
                "direct:invoice", "%PDF-1.7 invoice".getBytes(UTF_8), "CamelFileName", "invoice.pdf", Map.class);

        assertThat(fields.get("total")).isEqualTo(new BigDecimal("12.00"));
    }

    @Configuration
    @EnableAutoConfiguration
    static class Application {
        @Bean
        RouteBuilder invoices() {
            return new RouteBuilder() {
                @Override
                public void configure() {
                    from("direct:invoice").to("docproc:extract?schema=classpath:invoice.json");
                }
            };
        }
    }
}
