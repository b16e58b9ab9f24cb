/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import java.util.function.Function;

/**
 * Field of a request that sends an option.
 *
 * @param path the query parameter, or the path in the JSON body with dots between names
 * @param encoding converts the value of the option to the value of the field
 * @param <T> the Java type of the option
 */
record RequestField<T>(String path, Function<? super T, ?> encoding) {

    Object encode(T value) {
        return encoding.apply(value);
    }

    /** Encodes a boolean as the service's switches. */
    static Integer zeroOrOne(Boolean value) {
        return value ? 1 : 0;
    }
}
