/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.springboot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.DocprocConfiguration;
import io.docproc.camel.DocprocEndpoint;
import io.docproc.camel.job.JdbcJobRepository;
import io.docproc.camel.result.FileResultRepository;
import io.docproc.camel.testkit.ServiceDouble;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.spring.boot.CamelAutoConfiguration;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.BoundConfigurationProperties;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** The component is configured by the properties of a Spring Boot application. */
class DocprocAutoConfigurationTest {
    final List<ConfigurableApplicationContext> started = new ArrayList<>();

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @TempDir
    private Path directory;

    @SpringBootConfiguration
    @ImportAutoConfiguration({CamelAutoConfiguration.class, DocprocAutoConfiguration.class})
    static class Application {
        @Bean
        SSLContextParameters trust() {
            return new SSLContextParameters();
        }

        @Bean
        DocprocConfiguration account() {
            DocprocConfiguration account = new DocprocConfiguration();
            account.setBaseUrl("http://account.example.com");
            account.setAppId("of-the-account");
            return account;
        }

        @Bean("archive")
        DocprocComponent secondAccount() {
            DocprocComponent component = new DocprocComponent();
            component.getConfiguration().setAppId("of-the-archive");
            return component;
        }
    }

    @AfterEach
    void stop() {
        started.forEach(ConfigurableApplicationContext::close);
    }

    CamelContext start(Map<String, Object> properties) {
        ConfigurableApplicationContext application =
                application().properties(properties).run();
        started.add(application);
        return application.getBean(CamelContext.class);
    }

    static SpringApplicationBuilder application() {
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .logStartupInfo(false)
                .bannerMode(Banner.Mode.OFF);
    }

    static DocprocComponent component(CamelContext context) {
        return context.getComponent("docproc", DocprocComponent.class);
    }

    @Test
    void propertiesReachTheService() {
        service.respondWith("{\"code\":200,\"data\":{\"balance\":1}}");
        CamelContext context = start(Map.of(
                "camel.component.docproc.base-url", service.address() + "/x",
                "camel.component.docproc.appId", "${the.account}",
                "camel.component.docproc.secret-code", "{{the.secret}}",
                "camel.component.docproc.http-options.userAgent", "mine",
                "the.account", "from-spring",
                "the.secret", "a+b&c#d"));

        context.createProducerTemplate().requestBody("docproc:balance", (Object) null);

        assertThat(service.onlyRequest().getUrl()).isEqualTo("/x/user/finance/balance");
        assertThat(service.onlyRequest().getHeader("x-ti-app-id")).isEqualTo("from-spring");
        assertThat(service.onlyRequest().getHeader("x-ti-secret-code")).isEqualTo("a+b&c#d");
        assertThat(service.onlyRequest().getHeader("User-Agent")).isEqualTo("mine");
    }

    @Test
    void durationsNumbersBooleansAndReferencesAreConverted() {
        CamelContext context = start(Map.of(
                "camel.component.docproc.connect-timeout",
                "3s",
                "camel.component.docproc.callback-ttl",
                "2d",
                "camel.component.docproc.max-concurrent-requests",
                2,
                "camel.component.docproc.requests-per-second",
                0.5,
                "camel.component.docproc.lazy-start-producer",
                true,
                "camel.component.docproc.ssl-context-parameters",
                "#bean:trust",
                "camel.component.docproc.job-repository",
                "jdbc:h2:" + directory + "/jobs;WRITE_DELAY=0",
                "camel.component.docproc.result-repository",
                directory + "/results"));

        DocprocComponent component = component(context);
        DocprocConfiguration configuration = component.getConfiguration();
        assertThat(configuration.getConnectTimeout()).isEqualTo(3_000);
        assertThat(configuration.getCallbackTtl()).isEqualTo(2 * 24 * 3_600_000L);
        assertThat(configuration.getMaxConcurrentRequests()).isEqualTo(2);
        assertThat(component.getRequestsPerSecond()).isEqualTo(0.5);
        assertThat(component.isLazyStartProducer()).isTrue();
        assertThat(configuration.getSslContextParameters())
                .isSameAs(context.getRegistry().lookupByName("trust"));
        assertThat(component.getJobRepository()).isInstanceOf(JdbcJobRepository.class);
        assertThat(component.getResultRepository()).isInstanceOf(FileResultRepository.class);
    }

