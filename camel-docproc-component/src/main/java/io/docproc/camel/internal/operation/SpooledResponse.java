/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.internal.body.JsonMember;
import io.docproc.camel.internal.body.JsonResponses;
import io.docproc.camel.internal.body.ParsedDocument;
import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.internal.body.UnreadableJsonException;
import io.docproc.camel.internal.http.Envelope;
import io.docproc.camel.internal.http.Redaction;
import io.docproc.camel.internal.http.ServiceResponse;
import io.docproc.camel.model.ModelJson;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
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
 * Response that is spooled while its envelope is scanned. The payload is available as a stream of the original bytes,
 * or mapped to a type. The bytes of the response are never whole on the heap.
 */
final class SpooledResponse {
    private static final String MESSAGE = "message";
    private static final String LOCATION = "location";
    private static final List<String> LOCATION_FIELDS = List.of("stage", "page_number", "element_id");
    private static final int MAX_LOCATION_BYTES = 4_000;
    private static final Pattern COUNT = Pattern.compile("(\\d{1,9})(\\.0+)?");

    private final SpoolingOutputStream spool;
    private final Envelope envelope;
    private final Fields fields;
    private final Redaction redaction;

    private record Payload(long from, long to, Map<String, JsonMember> members) {}

    /** Fields of the response: the byte ranges of objects and arrays, and the values of the requested scalars. */
    private record Fields(Set<String> names, Map<String, Payload> payloads, Map<String, String> scalars)
            implements Envelope.PayloadReader {

        @Override
        public void read(String field, JsonParser parser) throws IOException {
            long from = parser.currentTokenLocation().getByteOffset();
            Map<String, JsonMember> members = JsonMember.members(parser, names, ParsedDocument.LOCATED);
            payloads.put(field, new Payload(from, parser.currentLocation().getByteOffset(), members));
        }

        @Override
        public void readScalar(String field, JsonParser parser) throws IOException {
            if (names.contains(field)) {
                scalars.put(field, parser.getValueAsString(""));
            }
        }

        Optional<JsonMember> member(String field, String name) {
            return Optional.ofNullable(payloads.get(field)).map(payload -> payload.members.get(name));
        }
    }

    private SpooledResponse(SpoolingOutputStream spool, Envelope envelope, Fields fields, Redaction redaction) {
        this.spool = spool;
        this.envelope = envelope;
        this.fields = fields;
        this.redaction = redaction;
    }

    /**
     * Spools and scans a response.
     *
     * @param names names of the members of {@code data} and {@code result}, and of the scalars at the top level, to
     *     find
     * @throws IOException if the response cannot be read, or is not a response of the service
     */
    static SpooledResponse read(ServiceResponse response, SpoolingOutputStream spool, Set<String> names)
            throws IOException {
        Set<String> all =
                Stream.concat(Stream.of(MESSAGE, LOCATION), names.stream()).collect(Collectors.toSet());
        Fields fields = new Fields(all, new HashMap<>(), new HashMap<>());
        Envelope envelope =
                JsonResponses.spool(response.body(), spool, parser -> Envelope.scan(response, parser, fields));
        Optional<String> detail = fields.member("data", MESSAGE).flatMap(JsonMember::text);
        Optional<String> location = envelope.succeeded() ? Optional.empty() : location(fields, spool);
        return new SpooledResponse(
                spool,
                envelope.withDetail(detail.map(response.redaction()::quotation))
                        .withDetail(location.map(response.redaction()::apply)),
                fields,
                response.redaction());
    }

    /** Returns where in the document a parse error occurred; empty if the response does not say it. */
    private static Optional<String> location(Fields fields, SpoolingOutputStream spool) throws IOException {
        Optional<Payload> range = Optional.ofNullable(fields.payloads.get(LOCATION))
                .or(() -> fields.member("data", LOCATION)
                        .filter(member -> member.token() == JsonToken.START_OBJECT)
                        .map(member -> new Payload(member.from(), member.to(), Map.of())))
                .filter(payload -> payload.to - payload.from <= MAX_LOCATION_BYTES);
        if (range.isEmpty()) {
            return Optional.empty();
        }
        try (InputStream json = (InputStream) spool.slice(range.get().from, range.get().to)) {
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

    /** Returns a scalar at the top level, as text; empty if it is missing or an empty text. */
    Optional<String> scalar(String name) {
        return Optional.ofNullable(fields.scalars.get(name)).filter(text -> !text.isEmpty());
    }

    /** Returns a scalar member of a payload field, as text. */
    Optional<String> scalar(String field, String name) {
        return fields.member(field, name).flatMap(JsonMember::text);
    }

    /** Returns the complete response, byte for byte. */
    StreamCache whole() {
        return spool.content();
    }

    /** Returns the JSON of a payload field, byte for byte; empty if the response does not have the field. */
    Optional<StreamCache> payload(String field) {
        return Optional.ofNullable(fields.payloads.get(field)).map(payload -> spool.slice(payload.from, payload.to));
    }

    /** Returns the parsed document that is a payload field. */
    ParsedDocument document(String field) {
        Optional<Payload> document = Optional.ofNullable(fields.payloads.get(field));
        return new ParsedDocument(
                spool,
                envelope.failure(),
                document.map(payload -> new ParsedDocument.Range(payload.from, payload.to)),
                document.map(Payload::members).orElse(Map.of()));
    }

    /** Returns a member of a payload field; empty when there is none. */
    Optional<JsonMember> member(String field, String name) {
        return fields.member(field, name);
    }

    /** Returns a whole number that is a member of a payload field; empty if there is none. */
    Optional<Integer> count(String field, String name) {
        return scalar(field, name)
                .map(COUNT::matcher)
                .filter(Matcher::matches)
                .map(count -> Integer.valueOf(count.group(1)));
    }

    /** Returns the JSON of a member that is an object or an array, byte for byte. */
    StreamCache slice(JsonMember member) {
        return spool.slice(member.from(), member.to());
    }

    /**
     * Requires a payload field with at least one of these members, which may be {@code null}.
     *
     * @throws DocprocInvalidResponseException if the response has none of them; the exception contains the response
     */
    SpooledResponse require(String field, Set<String> names) {
        if (names.stream().allMatch(name -> fields.member(field, name).isEmpty())) {
            throw withoutPayload(
                    names.stream().sorted().map(name -> field + "." + name).collect(Collectors.joining("' or '")));
        }
        return this;
    }

    /** Returns the exception for a successful response that lacks its payload. */
    DocprocInvalidResponseException withoutPayload(String missing) {
        return DocprocInvalidResponseException.withResponse(
                envelope.failure()
                        .withReason("the response has no '" + missing
                                + "'; the response is available from getResponse() of this exception"),
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

    /** Deletes the spooled bytes. Call it only after the response has been mapped. */
    void discard() {
        spool.discard();
    }

    private DocprocInvalidResponseException invalidResponse(IOException cause) {
        String reason = "the response does not have the documented structure: " + cause.getMessage();
        return DocprocInvalidResponseException.withResponse(envelope.failure().withReason(reason), whole(), cause);
    }
}
