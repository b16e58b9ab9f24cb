/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import org.apache.camel.CamelContext;
import org.apache.camel.spi.PropertyConfigurer;
import org.apache.camel.spi.PropertyConfigurerGetter;

/**
 * Sets the options of the component. A text that is not of the type of its option is refused, because Camel would
 * convert it to zero, which means no limit for most options.
 *
 * @param generated the generated configurer, which sets the options
 * @param getter the same configurer, which describes the options
 * @param options the options of the component
 */
public record ComponentConfigurer(
        PropertyConfigurer generated, PropertyConfigurerGetter getter, EndpointOptions options)
        implements PropertyConfigurer, PropertyConfigurerGetter {
    @Override
    public boolean configure(CamelContext context, Object target, String name, Object value, boolean ignoreCase) {
        options.requireType(name, ignoreCase, value, context);
        return generated.configure(context, target, name, value, ignoreCase);
    }

    @Override
    public Class<?> getOptionType(String name, boolean ignoreCase) {
        return getter.getOptionType(name, ignoreCase);
    }

    @Override
    public String[] getAutowiredNames() {
        return getter.getAutowiredNames();
    }

    @Override
    public Object getCollectionValueType(Object target, String name, boolean ignoreCase) {
        return getter.getCollectionValueType(target, name, ignoreCase);
    }

    @Override
    public Object getOptionValue(Object target, String name, boolean ignoreCase) {
        return getter.getOptionValue(target, name, ignoreCase);
    }
}
