/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidRequestException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.body.JsonMember;
import io.docproc.camel.internal.body.JsonResponses;
import io.docproc.camel.internal.body.ParsedDocument;
import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.internal.body.UnreadableJsonException;
import io.docproc.camel.internal.completion.ResultDownloads.DownloadException;
import io.docproc.camel.internal.http.Envelope;
import io.docproc.camel.internal.http.Redaction;
import io.docproc.camel.internal.http.ServiceResponse;
import io.docproc.camel.model.ModelJson;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.StreamCache;

/**
 * Response, or downloaded result, that is spooled while its envelope is scanned. The payload is available as a stream of
 * the original bytes, or mapped to a type. The bytes of the response are never whole on the heap.
 */
final class SpooledResponse implements Envelope.PayloadReader {
    /** Name of the elements in the response of {@code pdf_to_markdown}. */
    static final String DETAIL = "detail";

    /** Name of the number of pages that the service has processed. */
    static final String SUCCESS_COUNT = "success_count";

    private static final String CODE = "code";
    private static final String MESSAGE = "message";
    private static final String LOCATION = "location";
    private static final List<String> LOCATION_FIELDS = List.of("stage", "page_number", "element_id");
    private static final int MAX_LOCATION_BYTES = 4_000;
    private static final Pattern COUNT = Pattern.compile("(\\d{1,9})(\\.0+)?");

    private final SpoolingOutputStream spool;
    private final Redaction redaction;
    private final Set<String> names;

    /**
     * The objects and arrays at the top level by their names, the requested members of objects by their paths, for example
     * {@code data.job_id}, and the requested scalars at the top level.
     */
    private final Map<String, JsonMember> members = new HashMap<>();

    private Envelope envelope;
    private boolean isEmpty = true;
    /** Whether this is a document without an envelope. */
    private boolean isDocument;

    private SpooledResponse(SpoolingOutputStream spool, Redaction redaction, Set<String> names) {
        this.spool = spool;
        this.redaction = redaction;
        this.names = names;
    }

    /**
     * Spools and scans a response.
     *
     * @param names names of the members of {@code data} and {@code result}, and of the scalars at the top level, to
     *     find besides the members of a parsed document
     * @throws IOException if the response cannot be read, or is not a response of the service
     */
    static SpooledResponse read(ServiceResponse response, SpoolingOutputStream spool, Set<String> names)
            throws IOException {
        Set<String> all = new HashSet<>(names);
        all.addAll(ParsedDocument.NAMES);
        all.addAll(List.of(MESSAGE, LOCATION));
        Redaction redaction = response.redaction();
        SpooledResponse read = new SpooledResponse(spool, redaction, all);
        Envelope envelope =
                JsonResponses.spool(response.body(), spool, parser -> Envelope.scan(response, parser, read));
        Optional<String> location = envelope.succeeded() ? Optional.empty() : read.location();
        read.envelope = envelope.withDetail(read.scalar("data." + MESSAGE).map(redaction::quotation))
                .withDetail(location.map(redaction::apply));
        return read;
    }

    /**
     * Spools and scans a downloaded result: the parsed document itself, or a response with it. The interface document
     * describes both.
     *
     * @throws UnreadableJsonException if the result is not exactly one JSON object, or contains no document
     * @throws DownloadException if the result is a response with an error
     * @throws IOException if the result cannot be read
     */
    static SpooledResponse readResult(ServiceResponse response, SpoolingOutputStream spool) throws IOException {
        Set<String> names = new HashSet<>(ParsedDocument.NAMES);
        names.addAll(List.of(CODE, SUCCESS_COUNT));
        SpooledResponse read = new SpooledResponse(spool, response.redaction(), names);
        read.envelope =
                JsonResponses.spool(response.body(), spool, parser -> Envelope.scanResult(response, parser, read));
        if (read.isEmpty) {
            throw new UnreadableJsonException("the result is an empty JSON object; a parsed document is expected");
        }
        read.isDocument = !read.members.containsKey(CODE);
        if (!read.isDocument && !read.envelope.isPartial()) {
            read.requireDocument();
        }
        return read;
    }

