/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import com.fasterxml.jackson.core.JsonToken;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocPartialFailureException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.error.ServiceFailure;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import org.apache.camel.StreamCache;

/**
 * Parsed document in a spooled response. Refers to its parts by their positions, so that none of them is whole on the
 * heap.
 *
 * @param spool the response
 * @param details code, message and request id of the response, for exceptions; the code is 0 if there is no envelope
 * @param object the JSON object of the document; empty if the response contains no document
 * @param members the members of the document by name: at least those of {@link #NAMES} that it has
 */
public record ParsedDocument(
        SpoolingOutputStream spool,
        ServiceFailure details,
        Optional<JsonMember> object,
        Map<String, JsonMember> members) {

    /** Names of the members that an output refers to. */
    public static final Set<String> NAMES = Set.of("markdown", "elements", "pages", "files");

    /** Names of the members of which only the position is needed, because their text may be long. */
    public static final Set<String> LOCATED = Set.of("markdown");

    /** Returns the JSON of the document, byte for byte; empty if the response contains no document. */
    private Optional<StreamCache> content() {
        return object.map(json -> spool.slice(json.from(), json.to()));
    }

    /** Returns the complete response, byte for byte. */
    private StreamCache whole() {
        return spool.content();
    }

    /**
     * Returns the message body for an output.
     *
     * @param acceptsPartial whether a document of which only a part was parsed is a result
     * @throws DocprocPartialFailureException if only a part of the document was parsed, and it is not accepted
     * @throws DocprocInvalidResponseException if the document does not have the requested content; the exception
     *     contains the response
     */
    public Object body(ParseOutput output, boolean acceptsPartial) {
        boolean isPartial = details.code() == ErrorCode.PARTIAL_FAILURE.code();
        if (isPartial && !(acceptsPartial && object.isPresent())) {
            throw new DocprocPartialFailureException(
                    details.withAdvice(ErrorCode.PARTIAL_FAILURE.advice(details.operation())),
                    content().orElseGet(this::whole));
        }
        return switch (output) {
            case document -> content().orElseThrow(() -> invalid("the response contains no parsed document", null));
            case response -> whole();
            case markdown -> markdown();
            case elements, pages, pageMarkdown, files -> new DocumentParts(this, output, page -> Optional.empty());
        };
    }

    private StreamCache markdown() {
        JsonMember markdown = member(ParseOutput.markdown, JsonToken.VALUE_STRING);
        SpoolingOutputStream text = new SpoolingOutputStream(spool.context());
        try (text) {
            if (markdown.token() == JsonToken.VALUE_STRING) {
                try (InputStream json = (InputStream) spool.slice(markdown.from(), spool.length())) {
                    JsonResponses.decodeText(json, text);
                }
            }
        } catch (IOException e) {
            throw invalid("the Markdown text cannot be copied to the spool directory: " + e.getMessage(), e);
        }
        return text.content();
    }

    /**
     * Returns the files of a list.
     *
     * @param pages returns the pages after this one by their index, from 1; empty if there are none
     * @throws DocprocInvalidResponseException if this is no list of files
     */
    public DocumentParts files(IntFunction<Optional<ParsedDocument>> pages) {
        return new DocumentParts(this, ParseOutput.files, pages);
    }

    /** Returns the array of the parts of an output; empty if it is null. */
    Optional<StreamCache> array(ParseOutput output) {
        JsonMember array = member(output, JsonToken.START_ARRAY);
        return array.token() == JsonToken.START_ARRAY
                ? Optional.of(spool.slice(array.from(), array.to()))
                : Optional.empty();
    }

    /** Returns the member for an output, whose value is of a type or null. */
    private JsonMember member(ParseOutput output, JsonToken type) {
        String name = output == ParseOutput.pageMarkdown ? ParseOutput.elements.name() : output.name();
        JsonMember member = members.get(name);
        if (member == null || (member.token() != type && member.token() != JsonToken.VALUE_NULL)) {
            boolean isOfParse = !details.operation().equals("call");
            throw invalid(
                    "the parsed document has no " + (type == JsonToken.START_ARRAY ? "array" : "text") + " '" + name
                            + "', which output=" + output + " requires"
                            + (output == ParseOutput.pages && isOfParse
                                    ? "; set pages=true when the document is parsed"
                                    : ""),
                    null);
        }
        return member;
    }

    /** Returns the exception for a document that cannot be used, which contains the response. */
    DocprocInvalidResponseException invalid(String reason, Exception cause) {
        return DocprocInvalidResponseException.withResponse(
                details.withReason(reason + "; the response is available from getResponse() of this exception"),
                whole(),
                cause);
    }
}
