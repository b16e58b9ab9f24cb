/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.internal.operation.OptionDeclaration;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;
import org.apache.camel.model.Model;
import org.apache.camel.model.RouteTemplateDefinition;
import org.apache.camel.spi.PropertiesFunction;
import org.apache.camel.util.StringHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Placeholder <code>{{docprocKamelet:name}}</code> of the Kamelets of the component: the value that the Kamelet has for
 * a property, else the default after a second colon, else nothing.
 *
 * <p>An ordinary placeholder of a property that is not set takes its value from an environment variable, a JVM property or
 * a property of the application with the same name, such as {@code OUTPUT} or {@code PATH}.
 */
public final class KameletProperties implements PropertiesFunction, CamelContextAware {
    /** Parameters that Camel adds. */
    private static final Set<String> OF_CAMEL = Set.of(
            "templateId",
            "routeId",
            "parentRouteId",
            "parentProcessorId",
            "uuid",
            "location",
            "noErrorHandler",
            "bridgeErrorHandler");

    private static final Logger LOG = LoggerFactory.getLogger(KameletProperties.class);

    private final Set<String> reported = ConcurrentHashMap.newKeySet();

    private CamelContext camelContext;

    @Override
    public String getName() {
        return "docprocKamelet";
    }

    @Override
    public String apply(String remainder) {
        String[] nameAndDefault = remainder.split(":", 2);
        Properties kamelet = camelContext.getPropertiesComponent().getLocalProperties();
        String defaultValue = nameAndDefault.length == 1 ? null : nameAndDefault[1];
        if (kamelet == null) {
            return defaultValue;
        }
        reportUnknown(kamelet);
        return kamelet.getProperty(nameAndDefault[0], defaultValue);
    }

    /** Reports a parameter that the Kamelet does not declare, for example a misspelled option, which Camel ignores. */
    private void reportUnknown(Properties kamelet) {
        String name = kamelet.getProperty("templateId");
        RouteTemplateDefinition template = camelContext
                .getCamelContextExtension()
                .getContextPlugin(Model.class)
                .getRouteTemplateDefinition(name);
        if (template == null) {
            return;
        }
        Set<String> allowed = new TreeSet<>();
        template.getTemplateParameters().forEach(parameter -> allowed.add(parameter.getName()));
        kamelet.stringPropertyNames().stream()
                // Camel adds each name with dashes, and with a prefix the parameters of other uses of the Kamelet.
                .map(StringHelper::dashToCamelCase)
                .filter(parameter -> !parameter.contains(".") || parameter.startsWith("param."))
                .filter(parameter -> !allowed.contains(parameter) && !OF_CAMEL.contains(parameter))
                .map(parameter -> "Kamelet " + name + " has no parameter " + OptionDeclaration.shown(parameter)
                        + "; allowed are " + String.join(", ", allowed))
                .forEach(this::report);
    }

    private void report(String reason) {
        if (camelContext.hasComponent("docproc") instanceof DocprocComponent docproc && docproc.isFailOnUnknownName()) {
            throw new IllegalArgumentException(reason);
        }
        if (reported.add(reason)) {
            LOG.warn(reason);
        }
    }

    @Override
    public boolean optional(String remainder) {
        return true;
    }

    @Override
    public CamelContext getCamelContext() {
        return camelContext;
    }

    @Override
    public void setCamelContext(CamelContext camelContext) {
        this.camelContext = camelContext;
    }
}
