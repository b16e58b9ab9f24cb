/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import java.nio.file.Path;
import org.apache.camel.CamelContext;

/**
 * Property placeholders of an application, read by its Java code.
 *
 * @param context initialized
 */
public record ExampleProperties(CamelContext context) {

    /** Returns the value of a property. */
    public String text(String name) {
        return context.resolvePropertyPlaceholders("{{" + name + "}}");
    }

    /** Returns the absolute path that a property names. */
    public Path path(String name) {
        return Path.of(text(name)).toAbsolutePath().normalize();
    }

    /**
     * Returns a property that is a whole number.
     *
     * @throws InvalidSettingException if the value is not a whole number or is less than {@code min}
     */
    public int number(String name, int min) throws InvalidSettingException {
        String value = text(name);
        if (value.matches("[0-9]{1,9}") && Integer.parseInt(value) >= min) {
            return Integer.parseInt(value);
        }
        throw new InvalidSettingException(name + " is '" + value + "'; allowed is a whole number from " + min);
    }
}
