/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.springboot;

import java.util.Optional;
import org.springframework.boot.origin.Origin;

/** A property of the component that names none of its options. Its value is not told. */
public final class UnknownOptionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * A refusal.
     *
     * @param property the property's whole name
     * @param origin the file and line where it stands, if that is known
     */
    UnknownOptionException(String property, Optional<Origin> origin) {
        super(property + origin.map(place -> " (" + place + ")").orElse("")
                + " names no option of the docproc component");
    }
}
