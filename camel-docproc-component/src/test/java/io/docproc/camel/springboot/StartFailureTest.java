/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.springboot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.testkit.CapturedLog;
import java.util.HashMap;
import java.util.Map;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.spring.boot.CamelAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;

/** What a Spring Boot application prints that does not start because of an option. */
class StartFailureTest {
    private static final Map<String, Object> ACCOUNT = Map.of(
            "camel.component.docproc.base-url", "http://localhost:1",
            "camel.component.docproc.app-id", "app",
            "camel.component.docproc.secret-code", "secret");

    @SpringBootConfiguration
    @ImportAutoConfiguration({CamelAutoConfiguration.class, DocprocAutoConfiguration.class})
    static class Application {
        @Bean
        RouteBuilder route(@Value("${to}") String to) {
            return new RouteBuilder() {
                @Override
                public void configure() {
                    from("direct:in").routeId("photos").to(to);
                }
            };
        }
    }

    private static String printed(String property, String value, String to) {
        Map<String, Object> properties = new HashMap<>(ACCOUNT);
        properties.put("camel.component.docproc." + property, value);
        properties.put("to", to);
        properties.values().removeIf(""::equals);
        try (CapturedLog log = new CapturedLog()) {
            assertThatThrownBy(() -> new SpringApplicationBuilder(Application.class)
                            .web(WebApplicationType.NONE)
                            .bannerMode(Banner.Mode.OFF)
                            .properties(properties)
                            .run())
                    .isNotNull();
            return log.text().replace(System.lineSeparator(), "\n");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "secret-code||docproc:crop|Option secretCode is required: set it on the component or the endpoint, to"
                        + " the value that the account console shows under API keys"
                        + "|Set the property camel.component.docproc.secret-code, or secretCode in the URI of the endpoint in route photos.",
                "base-url|ftp://a|docproc:crop|Option baseUrl must be an http or https address with a host, without user,"
                        + " query or fragment, such as https://service.example.com"
                        + "|Set the property camel.component.docproc.base-url, or baseUrl in the URI of the endpoint in route photos.",
                "requests-per-second|-1|docproc:crop|Option requestsPerSecond is -1.0; allowed values are 0 (unlimited) and positive numbers of calls per second"
                        + "|Set the property camel.component.docproc.requests-per-second.",
                "connect-timeout|soon|docproc:crop|Option connectTimeout of the component docproc is 'soon'; allowed is a"
                        + " duration such as 5s|Set the property camel.component.docproc.connect-timeout.",
                "no-such|1|docproc:crop|Property camel.component.docproc.no-such is not an option|Correct the property.",
                "app-id|app|docproc:crop?enhanceMode=9|Option enhanceMode of docproc:crop is '9'; allowed is one of -1, 1, 2, 3, 4, 5, 6"
                        + "|Correct the URI of the endpoint in route photos.",
                "app-id|app|docproc:crop?pageRange=1-2|docproc:crop has no option pageRange"
                        + "|Correct the URI of the endpoint in route photos."
            })
    void theReasonAndTheCorrectionArePrinted(
            String property, String value, String to, String description, String action) {
        String printed = printed(property, value == null ? "" : value, to);
        assertThat(printed)
                .containsSubsequence(
                        "APPLICATION FAILED TO START", "Description:\n\n" + description, "Action:\n\n" + action);
    }

    @Test
    void otherFailuresAreNotDescribed() {
        assertThat(printed("app-id", "app", "file:")).doesNotContain("Description:\n\nOption");
    }
}
