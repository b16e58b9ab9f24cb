/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import java.time.Duration;
import java.util.regex.Pattern;
import org.apache.camel.CamelContext;
import org.apache.camel.TypeConversionException;

/** Validates the text from which Camel creates the value of an option. */
final class OptionText {
    /** Camel converts a text without a valid unit to zero, which means no limit. */
    private static final Pattern DURATION = Pattern.compile("-?\\d+|[Pp][\\w.+-]+|(\\s*\\d+\\s*(ms|[dhms])\\s*)+");

    private OptionText() {}

    /**
     * Requires that a text can be converted to the type of an option.
     *
     * @param owner what has the option, for the exception message
     * @throws IllegalArgumentException if the text is not of the type
     */
    static void requireType(String owner, CallOption<?> option, String text, CamelContext context) {
        if (!isOfType(option, text, context)) {
            throw new IllegalArgumentException(
                    "Option " + option.name() + " of " + owner + " is '" + text + "'; allowed is " + option.allowed());
        }
    }

    private static boolean isOfType(CallOption<?> option, String text, CamelContext context) {
        if (option.type() == Duration.class && !DURATION.matcher(text).matches()) {
            return false;
        }
        try {
            return context.getTypeConverter().tryConvertTo(option.type(), text) != null;
        } catch (TypeConversionException e) {
            return false;
        }
    }
}
