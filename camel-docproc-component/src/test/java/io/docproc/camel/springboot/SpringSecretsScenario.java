/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.springboot;

import io.docproc.camel.testkit.DiagnosticsPrinter;
import io.docproc.camel.testkit.ServiceDouble;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.health.HealthCheckHelper;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.flyway.FlywayAutoConfiguration;
import org.springframework.boot.autoconfigure.jackson.JacksonAutoConfiguration;
import org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration;
import org.springframework.boot.autoconfigure.jms.JmsAutoConfiguration;
import org.springframework.boot.autoconfigure.jms.activemq.ActiveMQAutoConfiguration;
import org.springframework.boot.autoconfigure.liquibase.LiquibaseAutoConfiguration;
import org.springframework.boot.autoconfigure.transaction.TransactionAutoConfiguration;
import org.springframework.boot.autoconfigure.web.client.RestTemplateAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.NestedExceptionUtils;

/**
 * Starts applications that get secrets from their environment, and prints whatever a user can see of them. A process of
 * its own, because the log level of a process cannot be changed once it logs.
 */
final class SpringSecretsScenario {
    static final String SECRET_CODE = ServiceDouble.SECRET_CODE;
    static final String CALLBACK_SECRET = "h0oks-of-4pplication-and-m0re-than-32-bytes";
    static final String MISPLACED = "m1splaced-c0de-55";

    static final String FINISHED = "The scenario is finished.";

    private static final String OPTION = "camel.component.docproc.";

    /** Without what has neither routes nor secrets of the component, but would take a third of the time. */
    @SpringBootConfiguration
    @EnableAutoConfiguration(
            exclude = {
                ActiveMQAutoConfiguration.class,
                DataSourceAutoConfiguration.class,
                FlywayAutoConfiguration.class,
                JacksonAutoConfiguration.class,
                JmsAutoConfiguration.class,
                LiquibaseAutoConfiguration.class,
                RestTemplateAutoConfiguration.class,
                TransactionAutoConfiguration.class
            })
    static class Application {
        @Bean
        RouteBuilder routes() {
            return new RouteBuilder() {
                @Override
                public void configure() {
                    from("direct:crop").to("docproc:crop");
                    from("direct:submit").to("docproc:parseAsync");
                }
            };
        }
    }

    private SpringSecretsScenario() {}

    /** @param arguments the address of a service whose responses quote the request */
    public static void main(String[] arguments) throws Exception {
        Map<String, Object> account = Map.of(
                OPTION + "base-url",
                arguments[0],
                OPTION + "app-id",
                ServiceDouble.APP_ID,
                OPTION + "public-url",
                "https://hooks.example.com",
                OPTION + "callback-secret",
                "${the.callback-secret}",
                "the.callback-secret",
                CALLBACK_SECRET,
                "camel.main.tracing",
                true,
                "camel.health.exposure-level",
                "full",
                "camel.main.dev-console-enabled",
                true);
        call(account);
        call(with(account, "callback-secret", "{{the.callback-secret}}"));
        refuse(with(account, "secret-cod", MISPLACED));
        refuse(with(account, "callback-secret", MISPLACED + "${NOT_SET_ANYWHERE}"));
        refuse(with(account, "callback-secret", "{{not.set.anywhere}}"));
        System.out.println(FINISHED);
    }

    private static void call(Map<String, Object> properties) throws Exception {
        try (ConfigurableApplicationContext application =
                application(properties).run()) {
            CamelContext context = application.getBean(CamelContext.class);
            HealthCheckHelper.getHealthCheckRepository(context, "producers").setEnabled(true);
            byte[] document = "%PDF-1.7\n%%EOF\n".getBytes(StandardCharsets.US_ASCII);
            for (String route : new String[] {"direct:crop", "direct:submit"}) {
                context.createProducerTemplate()
                        .request(route, exchange -> exchange.getMessage().setBody(document))
                        .getException()
                        .printStackTrace(System.out);
            }
            DiagnosticsPrinter.print(context);
        }
    }

    private static Map<String, Object> with(Map<String, Object> properties, String option, String value) {
        Map<String, Object> others = new HashMap<>(properties);
        others.put(OPTION + option, value);
        return others;
    }

    private static void refuse(Map<String, Object> properties) {
        try (ConfigurableApplicationContext application =
                application(properties).run()) {
            System.out.println("Not refused by " + application);
        } catch (RuntimeException refusal) {
            System.out.println("Refused: "
                    + NestedExceptionUtils.getMostSpecificCause(refusal)
                            .getClass()
                            .getSimpleName());
            refusal.printStackTrace(System.out);
        }
    }

    private static SpringApplicationBuilder application(Map<String, Object> properties) {
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties(properties);
    }
}