    /** An envelope has HTTP status 200 even for an error, so its code is checked. */
    private void requireDocument() throws IOException {
        if (!envelope.succeeded()) {
            String text = "the result contains the error code "
                    + redaction.quotation(scalar(CODE).orElse("")) + ": " + envelope.message();
            int code = envelope.code();
            if (code == 404 || code == 410) {
                throw DownloadException.expired(text);
            }
            DocprocException exception = ErrorCode.exceptionFor(ServiceFailure.local("", code, ""));
            // Account errors, rate limits, server errors and unknown codes are not about the job.
            throw exception instanceof DocprocDocumentException || exception instanceof DocprocInvalidRequestException
                    ? DownloadException.unavailable(text)
                    : DownloadException.error(text, code, envelope.httpStatus());
        }
        if (parsedField().isEmpty()) {
            throw new UnreadableJsonException(
                    "the result contains code 200 but no document in the field data or result: " + envelope.message());
        }
    }

    /** Returns the number of pages that the service has processed, from a document or the payload; empty if it is missing. */
    Optional<Integer> successCount() {
        return count(isDocument ? SUCCESS_COUNT : parsedField().orElse("") + "." + SUCCESS_COUNT);
    }

    /** Returns the document of a downloaded result. */
    ParsedDocument downloaded() {
        return isDocument ? document("", Optional.of(JsonMember.object(0, spool.length()))) : document();
    }

    @Override
    public void read(String field, JsonParser parser) throws IOException {
        isEmpty = false;
        JsonToken token = parser.currentToken();
        long from = parser.currentTokenLocation().getByteOffset();
        members.keySet().removeIf(path -> path.startsWith(field + "."));
        JsonMember.members(parser, names, ParsedDocument.LOCATED)
                .forEach((name, member) -> members.put(field + "." + name, member));
        members.put(field, new JsonMember(from, parser.currentLocation().getByteOffset(), token, Optional.empty()));
    }

    @Override
    public void readScalar(String field, JsonParser parser) throws IOException {
        isEmpty = false;
        if (ParsedDocument.LOCATED.contains(field)) {
            members.put(field, JsonMember.located(parser));
        } else if (names.contains(field)) {
            String text = parser.getValueAsString("");
            members.put(field, new JsonMember(0, 0, parser.currentToken(), Optional.of(text)));
        }
    }

    /** Returns where in the document a parse error occurred; empty if the response does not say it. */
    private Optional<String> location() throws IOException {
        Optional<JsonMember> object = Stream.of(LOCATION, "data." + LOCATION)
                .flatMap(path -> member(path).stream())
                .filter(member -> member.token() == JsonToken.START_OBJECT)
                .findFirst()
                .filter(member -> member.to() - member.from() <= MAX_LOCATION_BYTES);
        if (object.isEmpty()) {
            return Optional.empty();
        }
        try (InputStream json = (InputStream) slice(object.get())) {
            JsonNode location = JsonResponses.read(json, ModelJson.mapper(), JsonNode.class);
            return Optional.of(LOCATION_FIELDS.stream()
                    .filter(location::hasNonNull)
                    .map(field -> field + "=" + location.get(field).asText())
                    .collect(Collectors.joining(", ")));
        }
    }

    /** Returns a text of the response for an exception message: without secrets, and shortened. */
    String quotation(String text) {
        return redaction.quotation(text);
    }

    /** Returns the fields of the response outside of its payload. */
    Envelope envelope() {
        return envelope;
    }

    /** Returns a scalar by its path, as text; empty if it is missing. */
    Optional<String> scalar(String path) {
        return member(path).flatMap(JsonMember::text);
    }

    /** Returns a whole number by its path; empty if there is none. */
    Optional<Integer> count(String path) {
        return scalar(path).map(COUNT::matcher).filter(Matcher::matches).map(count -> Integer.valueOf(count.group(1)));
    }

    /** Returns a member by its path; empty if there is none. */
    Optional<JsonMember> member(String path) {
        return Optional.ofNullable(members.get(path));
    }

