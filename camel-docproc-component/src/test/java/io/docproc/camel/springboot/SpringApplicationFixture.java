/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.springboot;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.DocprocConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.spring.boot.CamelAutoConfiguration;
import org.apache.camel.spring.boot.vault.HashicorpVaultAutoConfiguration;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.junit.jupiter.api.AfterEach;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/**
 * Spring Boot applications with the component, closed after each test. They have no other auto-configuration, because it
 * would take most of the time; {@link SpringSecretsScenario} has all.
 */
abstract class SpringApplicationFixture {
    final List<ConfigurableApplicationContext> started = new ArrayList<>();

    @SpringBootConfiguration
    @ImportAutoConfiguration({
        CamelAutoConfiguration.class,
        HashicorpVaultAutoConfiguration.class,
        DocprocAutoConfiguration.class
    })
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
}
