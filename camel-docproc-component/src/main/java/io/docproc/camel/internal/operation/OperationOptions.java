/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import java.util.List;
import java.util.stream.Stream;

/** Collects the options of an operation. */
final class OperationOptions {
    private OperationOptions() {}

    /** Returns the options of the request fields and the other options, without duplicates. */
    static List<CallOption<?>> of(List<RequestField> fields, CallOption<?>... others) {
        return Stream.<CallOption<?>>concat(fields.stream().map(RequestField::option), Stream.of(others))
                .distinct()
                .toList();
    }
}
