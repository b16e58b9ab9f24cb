/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.internal.body.DocumentOutput;
import io.docproc.camel.internal.body.ParsedDocument;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Options for the message body of operations that return a parsed document. */
public final class ParsedOutput {
    private ParsedOutput() {}

    /**
     * Returns the output for the options of a consumer.
     *
     * @param operation the operation of the consumer
     * @param configured returns the value that the endpoint has for the name of an option, or null
     * @throws IllegalArgumentException if a value is not allowed, or is set without {@code fetchResult}
     */
    public static DocumentOutput ofConsumer(String operation, Function<String, Object> configured) {
        for (String option : List.of("output", "partialFailure")) {
            Object value = configured.apply(option);
            if (value != null && !Boolean.TRUE.equals(configured.apply("fetchResult"))) {
                throw new IllegalArgumentException("Option " + option + " of docproc:" + operation + " is '" + value
                        + "'; it requires fetchResult=true; set fetchResult=true, or remove " + option);
            }
        }
        return DocumentOutput.of((String) configured.apply("output"), (String) configured.apply("partialFailure"));
    }

    /** Returns the names of the members of a response that its output needs, and of further ones. */
    static Set<String> names(Set<String> further) {
        return Stream.concat(ParsedDocument.NAMES.stream(), further.stream()).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Returns the message body for the options of a call.
     *
     * @throws io.docproc.camel.error.DocprocException if the document is partial and not accepted, or does not have the
     *     requested content
     */
    static Object body(ParsedDocument document, Invocation invocation) {
        CallOptions options = invocation.options();
        return DocumentOutput.of(
                        options.text("output").orElse(null),
                        options.text("partialFailure").orElse(null))
                .body(document);
    }
}
