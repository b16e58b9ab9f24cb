/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.springboot;

import java.util.Optional;
import org.springframework.boot.origin.Origin;

/**
 * A property of the application cannot be an option of the component. The exception does not contain the value of the
 * property, which may be a secret.
 */
public final class DocprocPropertyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String action;

    private DocprocPropertyException(String property, Optional<Origin> origin, String problem, String action) {
        super("Property " + property + origin.map(source -> " (" + source + ")").orElse("") + " " + problem);
        this.action = action;
    }

    /**
     * Creates the exception for a property that is not an option of the component.
     *
     * @param property the full name of the property
     * @param origin the file and line of the property, if known
     */
    static DocprocPropertyException unknownOption(String property, Optional<Origin> origin) {
        return new DocprocPropertyException(
                property,
                origin,
                "is not an option of the docproc component",
                "Correct the name of the property, or remove it. Options of an endpoint, such as enhanceMode, belong"
                        + " into the URI of a route.");
    }

    /**
     * Creates the exception for a property whose value contains a placeholder without a value.
     *
     * @param property the full name of the property
     * @param origin the file and line of the property, if known
     */
    static DocprocPropertyException unresolvedPlaceholder(String property, Optional<Origin> origin) {
        return new DocprocPropertyException(
                property,
                origin,
                "contains a placeholder ${...} that has no value",
                "Set the environment variable or property of the placeholder, or give the placeholder a default.");
    }

    /** Returns what the user can do. */
    public String getAction() {
        return action;
    }
}
