/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.DocprocSafeRedelivery;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.springboot.DocprocAutoConfiguration;
import io.docproc.camel.testkit.CapturedLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.impl.engine.SimpleCamelContext;
import org.apache.camel.main.Main;
import org.apache.camel.spring.boot.CamelAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** Runtimes that load {@link DocprocSafeRedelivery} from the jar before the routes. */
@Timeout(180)
class SafeRedeliveryRuntimesTest {
    private static final String CALL = "docproc:balance?baseUrl=http://localhost:1&appId=a&secretCode=b";
    private static final Map<String, String> ROUTES = Map.of(
            "yaml",
            """
            - route:
                routeConfigurationId: docproc-safe-redelivery
                from:
                  uri: direct:call
                  steps:
                    - to:
                        uri: %s
            """,
            "xml",
            """
            <route routeConfigurationId="docproc-safe-redelivery">
              <from uri="direct:call"/>
              <to uri="%s"/>
            </route>
            """);

    @TempDir
    Path directory;

    /** A route in Java. */
    static final class Routes extends RouteBuilder {
        @Override
        public void configure() {
            from("direct:call").routeConfigurationId(DocprocSafeRedelivery.ID).to(CALL);
        }
    }

    @SpringBootConfiguration
    @ImportAutoConfiguration({CamelAutoConfiguration.class, DocprocAutoConfiguration.class})
    static class Application {
        @Bean
        Routes routes() {
            return new Routes();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"yaml", "xml"})
    void camelMain(String dsl) throws Exception {
        String uri = dsl.equals("xml") ? CALL.replace("&", "&amp;") : CALL;
        Path route = Files.writeString(
                directory.resolve("route." + dsl), ROUTES.get(dsl).formatted(uri));
        Main main = new Main();
        main.configure().setRoutesIncludePattern("file:" + route);
        main.start();
        try {
            assertApplied(main.getCamelContext());
        } finally {
            main.stop();
        }
    }

    @Test
    void springBoot() {
        try (ConfigurableApplicationContext application = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .logStartupInfo(false)
                .bannerMode(Banner.Mode.OFF)
                .run()) {
            assertApplied(application.getBean(CamelContext.class));
        }
    }

    @Test
    void aNewContext() throws Exception {
        try (CapturedLog log = new CapturedLog();
                DefaultCamelContext context = new DefaultCamelContext()) {
            context.addRoutes(new Routes());
            context.start();

            assertApplied(context);
            assertThat(log.text()).doesNotContain("NullPointerException");
        }
    }

    /** As in a WAR, whose class loader Camel does not know. */
    @ParameterizedTest
    @CsvSource({"docproc, true", "direct, false"})
    void aContextThatDoesNotFindThePluginOfTheJar(String component, boolean applied) throws Exception {
        try (DefaultCamelContext context = new DefaultCamelContext(false)) {
            context.setApplicationContextClassLoader(ClassLoader.getPlatformClassLoader());
            context.build();
            context.getComponent(component);
            context.addRoutes(new Routes());
            if (applied) {
                context.start();
                assertApplied(context);
            } else {
                assertThatThrownBy(context::start)
                        .rootCause()
                        .hasMessageContaining(
                                "add the bean or routes builder " + DocprocSafeRedelivery.class.getName());
            }
        }
    }

    @Test
    void aContextWithoutAModelHasNoConfigurationAndNoWarning() throws Exception {
        try (CapturedLog log = new CapturedLog();
                SimpleCamelContext context = new SimpleCamelContext()) {
            context.start();

            assertThat(context.createProducerTemplate()
                            .send(CALL, exchange -> {})
                            .getException())
                    .isInstanceOf(DocprocTransportException.class);
            assertThat(log.text()).doesNotContain("NullPointerException");
        }
    }

    private static void assertApplied(CamelContext context) {
        assertThat(context.getRoutes()).singleElement().satisfies(route -> assertThat(route.getConfigurationId())
                .isEqualTo(DocprocSafeRedelivery.ID));
    }
}
