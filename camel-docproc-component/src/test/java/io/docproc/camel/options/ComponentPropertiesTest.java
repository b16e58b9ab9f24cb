/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.testkit.ServiceDouble;
import java.util.HashMap;
import java.util.Map;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.main.Main;
import org.apache.camel.support.ExceptionHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Configuration of the component by application properties. */
class ComponentPropertiesTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private final Main main = new Main();

    @AfterEach
    void stopMain() {
        main.stop();
    }

    @Test
    void componentPropertiesAreAppliedToCalls() throws Exception {
        service.respondWith("{\"code\":200,\"data\":{\"balance\":1}}");
        Map<String, String> properties = new HashMap<>(Map.of(
                "base-url", service.server().baseUrl() + "/x",
                "app-id", "from-properties",
                "secret-code", "{{the.secret}}",
                "parse-service", "other",
                "connect-timeout", "3s",
                "max-concurrent-requests", "2",
                "requests-per-second", "0",
                "rate-limit-cooldown", "1m",
                "http-options[userAgent]", "mine"));
        properties.put("enterprise-id", "e-1");
        main.addInitialProperty("the.secret", "a+b&c");
        properties.forEach((name, value) -> main.addInitialProperty("camel.component.docproc." + name, value));
        main.start();

        main.getCamelTemplate().requestBody("docproc:balance", (Object) null);

        assertThat(service.url()).isEqualTo("/x/user/finance/balance");
        assertThat(service.onlyRequest().getHeader("x-ti-app-id")).isEqualTo("from-properties");
        assertThat(service.onlyRequest().getHeader("x-ti-secret-code")).isEqualTo("a+b&c");
        assertThat(service.onlyRequest().getHeader("x-ti-enterprise-id")).isEqualTo("e-1");
        assertThat(service.onlyRequest().getHeader("User-Agent")).isEqualTo("mine");
        DocprocComponent component = main.getCamelContext().getComponent("docproc", DocprocComponent.class);
        assertThat(component.getConfiguration().getConnectTimeout()).isEqualTo(3_000);
        assertThat(component.getConfiguration().getParseService()).isEqualTo("other");
        assertThat(component.getRateLimitCooldown()).isEqualTo(60_000);
    }

    /** A properties file keeps the quotation marks of a value, and Camel Main does not resolve ${…}. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '|',
            value = {
                "secret-code,\"q4z9\",secretCode,q4z9",
                "secret-code,'q4z9',secretCode,q4z9",
                "app-id,\"q4z9\",appId,q4z9",
                "secret-code,${Q4Z9},secretCode,Q4Z9"
            })
    void credentialsWithQuotationMarksAreRefusedAtStart(String key, String text, String option, String content)
            throws Exception {
        Map<String, String> properties =
                new HashMap<>(Map.of("base-url", service.server().baseUrl(), "app-id", "app", "secret-code", "s"));
        properties.put(key, text);
        properties.forEach((name, value) -> main.addInitialProperty("camel.component.docproc." + name, value));
        main.configure().addRoutesBuilder(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:balance").to("docproc:balance");
            }
        });

        assertThatThrownBy(main::start)
                .hasStackTraceContaining("Option " + option + " ")
                .hasStackTraceContaining("; allowed is the value alone")
                .satisfies(failure ->
                        assertThat(ExceptionHelper.stackTraceToString(failure)).doesNotContain(content));
        service.assertNothingSent();
    }

    /** Camel converts such a text to zero, which would mean no limit. */
    @ParameterizedTest
    @CsvSource({
        "call-timeout,5x,callTimeout,a duration such as 5s",
        "callTimeout,abc,callTimeout,a duration such as 5s",
        "permit-timeout,ten,permitTimeout,a duration such as 5s",
        "callback-ttl,week,callbackTtl,a duration such as 5s",
        "rate-limit-cooldown,abc,rateLimitCooldown,a duration such as 5s",
        "maxWaitingRequests,x,maxWaitingRequests,a whole number such as 5"
    })
    void aTextThatIsNotOfTheTypeOfItsOptionIsRefused(String key, String text, String option, String allowed) {
        main.addInitialProperty("camel.component.docproc." + key, text);

        assertThatThrownBy(main::start)
                .hasStackTraceContaining("Option " + option + " of the component docproc is '" + text + "'; allowed is")
                .hasStackTraceContaining(allowed);
    }
}
