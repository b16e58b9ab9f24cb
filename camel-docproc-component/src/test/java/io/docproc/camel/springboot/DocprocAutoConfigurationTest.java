/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.springboot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.tomakehurst.wiremock.client.WireMock;
import io.docproc.camel.ComponentJson;
import io.docproc.camel.DocprocComponent;
import io.docproc.camel.DocprocConfiguration;
import io.docproc.camel.ServiceDouble;
import io.docproc.camel.job.FileJobRepository;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.camel.CamelContext;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.apache.camel.tooling.model.ComponentModel.ComponentOptionModel;
import org.apache.camel.util.StringHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.BoundConfigurationProperties;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.boot.origin.OriginTrackedValue;
import org.springframework.boot.origin.SystemEnvironmentOrigin;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.support.SpringFactoriesLoader;

/** The component is configured by a Spring Boot application's properties. */
class DocprocAutoConfigurationTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @TempDir
    private Path directory;

    private final List<ConfigurableApplicationContext> started = new ArrayList<>();

    @SpringBootConfiguration
    @EnableAutoConfiguration
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

    @Test
    void propertiesReachTheService() {
        service.respondWith("{\"code\":200,\"data\":{\"balance\":1}}");
        CamelContext context = start(Map.of(
                "camel.component.docproc.base-url", service.server().baseUrl() + "/x",
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
    void secretsComeFromAVault() {
        service.server()
                .stubFor(WireMock.get("/v1/secret/data/docproc")
                        .willReturn(WireMock.okJson("{\"data\":{\"data\":{\"secret-code\":\"a+b&c#d\"}}}")));

        CamelContext context = start(Map.of(
                "camel.vault.hashicorp.scheme", "http",
                "camel.vault.hashicorp.host", "localhost",
                "camel.vault.hashicorp.port", service.server().port(),
                "camel.vault.hashicorp.token", "token-of-the-vault",
                "camel.component.docproc.secret-code", "{{hashicorp:secret:docproc#secret-code}}"));

        assertThat(component(context).getConfiguration().getSecretCode()).isEqualTo("a+b&c#d");
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
                "#class:" + FileJobRepository.class.getName() + "('" + directory + "')"));

        DocprocComponent component = component(context);
        DocprocConfiguration configuration = component.getConfiguration();
        assertThat(configuration.getConnectTimeout()).isEqualTo(3_000);
        assertThat(component.getCallbackOptions().getCallbackTtl()).isEqualTo(2 * 24 * 3_600_000L);
        assertThat(configuration.getMaxConcurrentRequests()).isEqualTo(2);
        assertThat(component.getRequestsPerSecond()).isEqualTo(0.5);
        assertThat(component.isLazyStartProducer()).isTrue();
        assertThat(configuration.getSslContextParameters())
                .isSameAs(context.getRegistry().lookupByName("trust"));
        assertThat(component.getJobRepository()).isInstanceOf(FileJobRepository.class);
    }

    @Test
    void environmentVariablesSetOptions() {
        ConfigurableApplicationContext application = application()
                .initializers(context -> context.getEnvironment()
                        .getPropertySources()
                        .replace(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                                new SystemEnvironmentPropertySource(
                                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                                        Map.of(
                                                "CAMEL_COMPONENT_DOCPROC_BASEURL", "http://one.example.com",
                                                "CAMEL_COMPONENT_DOCPROC_SECRET_CODE", "of-the-environment"))))
                .run();
        started.add(application);

        DocprocConfiguration configuration =
                component(application.getBean(CamelContext.class)).getConfiguration();
        assertThat(configuration.getBaseUrl()).isEqualTo("http://one.example.com");
        assertThat(configuration.getSecretCode()).isEqualTo("of-the-environment");
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

        assertThat(DocprocProperties.of(environment)).containsExactly(Map.entry("baseurl", "https://environment"));
    }

    @Test
    void singleOptionsTakePrecedenceOverConfigurationBean() {
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
    }

    @Test
    void everyOptionIsAcceptedInBothSpellings() {
        for (ComponentOptionModel option : ComponentJson.model().getComponentOptions()) {
            String suffix = option.isMultiValue() ? ".userAgent" : "";
            for (String name : List.of(option.getName(), StringHelper.camelCaseToDash(option.getName()))) {
                StandardEnvironment environment = new StandardEnvironment();
                environment
                        .getPropertySources()
                        .addFirst(new OriginTrackedMapPropertySource(
                                "test", Map.of("camel.component.docproc." + name + suffix, "x")));

                assertThat(DocprocProperties.of(environment)).as(name).hasSize(1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"secret-cod", "configuration.secretCode", "base-url.x", "enhanceMode"})
    void unknownPropertyFailsWithoutShowingItsValue(String name) {
        assertThatThrownBy(() -> start(Map.of("camel.component.docproc." + name, "s3cr3t-c0de")))
                .rootCause()
                .isInstanceOf(DocprocPropertyException.class)
                .hasMessageStartingWith("Property camel.component.docproc." + name + " (")
                .hasMessageEndingWith(") is not an option of the docproc component")
                .hasMessageNotContaining("s3cr3t");
    }

    @ParameterizedTest
    @ValueSource(strings = {"secret-code", "callback-secret", "app-id", "base-url"})
    void unresolvedPlaceholderFailsWithoutShowingTheValue(String name) {
        assertThatThrownBy(() -> start(Map.of("camel.component.docproc." + name, "s3cr3t${NOT_SET_ANYWHERE}")))
                .rootCause()
                .isInstanceOf(DocprocPropertyException.class)
                .hasMessageStartingWith("Property camel.component.docproc." + name + " (")
                .hasMessageEndingWith(") contains a placeholder ${...} that has no value")
                .hasMessageNotContaining("s3cr3t")
                .satisfies(refusal ->
                        assertThat(analysis(refusal).getAction()).startsWith("Set the environment variable"));
    }

    @Test
    void failureReportNamesPropertyAndOrigin() {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(new OriginTrackedMapPropertySource(
                        "test",
                        Map.of(
                                "camel.component.docproc.foo",
                                OriginTrackedValue.of("s3cr3t", new SystemEnvironmentOrigin("line 7")))));

        assertThatThrownBy(() -> DocprocProperties.of(environment))
                .satisfies(refusal -> assertThat(analysis(refusal).getDescription())
                        .contains("camel.component.docproc.foo", "line 7")
                        .doesNotContain("s3cr3t"));
    }

    private static FailureAnalysis analysis(Throwable failure) {
        return SpringFactoriesLoader.forDefaultResourceLocation()
                .load(FailureAnalyzer.class, SpringFactoriesLoader.FailureHandler.handleMessage((text, cause) -> {}))
                .stream()
                .map(analyzer -> analyzer.analyze(failure))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void componentWithAnotherNameIsNotCustomized() {
        CamelContext context = start(Map.of("camel.component.docproc.app-id", "from-spring"));

        assertThat(context.getComponent("archive", DocprocComponent.class)
                        .getConfiguration()
                        .getAppId())
                .isEqualTo("of-the-archive");
        assertThat(component(context).getConfiguration().getAppId()).isEqualTo("from-spring");
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

    private CamelContext start(Map<String, Object> properties) {
        ConfigurableApplicationContext application =
                application().properties(properties).run();
        started.add(application);
        return application.getBean(CamelContext.class);
    }

    private static SpringApplicationBuilder application() {
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .logStartupInfo(false)
                .bannerMode(Banner.Mode.OFF);
    }

    private static DocprocComponent component(CamelContext context) {
        return context.getComponent("docproc", DocprocComponent.class);
    }
}
