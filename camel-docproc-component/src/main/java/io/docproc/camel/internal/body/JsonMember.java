/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A member of a JSON object.
 *
 * @param from the byte offset of the value's first byte
 * @param to the byte offset after the value's last byte; valid for objects and arrays only
 * @param token the value's first token
 * @param text the text of a scalar; empty for null, an object, an array and a located text
 */
public record JsonMember(long from, long to, JsonToken token, Optional<String> text) {
    /**
     * Reads the named members of the object at the parser's current token, and skips its other members.
     *
     * @param names the names of the members
     * @param located those names whose text may be long; only its position is read
     * @return the members by name; empty if the current token does not start an object
     * @throws IOException if the body cannot be read
     */
    public static Map<String, JsonMember> members(JsonParser parser, Set<String> names, Set<String> located)
            throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return Map.of();
        }
        Map<String, JsonMember> found = new HashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            if (names.contains(name)) {
                found.put(name, read(parser, !located.contains(name)));
            } else {
                parser.skipChildren();
            }
        }
        return found;
    }

    /** Returns an object between two byte offsets, the second of which is exclusive. */
    public static JsonMember object(long from, long to) {
        return new JsonMember(from, to, JsonToken.START_OBJECT, Optional.empty());
    }

    private static JsonMember read(JsonParser parser, boolean withText) throws IOException {
        JsonToken value = parser.currentToken();
        boolean isText = withText && value.isScalarValue() && value != JsonToken.VALUE_NULL;
        Optional<String> text = isText ? Optional.of(parser.getText()) : Optional.empty();
        long from = parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        return new JsonMember(from, parser.currentLocation().getByteOffset(), value, text);
    }

    /**
     * Reads the position of the value at the parser's current token, without its text.
     *
     * @throws IOException if the body cannot be read
     */
    public static JsonMember located(JsonParser parser) throws IOException {
        return read(parser, false);
    }
}
