/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.util.Arrays;
import java.util.stream.Stream;

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
    pages,
    /** The Markdown of each page, which is read from the elements, one page at a time. */
    pageMarkdown,
    /** The files of all pages of a list, which are read one at a time; only of the operation {@code call}. */
    files;

    /** The media type of JSON. */
    public static final String JSON = "application/json";

    /** Returns the output for the value of the option; null stands for the default. */
    public static ParseOutput of(String option) {
        return option == null ? document : valueOf(option);
    }

    /** Returns the media type of the message body or its parts. */
    public String contentType() {
        return this == markdown ? "text/markdown" : JSON;
    }

    /** Returns the values of all operations, the default first, and those that only one operation has. */
    public static String[] names(String... others) {
        return Stream.concat(
                        Arrays.stream(values())
                                .filter(output -> output != files)
                                .map(Enum::name),
                        Arrays.stream(others))
                .toArray(String[]::new);
    }
}
