/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.springboot;

import org.apache.camel.spi.ComponentCustomizer;
import org.apache.camel.spring.boot.CamelAutoConfiguration;
import org.apache.camel.spring.boot.util.ConditionalOnHierarchicalProperties;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * Makes {@code camel.component.docproc.*} of a Spring Boot application's properties the options of the component, where
 * the application has Camel Spring Boot.
 */
@AutoConfiguration(after = CamelAutoConfiguration.class)
@ConditionalOnClass(CamelAutoConfiguration.class)
@ConditionalOnBean(CamelAutoConfiguration.class)
@ConditionalOnHierarchicalProperties({"camel.component", DocprocProperties.PREFIX})
public final class DocprocAutoConfiguration {
    /**
     * Sets the properties on the component when Camel makes it.
     *
     * @throws UnknownOptionException if a property names no option of the component
     */
    @Bean
    ComponentCustomizer docprocComponentCustomizer(Environment environment) {
        return new DocprocComponentCustomizer(environment, DocprocProperties.of(environment));
    }
}
