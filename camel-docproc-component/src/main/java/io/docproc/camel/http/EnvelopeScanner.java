/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Walks once over an answer, keeps the envelope and hands the payload to its reader without ever holding it. Fields may
 * come in any order and be of any type: a field that is not what it should be counts as absent.
 */
public final class EnvelopeScanner {
    /** Nobody reads more of a message, and it goes into exceptions, headers and logs. */
    private static final int MAX_TEXT = 2_000;

    private final Answer answer;
    private int code;
    private String message = "";
    private String msg = "";
    private String requestId;
    private String version = "";
    private Optional<BigDecimal> duration = Optional.empty();

    private EnvelopeScanner(Answer answer) {
        this.answer = answer;
        this.requestId = answer.requestId();
    }

    /** Reads the payload of an answer. */
    @FunctionalInterface
    public interface PayloadReader {
        /** Called at the first token of a top-level field's value; leaves the parser at its last token. */
        void read(String field, JsonParser parser) throws IOException;

        /** Called at a top-level scalar that is no part of the envelope. */
        default void readScalar(String field, JsonParser parser) throws IOException {}
    }

    /**
     * Scans an answer to its end.
     *
     * @param payload gets every top-level object or array, {@code result} and {@code data} among them
     * @throws IOException when the body cannot be read
     * @throws UnreadableJsonException when the body is not one JSON object with a numeric code
     */
    public static Envelope scan(Answer answer, JsonParser parser, PayloadReader payload) throws IOException {
        return new EnvelopeScanner(answer).scan(parser, payload);
    }

    private Envelope scan(JsonParser parser, PayloadReader payload) throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw new UnreadableJsonException("a JSON object is expected");
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            JsonToken value = parser.nextToken();
            if (value != null && value.isStructStart()) {
                payload.read(field, parser);
            } else {
                takeScalar(field, parser, payload);
            }
        }
        if (parser.currentToken() != JsonToken.END_OBJECT || parser.nextToken() != null) {
            throw new UnreadableJsonException("one complete JSON object is expected");
        }
        if (code == 0 && answer.httpStatus() < 400) {
            throw new UnreadableJsonException("the answer has no numeric 'code'");
        }
        return new Envelope(
                answer.operation(), answer.httpStatus(), code, nonBlank(message, msg), requestId, version, duration);
    }

    private void takeScalar(String field, JsonParser parser, PayloadReader payload) throws IOException {
        switch (field) {
            case "code" -> code = integer(parser);
            case "message" -> message = text(parser);
            case "msg" -> msg = text(parser);
            case "version" -> version = text(parser);
            case "x_request_id" -> requestId = nonBlank(text(parser), requestId);
            case "duration" -> duration = decimal(parser);
            default -> payload.readScalar(field, parser);
        }
    }

    private String text(JsonParser parser) throws IOException {
        String text = answer.redaction().apply(parser.getValueAsString(""));
        return text.substring(0, Math.min(text.length(), MAX_TEXT));
    }

    private static String nonBlank(String text, String otherwise) {
        return text.isBlank() ? otherwise : text;
    }

    private static int integer(JsonParser parser) throws IOException {
        try {
            return parser.currentToken().isBoolean() ? 0 : parser.getValueAsInt(0);
        } catch (InputCoercionException beyondAnInteger) {
            return 0;
        }
    }

    private static Optional<BigDecimal> decimal(JsonParser parser) throws IOException {
        try {
            return Optional.ofNullable(parser.getValueAsString()).map(BigDecimal::new);
        } catch (NumberFormatException notANumber) {
            return Optional.empty();
        }
    }

    /**
     * Reads the named scalars of the object at which the parser stands, and skips everything else in it.
     *
     * @return the values found, as text
     */
    public static Map<String, String> scalars(JsonParser parser, Set<String> names) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return Map.of();
        }
        Map<String, String> found = new HashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (value.isScalarValue() && value != JsonToken.VALUE_NULL && names.contains(name)) {
                found.put(name, parser.getText());
            } else {
                parser.skipChildren();
            }
        }
        return found;
    }
}
