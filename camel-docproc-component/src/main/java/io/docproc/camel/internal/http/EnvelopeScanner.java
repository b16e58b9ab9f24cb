/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import io.docproc.camel.internal.stream.JsonResponses;
import io.docproc.camel.internal.stream.UnreadableJsonException;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a response in one pass: keeps the envelope and passes the payload to a reader without storing it. Accepts
 * fields in any order. Ignores an envelope field of an unexpected type. Not thread-safe.
 */
public final class EnvelopeScanner {
    /** A longer number is not a code and takes long to convert. */
    private static final int MAX_CODE_LENGTH = 30;

    private static final int MAX_DECIMAL_LENGTH = 100;

    private final ServiceResponse response;
    private int code;
    private String message = "";
    private String msg = "";
    private String requestId;
    private String version = "";
    private Optional<BigDecimal> duration = Optional.empty();

    private EnvelopeScanner(ServiceResponse response) {
        this.response = response;
        this.requestId = response.requestId();
    }

    /** Reads the payload of a response. */
    @FunctionalInterface
    public interface PayloadReader {
        /**
         * Reads a top-level object or array. The parser is at its first token, and must be at its last token
         * afterwards.
         *
         * @throws IOException if the body cannot be read
         */
        void read(String field, JsonParser parser) throws IOException;

        /**
         * Reads a top-level scalar, including those of the envelope. The parser is at its token and must stay there.
         *
         * @throws IOException if the body cannot be read
         */
        default void readScalar(String field, JsonParser parser) throws IOException {}
    }

    /**
     * Reads a response to its end.
     *
     * @param payload reads every top-level object and array, for example {@code result} and {@code data}
     * @throws IOException if the body cannot be read
     * @throws UnreadableJsonException if the body is not exactly one JSON object, or has no numeric code while the HTTP
     *     status is below 400
     */
    public static Envelope scan(ServiceResponse response, JsonParser parser, PayloadReader payload) throws IOException {
        return new EnvelopeScanner(response).scan(parser, payload);
    }

    private Envelope scan(JsonParser parser, PayloadReader payload) throws IOException {
        JsonResponses.readObject(parser, (field, value) -> {
            if (value.currentToken() != null && value.currentToken().isStructStart()) {
                payload.read(field, value);
            } else {
                readScalar(field, value, payload);
            }
        });
        if (code == 0 && response.httpStatus() < 400) {
            throw new UnreadableJsonException("the response has no numeric 'code'");
        }
        return new Envelope(
                response.operation(),
                response.method(),
                response.httpStatus(),
                code,
                code == 0 ? "" : nonBlank(message, msg),
                code == 0 ? response.describeForeign() : "",
                requestId,
                version,
                duration);
    }

    private void readScalar(String field, JsonParser parser, PayloadReader payload) throws IOException {
        payload.readScalar(field, parser);
        switch (field) {
            case "code" -> code = integer(parser);
            case "message" -> message = text(parser);
            case "msg" -> msg = text(parser);
            case "version" -> version = text(parser);
            case "x_request_id" -> requestId = nonBlank(text(parser), requestId);
            case "duration" -> duration = decimal(parser);
            default -> {}
        }
    }

    private String text(JsonParser parser) throws IOException {
        return response.redaction().quotation(parser.getValueAsString(""));
    }

    private static String nonBlank(String text, String fallback) {
        return text.isBlank() ? fallback : text;
    }

    private static int integer(JsonParser parser) throws IOException {
        try {
            boolean possible = !parser.currentToken().isBoolean() && parser.getTextLength() <= MAX_CODE_LENGTH;
            return possible ? parser.getValueAsInt(0) : 0;
        } catch (InputCoercionException e) {
            return 0;
        }
    }

    private static Optional<BigDecimal> decimal(JsonParser parser) throws IOException {
        try {
            return Optional.ofNullable(parser.getValueAsString())
                    .filter(text -> text.length() <= MAX_DECIMAL_LENGTH)
                    .map(BigDecimal::new);
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /**
     * A member of a JSON object.
     *
     * @param from the byte offset of the value's first byte
     * @param to the byte offset after the value's last byte; valid for objects and arrays only
     * @param token the value's first token
     * @param text the text of a scalar; empty for null, an object, an array and a located text
     */
    public record Member(long from, long to, JsonToken token, Optional<String> text) {}

    /**
     * Reads the named members of the object at the parser's current token, and skips its other members.
     *
     * @param names the names of the members
     * @param located those names whose text may be long; only its position is read
     * @return the members by name; empty if the current token does not start an object
     * @throws IOException if the body cannot be read
     */
    public static Map<String, Member> members(JsonParser parser, Set<String> names, Set<String> located)
            throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return Map.of();
        }
        Map<String, Member> found = new HashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            if (names.contains(name)) {
                found.put(name, located.contains(name) ? located(parser) : member(parser));
            } else {
                parser.skipChildren();
            }
        }
        return found;
    }

    private static Member member(JsonParser parser) throws IOException {
        JsonToken value = parser.currentToken();
        boolean isText = value.isScalarValue() && value != JsonToken.VALUE_NULL;
        Optional<String> text = isText ? Optional.of(parser.getText()) : Optional.empty();
        Member located = located(parser);
        return new Member(located.from(), located.to(), value, text);
    }

    /**
     * Reads the position of the value at the parser's current token, without its text.
     *
     * @throws IOException if the body cannot be read
     */
    public static Member located(JsonParser parser) throws IOException {
        JsonToken value = parser.currentToken();
        long from = parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        return new Member(from, parser.currentLocation().getByteOffset(), value, Optional.empty());
    }
}
