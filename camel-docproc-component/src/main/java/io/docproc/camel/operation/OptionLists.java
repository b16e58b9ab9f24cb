/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.operation;

import java.util.List;
import java.util.stream.Stream;

/** Puts together which options an operation has. */
final class OptionLists {
    private OptionLists() {}

    /** The options that go over the wire as fields, and those that act in another way. */
    static List<Option<?>> of(List<WireField> fields, Option<?>... others) {
        return Stream.<Option<?>>concat(fields.stream().map(WireField::option), Stream.of(others))
                .distinct()
                .toList();
    }
}
