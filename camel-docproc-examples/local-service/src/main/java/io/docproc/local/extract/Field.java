/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import java.util.List;

/** A property of the schema. */
sealed interface Field {

    String name();

    String description();

    /** What a leaf's value is. */
    enum Kind {
        STRING,
        NUMBER,
        INTEGER,
        BOOLEAN
    }

    /**
     * A single value.
     *
     * @param allowed the words of its {@code enum}; an empty list allows any
     * @param isoDate whether a date is wanted as {@code YYYY-MM-DD}
     */
    record Leaf(String name, String description, Kind kind, List<String> allowed, boolean isoDate) implements Field {}

    /** A nested object. */
    record Group(String name, String description, List<Field> properties) implements Field {}

    /** An array; its items are leaves or groups. */
    record Repeated(String name, String description, Field items) implements Field {}
}
