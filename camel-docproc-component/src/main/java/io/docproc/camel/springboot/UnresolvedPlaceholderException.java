/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.springboot;

import java.util.Optional;
import org.springframework.boot.origin.Origin;

/** A property of the component holds a placeholder that nothing gives a value. What else it holds is not told. */
public final class UnresolvedPlaceholderException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * A refusal.
     *
     * @param property the property's whole name
     * @param origin the file and line where it stands, if that is known
     */
    UnresolvedPlaceholderException(String property, Optional<Origin> origin) {
        super(property + origin.map(place -> " (" + place + ")").orElse("")
                + " holds a placeholder ${...} that has no value");
    }
}
