/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import java.util.Properties;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;
import org.apache.camel.spi.PropertiesFunction;

/**
 * Placeholder <code>{{docprocKamelet:name}}</code> of the Kamelets of the component: the value that the Kamelet has for
 * a property, else the default after a second colon, else nothing.
 *
 * <p>An ordinary placeholder of a property that is not set takes its value from an environment variable, a JVM property or
 * a property of the application with the same name, such as {@code OUTPUT} or {@code PATH}.
 */
public final class KameletProperties implements PropertiesFunction, CamelContextAware {
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
        return kamelet == null ? defaultValue : kamelet.getProperty(nameAndDefault[0], defaultValue);
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
