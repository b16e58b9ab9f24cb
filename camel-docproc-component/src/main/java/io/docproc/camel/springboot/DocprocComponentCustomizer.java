/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.springboot;

import java.util.Map;
import org.apache.camel.Component;
import org.apache.camel.spi.ComponentCustomizer;
import org.apache.camel.spring.boot.util.HierarchicalPropertiesEvaluator;
import org.apache.camel.support.PropertyBindingSupport;
import org.springframework.core.env.Environment;

/** Sets an application's properties on the component {@code docproc}, as Camel Main does. */
final class DocprocComponentCustomizer implements ComponentCustomizer {
    private final Environment environment;
    private final Map<String, Object> options;

    DocprocComponentCustomizer(Environment environment, Map<String, Object> options) {
        this.environment = environment;
        this.options = options;
    }

    /** A component that the application has made under another name is another account. */
    @Override
    public boolean isEnabled(String name, Component target) {
        return name.equals("docproc")
                && HierarchicalPropertiesEvaluator.evaluate(
                        environment, "camel.component.customizer", DocprocProperties.PREFIX + ".customizer");
    }

    @Override
    public void configure(String name, Component target) {
        PropertyBindingSupport.build()
                .withCamelContext(target.getCamelContext())
                .withTarget(target)
                .withConfigurer(target.getComponentPropertyConfigurer())
                .withProperties(options)
                .withRemoveParameters(false)
                .withIgnoreCase(true)
                .withMandatory(true)
                .bind();
    }
}
