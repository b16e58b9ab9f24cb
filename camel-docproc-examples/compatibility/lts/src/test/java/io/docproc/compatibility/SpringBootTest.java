/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.compatibility;

import io.docproc.test.DocprocTestService;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.HashMap;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

/** The component in a Spring Boot application. */
class SpringBootTest {
    private static final String SERVER_SETTINGS =
            "org.springframework.boot.autoconfigure.web.embedded.EmbeddedWebServerFactoryCustomizerAutoConfiguration";

    @RegisterExtension
    static final DocprocTestService service = DocprocTestService.create();

    @ParameterizedTest
    @ValueSource(strings = {"routes.yaml", "routes.xml"})
    void runsRoutes(String routes) throws Exception {
        int port = freePort();
        String url = "http://127.0.0.1:" + port;
        SpringApplication application = new SpringApplication(Application.class);
        Map<String, Object> properties = new HashMap<>(Applications.properties(service, url, "platform-http"));
        properties.put("server.port", port);
        properties.put("camel.main.routes-include-pattern", "classpath:compatibility/" + routes);
        // Spring Boot before 3.5 takes the HTTP server of the test service for a servlet container.
        properties.put("spring.autoconfigure.exclude", SERVER_SETTINGS);
        application.setDefaultProperties(properties);
        try (ConfigurableApplicationContext context = application.run()) {
            new RouteAssertions(context.getBean(CamelContext.class), service, url).assertAllRoutes();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @EnableAutoConfiguration
    static class Application {}
}
