/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import io.docproc.camel.error.DocprocPartialFailureException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.error.ServiceFailure;

/**
 * Message body that a route requests of a parsed document.
 *
 * @param output the content of the message body
 * @param partialFailure handling of a document of which only a part was parsed
 */
public record DocumentOutput(ParseOutput output, Partial partialFailure) {
    /** The media type of JSON. */
    public static final String JSON = "application/json";

    /** Values of the option {@code partialFailure}. The name of a constant is the value. */
    public enum Partial {
        /** A partial document is a failure. */
        fail,
        /** A partial document is the result. */
        accept
    }

    /** Returns the output for the values of the options; null stands for the default. */
    public static DocumentOutput of(String output, String partialFailure) {
        return new DocumentOutput(
                output == null ? ParseOutput.document : ParseOutput.valueOf(output),
                partialFailure == null ? Partial.fail : Partial.valueOf(partialFailure));
    }

    /** Returns the media type of the message body or its parts. */
    public String contentType() {
        return output == ParseOutput.markdown ? "text/markdown" : JSON;
    }

    /**
     * Returns the message body.
     *
     * @throws DocprocPartialFailureException if only a part of the document was parsed, and it is not accepted
     * @throws io.docproc.camel.error.DocprocInvalidResponseException if the document does not have the requested content
     */
    public Object body(ParsedDocument document) {
        if (document.isPartial()
                && (partialFailure == Partial.fail || document.content().isEmpty())) {
            ServiceFailure failure = document.details();
            throw new DocprocPartialFailureException(
                    failure.withAdvice(ErrorCode.PARTIAL_FAILURE.advice(failure.operation())),
                    document.content().orElseGet(document::whole));
        }
        return document.body(output);
    }
}
