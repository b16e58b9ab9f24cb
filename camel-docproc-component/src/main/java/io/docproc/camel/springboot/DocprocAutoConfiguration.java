/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.springboot;

import io.docproc.camel.internal.context.ClassPathVersions;
import org.apache.camel.spi.ComponentCustomizer;
import org.apache.camel.spring.boot.CamelAutoConfiguration;
import org.apache.camel.spring.boot.util.ConditionalOnHierarchicalProperties;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * Spring Boot auto-configuration that sets the properties {@code camel.component.docproc.*} as options of the
 * component. Active if the application uses Camel Spring Boot.
 */
@AutoConfiguration(after = CamelAutoConfiguration.class)
@ConditionalOnClass(CamelAutoConfiguration.class)
@ConditionalOnBean(CamelAutoConfiguration.class)
@ConditionalOnHierarchicalProperties({"camel.component", DocprocProperties.PREFIX})
public final class DocprocAutoConfiguration {
    /** Checks the versions on the class path before Spring creates Camel, which would fail for another reason. */
    @Bean
    static BeanFactoryPostProcessor docprocClassPathCheck() {
        return factory -> ClassPathVersions.requireConsistent();
    }

    /**
     * Creates the customizer that sets the properties when Camel creates the component.
     *
     * @throws DocprocPropertyException if a property is not an option of the component, or a Spring placeholder has no
     *     value
     */
    @Bean
    ComponentCustomizer docprocComponentCustomizer(Environment environment) {
        return new DocprocComponentCustomizer(environment, DocprocProperties.of(environment));
    }
}
