/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import java.util.function.UnaryOperator;
import org.apache.camel.spi.PropertiesFunction;

/**
 * Stand-in for environment variables.
 *
 * @param values returns the value of a variable; null if it is not set
 */
record Environment(UnaryOperator<String> values) implements PropertiesFunction {
    @Override
    public String getName() {
        return "env";
    }

    @Override
    public String apply(String variable) {
        return values.apply(variable);
    }
}
