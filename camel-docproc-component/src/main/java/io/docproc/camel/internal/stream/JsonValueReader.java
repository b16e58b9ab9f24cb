/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.stream;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads one JSON value of a longer text into memory. Objects become maps, arrays become lists, and numbers keep their
 * precision. Rejects a value of more than 5 million tokens. Not thread-safe.
 */
public final class JsonValueReader {
    private static final long MAX_TOKENS = 5_000_000;

    private final JsonParser parser;
    private long tokens;

    private JsonValueReader(JsonParser parser) {
        this.parser = parser;
    }

    /**
     * Reads the value at the current token. The parser is at its last token afterwards.
     *
     * @throws UnreadableJsonException if the value is too large
     * @throws IOException if the text cannot be read, or is not JSON
     */
    public static Object read(JsonParser parser) throws IOException {
        return new JsonValueReader(parser).value();
    }

    /**
     * Adds the members of the object at the current token to a map. The parser is at its last token afterwards.
     *
     * @throws UnreadableJsonException if the object is too large
     * @throws IOException if the text cannot be read, or is not JSON
     */
    public static void readMembers(JsonParser parser, Map<String, Object> members) throws IOException {
        new JsonValueReader(parser).members(members);
    }

    private Object value() throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                Map<String, Object> members = new LinkedHashMap<>();
                members(members);
                yield members;
            }
            case START_ARRAY -> {
                List<Object> items = new ArrayList<>();
                while (next() != JsonToken.END_ARRAY) {
                    items.add(value());
                }
                yield items;
            }
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> parser.getNumberValue();
            case VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> null;
        };
    }

    private void members(Map<String, Object> members) throws IOException {
        while (next() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            next();
            members.put(name, value());
        }
    }

    private JsonToken next() throws IOException {
        tokens++;
        if (tokens > MAX_TOKENS) {
            throw new UnreadableJsonException("a value has more than the allowed " + MAX_TOKENS + " tokens");
        }
        return parser.nextToken();
    }
}
