/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.springboot;

import java.util.Optional;
import org.springframework.boot.origin.Origin;

/**
 * A property of the component contains a placeholder without a value. The exception does not contain the rest of its
 * value, which may be a secret.
 */
public final class UnresolvedPlaceholderException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param property the full name of the property
     * @param origin the file and line of the property, if known
     */
    UnresolvedPlaceholderException(String property, Optional<Origin> origin) {
        super(property + origin.map(place -> " (" + place + ")").orElse("")
                + " holds a placeholder ${...} that has no value");
    }
}
