/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;

/** Opens answers as JSON, with bounds on what an answer may make the reader hold. */
public final class JsonAnswers {
    private static final int MAX_DEPTH = 500;
    private static final int MAX_TEXT = 4 * 1024 * 1024;
    private static final int MAX_NAME = 10_000;
    private static final int MAX_NUMBER = 1_000;

    private static final long MAX_TOKENS_HELD = 5_000_000;

    private static final JsonFactory STREAMED = factory(constraints());
    private static final JsonFactory HELD = factory(constraints().maxTokenCount(MAX_TOKENS_HELD));

    private static StreamReadConstraints.Builder constraints() {
        return StreamReadConstraints.builder()
                .maxNestingDepth(MAX_DEPTH)
                .maxStringLength(MAX_TEXT)
                .maxNameLength(MAX_NAME)
                .maxNumberLength(MAX_NUMBER);
    }

    private static JsonFactory factory(StreamReadConstraints.Builder constraints) {
        return JsonFactory.builder()
                .streamReadConstraints(constraints.build())
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .build();
    }

    private JsonAnswers() {}

    /** A streaming parser; texts beyond 4 M characters and nesting beyond 500 levels are refused when they are read. */
    public static JsonParser open(InputStream body) throws IOException {
        return open(STREAMED, body);
    }

    /** The same for an answer whose values are kept: a JSON text of more than 5 M tokens is refused, too. */
    public static JsonParser openToHold(InputStream body) throws IOException {
        return open(HELD, body);
    }

    private static JsonParser open(JsonFactory factory, InputStream body) throws IOException {
        JsonParser parser = factory.createParser(body);
        parser.disable(JsonParser.Feature.AUTO_CLOSE_SOURCE);
        return parser;
    }

    /** Maps a whole JSON text to a type, within the same bounds. */
    public static <T> T read(InputStream body, ObjectMapper mapper, Class<T> type) throws IOException {
        try (JsonParser parser = openToHold(body)) {
            parser.setCodec(mapper);
            return parser.readValueAs(type);
        }
    }
}
