/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.springboot;

import java.util.Optional;
import org.springframework.boot.origin.Origin;

/** A property is not an option of the component. The exception does not contain its value, which may be a secret. */
public final class UnknownOptionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param property the full name of the property
     * @param origin the file and line of the property, if known
     */
    UnknownOptionException(String property, Optional<Origin> origin) {
        super(property + origin.map(place -> " (" + place + ")").orElse("")
                + " names no option of the docproc component");
    }
}
