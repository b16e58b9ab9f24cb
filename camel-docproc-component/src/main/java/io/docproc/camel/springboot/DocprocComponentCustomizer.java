/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.springboot;

import io.docproc.camel.DocprocComponent;
import java.util.Map;
import java.util.TreeMap;
import org.apache.camel.Component;
import org.apache.camel.spi.ComponentCustomizer;
import org.apache.camel.spring.boot.util.HierarchicalPropertiesEvaluator;
import org.apache.camel.support.PropertyBindingSupport;
import org.springframework.core.env.Environment;

/** Sets the properties of an application on the component {@code docproc}, in the same way as Camel Main. */
final class DocprocComponentCustomizer implements ComponentCustomizer {
    private static final String CONFIGURATION = "configuration";

    private final Environment environment;
    private final Map<String, Object> options;

    DocprocComponentCustomizer(Environment environment, Map<String, Object> options) {
        this.environment = environment;
        this.options = options;
    }

    /**
     * Returns true only for the name {@code docproc}. A component that the application registers under another name is
     * for another account.
     */
    @Override
    public boolean isEnabled(String name, Component target) {
        return name.equals("docproc")
                && HierarchicalPropertiesEvaluator.evaluate(
                        environment, "camel.component.customizer", DocprocProperties.PREFIX + ".customizer");
    }

    /** Sets the option {@code configuration} first, if present, and the other options on a copy of it. */
    @Override
    public void configure(String name, Component target) {
        Map<String, Object> single = new TreeMap<>(options);
        Object configuration = single.remove(CONFIGURATION);
        if (configuration != null && target instanceof DocprocComponent component) {
            bind(target, Map.of(CONFIGURATION, configuration));
            component.setConfiguration(component.getConfiguration().copy());
        }
        bind(target, single);
    }

    private static void bind(Component target, Map<String, Object> properties) {
        PropertyBindingSupport.build()
                .withCamelContext(target.getCamelContext())
                .withTarget(target)
                .withConfigurer(target.getComponentPropertyConfigurer())
                .withProperties(properties)
                .withRemoveParameters(false)
                .withIgnoreCase(true)
                .withMandatory(true)
                .bind();
    }
}