    @Test
    void singleOptionsTakePrecedenceOverConfigurationBeanAndConcernNoOtherComponent() {
        CamelContext context = start(Map.of(
                "camel.component.docproc.configuration", "#bean:account",
                "camel.component.docproc.app-id", "mine",
                "camel.component.docproc.secret-code", "mine-too"));

        DocprocConfiguration configuration = component(context).getConfiguration();
        assertThat(configuration.getAppId()).isEqualTo("mine");
        assertThat(configuration.getSecretCode()).isEqualTo("mine-too");
        assertThat(configuration.getBaseUrl()).isEqualTo("http://account.example.com");
        assertThat(context.getRegistry()
                        .lookupByNameAndType("account", DocprocConfiguration.class)
                        .getSecretCode())
                .isNull();
        assertThat(context.getComponent("archive", DocprocComponent.class)
                        .getConfiguration()
                        .getAppId())
                .isEqualTo("of-the-archive");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "camel.component.docproc.enabled",
                "camel.component.docproc.customizer.enabled",
                "camel.component.enabled",
                "camel.component.customizer.enabled"
            })
    void customizerCanBeDisabled(String name) {
        CamelContext context = start(Map.of("camel.component.docproc.app-id", "from-spring", name, "false"));

        assertThat(component(context).getConfiguration().getAppId()).isNull();
    }

    @Test
    void actuatorReportsNoSecretAmongConfigurationProperties() {
        start(Map.of("camel.component.docproc.secret-code", "s3cr3t-c0de", "camel.main.name", "reported"));

        assertThat(BoundConfigurationProperties.get(started.get(0)).getAll().values())
                .extracting(ConfigurationProperty::getValue)
                .contains("reported")
                .doesNotContain("s3cr3t-c0de");
    }

    @ParameterizedTest
    @ValueSource(strings = {"base-url", "baseUrl", "baseurl", "base_url"})
    void environmentTakesPrecedenceOverFileInAnySpelling(String spelling) {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .replace(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                                Map.of("CAMEL_COMPONENT_DOCPROC_BASE_URL", "https://environment")));
        environment
                .getPropertySources()
                .addLast(new OriginTrackedMapPropertySource(
                        "file", Map.of("camel.component.docproc." + spelling, "https://file")));

        assertThat(DocprocAutoConfiguration.options(environment))
                .containsExactly(Map.entry("baseurl", "https://environment"));
    }

    @ParameterizedTest
    @CsvSource({
        "secret-cod,''",
        "configuration.secretCode,''",
        "base-url.x,''",
        "enhanceMode,''",
        "secret-code,${NOT_SET_ANYWHERE}",
        "callback-secret,${NOT_SET_ANYWHERE}",
        "app-id,${NOT_SET_ANYWHERE}",
        "base-url,${NOT_SET_ANYWHERE}"
    })
    void unknownPropertyOrUnresolvedPlaceholderFailsWithoutShowingItsValue(String name, String placeholder) {
        assertThatThrownBy(() -> start(Map.of("camel.component.docproc." + name, "s3cr3t-c0de" + placeholder)))
                .rootCause()
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("Property camel.component.docproc." + name
                        + (placeholder.isEmpty()
                                ? " is not an option of the docproc component; "
                                : " contains a placeholder ${...}"))
                .hasMessageNotContaining("s3cr3t");
    }

    @Test
    void theNameOfTheBeanIsTheScheme() {
        ConfigurableApplicationContext application = application()
                .sources(DocumentedAccounts.class)
                .properties(Map.of("ACME_APP_ID", "app-of-acme", "ACME_SECRET_CODE", "0123456789abcdef"))
                .run();
        started.add(application);
        CamelContext context = application.getBean(CamelContext.class);

        DocprocEndpoint endpoint = context.getEndpoint("acme:crop", DocprocEndpoint.class);

        DocprocComponent acme = endpoint.getComponent();
        assertThat(acme).isNotSameAs(component(context));
        assertThat(acme.getConfiguration().getAppId()).isEqualTo("app-of-acme");
        assertThat(acme.getConfiguration().getSecretCode()).isEqualTo("0123456789abcdef");
        assertThat(acme.getRequestsPerSecond()).isEqualTo(2);
    }
}