    /** Returns the complete response, byte for byte. */
    StreamCache whole() {
        return spool.content();
    }

    /** Returns the JSON of a payload field, byte for byte; empty if the response does not have the field. */
    Optional<StreamCache> payload(String field) {
        return member(field).map(this::slice);
    }

    /** Returns the JSON of a member that is an object or an array, byte for byte. */
    StreamCache slice(JsonMember member) {
        return spool.slice(member.from(), member.to());
    }

    /** Returns the name of the payload of a parse: {@code data}, else {@code result}; empty if the response has neither. */
    Optional<String> parsedField() {
        return Stream.of("data", "result")
                .filter(field -> member(field).isPresent())
                .findFirst();
    }

    /** Returns the parsed document that is the payload; without content if there is none. */
    ParsedDocument document() {
        return parsedField()
                .map(field -> document(field + ".", member(field)))
                .orElseGet(() -> document("data.", Optional.empty()));
    }

    /**
     * Returns the parsed document of any call: the payload of a parse, else the whole response. Its elements may have the
     * name {@link #DETAIL}.
     */
    ParsedDocument anyDocument() {
        return parsedField().isPresent() ? document() : document("", Optional.of(JsonMember.object(0, spool.length())));
    }

    private ParsedDocument document(String path, Optional<JsonMember> object) {
        Map<String, JsonMember> parts = new HashMap<>();
        member(path + DETAIL).ifPresent(elements -> parts.put("elements", elements));
        // The position of a scalar at the top level is unknown.
        ParsedDocument.NAMES.forEach(
                name -> member(path + name).filter(part -> part.from() > 0).ifPresent(part -> parts.put(name, part)));
        ServiceFailure details = isDocument
                ? new ServiceFailure(envelope.operation(), 0, "", "", envelope.httpStatus(), "GET")
                : envelope.failure();
        return new ParsedDocument(spool, details, object, parts);
    }

    /**
     * Requires a payload field with at least one of these members, which may be {@code null}.
     *
     * @throws DocprocInvalidResponseException if the response has none of them; the exception contains the response
     */
    SpooledResponse require(String field, Set<String> names) {
        if (names.stream().allMatch(name -> member(field + "." + name).isEmpty())) {
            throw withoutPayload(
                    names.stream().sorted().map(name -> field + "." + name).collect(Collectors.joining("' or '")));
        }
        return this;
    }

    /** Returns the exception for a successful response that lacks its payload. */
    DocprocInvalidResponseException withoutPayload(String missing) {
        return invalid("the response has no '" + missing + "'");
    }

    /** Returns the exception for a successful response that cannot be used. */
    DocprocInvalidResponseException invalid(String reason) {
        return DocprocInvalidResponseException.withResponse(
                envelope.failure()
                        .withReason(reason + "; the response is available from getResponse() of this exception"),
                whole(),
                null);
    }

    /**
     * Maps the complete response to a type.
     *
     * @throws DocprocInvalidResponseException if the response does not fit the type
     */
    <T> T as(Class<T> type) {
        return mapped(whole(), type);
    }

    /**
     * Maps a payload field to a type.
     *
     * @throws DocprocInvalidResponseException if the response does not have the field, or the field does not fit the
     *     type
     */
    <T> T payloadAs(String field, Class<T> type) {
        return mapped(payload(field).orElseThrow(() -> withoutPayload(field)), type);
    }

    /**
     * Maps JSON of this response to a type.
     *
     * @throws DocprocInvalidResponseException if the JSON does not fit the type
     */
    <T> T mapped(StreamCache json, Class<T> type) {
        try (InputStream in = (InputStream) json) {
            return JsonResponses.read(in, ModelJson.mapper(), type);
        } catch (JsonProcessingException e) {
            throw invalidResponse(UnreadableJsonException.of(e));
        } catch (IOException e) {
            throw invalidResponse(e);
        }
    }

    private DocprocInvalidResponseException invalidResponse(IOException cause) {
        String reason = "the response does not have the documented structure: " + cause.getMessage();
        return DocprocInvalidResponseException.withResponse(envelope.failure().withReason(reason), whole(), cause);
    }
}
