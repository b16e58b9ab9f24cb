/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.util.Arrays;

/** Values of the option {@code output} for parsed documents. The name of a constant is the value. */
public enum ParseOutput {
    /** The JSON of the parsed document, as a stream. */
    document,
    /** The whole response, as a stream. */
    response,
    /** The Markdown text, as a stream. */
    markdown,
    /** The elements, which are read one at a time. */
    elements,
    /** The pages, which are read one at a time. */
    pages;

    /** Returns all values, the default first. */
    public static String[] names() {
        return Arrays.stream(values()).map(Enum::name).toArray(String[]::new);
    }
}
