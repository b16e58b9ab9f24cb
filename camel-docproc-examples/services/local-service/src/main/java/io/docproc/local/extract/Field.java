/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import java.util.List;

/** Property of a schema. */
sealed interface Field {

    String name();

    String description();

    /** Type of a single value. */
    enum Kind {
        STRING,
        NUMBER,
        INTEGER,
        BOOLEAN
    }

    /**
     * Single value.
     *
     * @param allowed values of its {@code enum}; empty for any value
     * @param isoDate whether dates are converted to {@code YYYY-MM-DD}
     */
    record Leaf(String name, String description, Kind kind, List<String> allowed, boolean isoDate) implements Field {}

    /** Nested object. */
    record Group(String name, String description, List<Field> properties) implements Field {}

    /** Array of leaves or groups. */
    record Repeated(String name, String description, Field items) implements Field {}
}
