/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.compatibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.docproc.test.DocprocTestService;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

/** The component in a Spring Boot application with a web server and Actuator. */
class SpringBootTest {
    @RegisterExtension
    static final DocprocTestService service = DocprocTestService.create();

    /** The XML routes are absent where camel-xml-io-dsl is not available. */
    static Stream<String> routes() {
        return Stream.of("routes.yaml", "routes.xml")
                .filter(routes -> SpringBootTest.class.getResource("/compatibility/" + routes) != null);
    }

    @ParameterizedTest
    @MethodSource("routes")
    void runsRoutes(String routes) throws Exception {
        int port = freePort();
        String url = "http://127.0.0.1:" + port;
        SpringApplication application = new SpringApplication(Application.class);
        Map<String, Object> properties = new HashMap<>(Applications.properties(service, url, "platform-http"));
        properties.put("server.port", port);
        properties.put("management.endpoint.health.show-components", "always");
        properties.put("camel.main.routes-include-pattern", "classpath:compatibility/" + routes);
        application.setDefaultProperties(properties);
        try (ConfigurableApplicationContext context = application.run()) {
            await().untilAsserted(() -> {
                JsonNode health = health(url + "/actuator/health");
                assertThat(health.at("/status").textValue()).isEqualTo("UP");
                assertThat(health.at("/components/camelHealth/status").textValue())
                        .isEqualTo("UP");
            });
            new RouteAssertions(context.getBean(CamelContext.class), service, url).assertAllRoutes();
            assertThat(context
                            .getBean(MeterRegistry.class)
                            .get("docproc.calls")
                            .tags("operation", "crop", "code", "40303")
                            .timers()
                            .stream()
                            .mapToLong(Timer::count)
                            .sum())
                    .isEqualTo(1);
        }
    }

    /** Spring Boot's readiness group contains the checks of Camel only if it includes them. */
    @ParameterizedTest
    @CsvSource({"readinessState, UP", "'readinessState,camelHealth', DOWN"})
    void theReadinessGroupContainsTheHealthOfTheComponent(String included, String readiness) throws Exception {
        int port = freePort();
        String url = "http://127.0.0.1:" + port;
        SpringApplication application = new SpringApplication(Application.class);
        Map<String, Object> properties = new HashMap<>(Applications.properties(service, url, "platform-http"));
        properties.put("server.port", port);
        properties.put("management.endpoint.health.probes.enabled", "true");
        properties.put("management.endpoint.health.group.readiness.include", included);
        properties.put("camel.health.producers-enabled", "true");
        properties.put("camel.component.docproc.app-id", "wrong-app");
        properties.put("camel.component.docproc.minimum-balance", "1");
        properties.put("camel.main.routes-include-pattern", "classpath:compatibility/routes.yaml");
        application.setDefaultProperties(properties);
        try (ConfigurableApplicationContext context = application.run()) {
            await().until(() -> health(url + "/actuator/health/readiness")
                    .at("/status")
                    .textValue()
                    .equals(readiness));
            assertThat(health(url + "/actuator/health/liveness").at("/status").textValue())
                    .isEqualTo("UP");
        }
    }

    private static JsonNode health(String url) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
        return new JsonMapper()
                .readTree(HttpClient.newHttpClient()
                        .send(request, BodyHandlers.ofString())
                        .body());
    }

    /** Returns a port outside the ephemeral range of most systems, which no connection occupies before the server. */
    private static int freePort() throws IOException {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(20_000, 32_000);
            try (ServerSocket socket = new ServerSocket(port)) {
                return socket.getLocalPort();
            } catch (BindException e) {
                continue; // Another server has the port.
            }
        }
    }

    @EnableAutoConfiguration
    static class Application {}
}
