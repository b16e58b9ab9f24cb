/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.DocprocSafeRedelivery;
import io.docproc.camel.springboot.DocprocAutoConfiguration;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.main.Main;
import org.apache.camel.spring.boot.CamelAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** Runtimes that load {@link DocprocSafeRedelivery} from the jar before the routes. */
@Timeout(60)
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
    void javaThatUsesTheComponentOrAddsTheConfiguration() throws Exception {
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            context.getComponent("docproc");
            context.addRoutesConfigurations(new DocprocSafeRedelivery());
            context.addRoutes(new Routes());
            context.start();

            assertApplied(context);
        }
    }

    @Test
    void javaThatDoesNeitherFailsAtStart() throws Exception {
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            context.addRoutes(new Routes());

            assertThatThrownBy(context::start)
                    .rootCause()
                    .hasMessageContaining("add the bean or routes builder " + DocprocSafeRedelivery.class.getName());
        }
    }

    private static void assertApplied(CamelContext context) {
        assertThat(context.getRoutes()).singleElement().satisfies(route -> assertThat(route.getConfigurationId())
                .isEqualTo(DocprocSafeRedelivery.ID));
    }
}
