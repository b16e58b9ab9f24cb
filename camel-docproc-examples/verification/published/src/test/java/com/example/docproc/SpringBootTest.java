/* SPDX-License-Identifier: Apache-2.0 */
package com.example.docproc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.docproc.test.DocprocTestService;
import java.util.Map;
import java.util.Properties;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The auto-configuration in the jar, without a starter. */
final class SpringBootTest {
    @RegisterExtension
    static final DocprocTestService service = DocprocTestService.create();

    @Test
    void theOptionsArePropertiesOfTheApplication() throws Exception {
        service.whenExtract().respond(Map.of("total", "12.00"));
        Properties properties = new Properties();
        properties.putAll(service.properties());

        try (ConfigurableApplicationContext application = new SpringApplicationBuilder(Invoices.class)
                .web(WebApplicationType.NONE)
                .properties(properties)
                .run()) {
            Map<?, ?> fields = application
                    .getBean(ProducerTemplate.class)
                    .requestBody("direct:invoice", Application.photo(), Map.class);

            assertEquals("12.00", fields.get("total"));
        }
    }

    @Configuration
    @EnableAutoConfiguration
    static class Invoices {
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
