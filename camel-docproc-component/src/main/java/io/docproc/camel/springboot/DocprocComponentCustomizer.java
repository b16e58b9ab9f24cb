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

/** Sets an application's properties on the component {@code docproc}, as Camel Main does. */
final class DocprocComponentCustomizer implements ComponentCustomizer {
    private static final String CONFIGURATION = "configuration";

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

    /** First the whole configuration, if one is given, and on a copy of it the single options. */
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
