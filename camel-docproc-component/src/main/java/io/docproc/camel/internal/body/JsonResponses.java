/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.apache.commons.io.function.IOFunction;
import org.apache.commons.io.input.BOMInputStream;
import org.apache.commons.io.input.TeeInputStream;

/**
 * Opens responses as JSON in UTF-8, with or without a byte order mark. Accepts deviations from JSON in texts and numbers,
 * because a billed response must be readable. Limits on nesting, text length and number of
 * tokens protect the heap against malformed responses. Thread-safe.
 */
public final class JsonResponses {
    private static final int MAX_DEPTH = 500;
    private static final int MAX_TEXT = 32 * 1024 * 1024;
    private static final int MAX_NAME = 10_000;
    private static final int MAX_NUMBER = 10_000;

    private static final long MAX_TOKENS_HELD = 5_000_000;

    /** Characters of Base64 that are decoded at once. */
    private static final int BLOCK = 32 * 1024;

    private static final JsonFactory STREAMED = factory(constraints());
    private static final JsonFactory HELD = factory(constraints().maxTokenCount(MAX_TOKENS_HELD));

    private static StreamReadConstraints.Builder constraints() {
        return StreamReadConstraints.builder()
                .maxNestingDepth(MAX_DEPTH)
                .maxStringLength(MAX_TEXT)
                .maxNameLength(MAX_NAME)
                .maxNumberLength(MAX_NUMBER);
    }

    /** Without a detection of the encoding, because byte offsets of a parser are valid for UTF-8 only. */
    private static JsonFactory factory(StreamReadConstraints.Builder constraints) {
        return JsonFactory.builder()
                .streamReadConstraints(constraints.build())
                .disable(JsonFactory.Feature.CHARSET_DETECTION)
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
                .enable(JsonReadFeature.ALLOW_BACKSLASH_ESCAPING_ANY_CHARACTER)
                .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                .enable(JsonReadFeature.ALLOW_LEADING_ZEROS_FOR_NUMBERS)
                .enable(JsonReadFeature.ALLOW_LEADING_PLUS_SIGN_FOR_NUMBERS)
                .enable(JsonReadFeature.ALLOW_LEADING_DECIMAL_POINT_FOR_NUMBERS)
                .enable(JsonReadFeature.ALLOW_TRAILING_DECIMAL_POINT_FOR_NUMBERS)
                .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
                .build();
    }

    private JsonResponses() {}

    /**
     * Returns a streaming parser. It rejects texts of more than 32 Mi characters and nesting of more than 500 levels.
     * Closing the parser does not close the stream.
     *
     * @throws IOException if the stream cannot be read
     */
    public static JsonParser open(InputStream body) throws IOException {
        return open(STREAMED, withoutMark(body));
    }

    /**
     * Returns a parser for a response whose values are kept in memory. It also rejects more than 5 million tokens.
     *
     * @throws IOException if the stream cannot be read
     */
    public static JsonParser openToHold(InputStream body) throws IOException {
        return open(HELD, new Source(withoutMark(body)));
    }

    private static InputStream withoutMark(InputStream body) throws IOException {
        return BOMInputStream.builder().setInputStream(body).get();
    }

    private static JsonParser open(JsonFactory factory, InputStream body) throws IOException {
        JsonParser parser = factory.createParser(body);
        parser.disable(JsonParser.Feature.AUTO_CLOSE_SOURCE);
        return parser;
    }

    /** Reads the value of one member of a JSON object. */
    @FunctionalInterface
    public interface MemberReader {
        /**
         * Reads the value. The parser is at its first token, and must be at its last token afterwards.
         *
         * @throws IOException if the stream cannot be read
         */
        void read(String name, JsonParser parser) throws IOException;
    }

    /**
     * Reads exactly one JSON object, and nothing after it.
     *
     * @throws UnreadableJsonException if the text is anything else
     * @throws IOException if the stream cannot be read
     */
    public static void readObject(JsonParser parser, MemberReader reader) throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw new UnreadableJsonException("a JSON object is expected");
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            reader.read(name, parser);
        }
        if (parser.currentToken() != JsonToken.END_OBJECT || parser.nextToken() != null) {
            throw new UnreadableJsonException("one complete JSON object is expected");
        }
    }

    /**
     * Spools a JSON text without a byte order mark while it is parsed. The byte offsets of the parser are positions in
     * the spooled bytes. If the text is malformed after its beginning, the rest of it is spooled too.
     *
     * @param spool receives the text, and is closed
     * @throws IOException if the stream cannot be read, or its bytes cannot be spooled
     */
    public static <T> T spool(InputStream body, SpoolingOutputStream spool, IOFunction<JsonParser, T> function)
            throws IOException {
        try (spool;
                InputStream tee = new TeeInputStream(withoutMark(body), spool);
                JsonParser parser = open(STREAMED, tee)) {
            try {
                return function.apply(parser);
            } catch (JsonProcessingException e) {
                if (!parser.getParsingContext().inRoot()) {
                    spoolRest(tee, e);
                }
                throw e;
            }
        }
    }

    private static void spoolRest(InputStream tee, JsonProcessingException failure) {
        try {
            tee.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    /**
     * Reads a JSON text of exactly one value as an instance of a type, within the limits of {@link #openToHold}.
     *
     * @throws IOException if the stream cannot be read, or is not JSON of this type
     */
    public static <T> T read(InputStream body, ObjectMapper mapper, Class<T> type) throws IOException {
        try (JsonParser parser = openToHold(body)) {
            return mapper.readerFor(type)
                    .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .readValue(parser);
        }
    }

    /**
     * Decodes the Base64 text at the parser's current token while it is read. The parser skips the rest of a text that is
     * not Base64.
     *
     * @param expected the number of bytes to expect; 0 if it is unknown
     * @param decoded receives the bytes; it is closed
     * @return whether the text is Base64
     * @throws IOException if the response cannot be read, or its bytes cannot be spooled
     */
    public static boolean decodeBase64(JsonParser parser, long expected, SpoolingOutputStream decoded)
            throws IOException {
        try (decoded) {
            decoded.expect(expected);
            if (parser.getInputSource() instanceof Source source && decodeBlocks(parser, source, decoded)) {
                String text = parser.getText();
                String end = text.indexOf('\n') < 0 ? text : text.replaceAll("\\s", "");
                decoded.write(Base64.getDecoder().decode(end));
                return end.length() % 4 == 0;
            }
            parser.readBinaryValue(decoded);
            return true;
        } catch (JsonEOFException e) {
            throw e;
        } catch (IllegalArgumentException | JsonParseException e) {
            return false;
        }
    }

    /**
     * Decodes whole blocks of the text with the JDK, which is several times faster than the parser, up to the first block
     * that is not plain Base64.
     *
     * @return whether the rest of the text is short, because that block has its end or a padding; otherwise the block has
     *     escape sequences, white space or an error
     */
    private static boolean decodeBlocks(JsonParser parser, Source source, OutputStream out) throws IOException {
        ByteArrayOutputStream ahead = new ByteArrayOutputStream(BLOCK);
        parser.releaseBuffered(ahead);
        source.rest.transferTo(ahead);
        source.unread(ahead.toByteArray(), 0, ahead.size());
        byte[] block = new byte[BLOCK];
        byte[] decoded = new byte[BLOCK / 4 * 3];
        int count = source.readNBytes(block, 0, BLOCK);
        try {
            for (; count == BLOCK && block[BLOCK - 1] != '='; count = source.readNBytes(block, 0, BLOCK)) {
                out.write(decoded, 0, Base64.getDecoder().decode(block, decoded));
            }
        } catch (IllegalArgumentException e) {
            // The block contains the end of the text, or an error.
        }
        String text = new String(block, 0, count, StandardCharsets.ISO_8859_1);
        int end = text.indexOf('"');
        int plain = end % 4 == 0 && writeDecoded(text.substring(0, end), out) ? end : 0;
        source.unread(block, plain, count - plain);
        return end >= 0 || text.indexOf('=') >= 0;
    }

    private static boolean writeDecoded(String text, OutputStream out) throws IOException {
        try {
            out.write(Base64.getDecoder().decode(text));
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** A response, some bytes of which may be read again. */
    private static final class Source extends InputStream {
        private final InputStream response;
        private ByteArrayInputStream rest = new ByteArrayInputStream(new byte[0]);

        Source(InputStream response) {
            this.response = response;
        }

        /** Returns bytes to the beginning. No bytes of an earlier return are left. */
        void unread(byte[] bytes, int offset, int count) {
            rest = new ByteArrayInputStream(bytes, offset, count);
        }

        @Override
        public int read() throws IOException {
            int value = rest.read();
            return value < 0 ? response.read() : value;
        }

        @Override
        public int read(byte[] bytes, int offset, int count) throws IOException {
            int read = rest.read(bytes, offset, count);
            return read < 0 ? response.read(bytes, offset, count) : read;
        }
    }

    /**
     * Writes the characters of a JSON text of any length in UTF-8, without its quotation marks and escape sequences. A
     * parser would keep the whole text in memory. The JSON has been parsed before, so its escape sequences are valid. A
     * lone surrogate becomes a question mark.
     *
     * @param json UTF-8 that starts with the quotation mark of the text
     * @throws IOException if a stream fails, or the text has no end
     */
    public static void decodeText(InputStream json, OutputStream out) throws IOException {
        Reader in = new BufferedReader(new InputStreamReader(json, StandardCharsets.UTF_8));
        Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
        next(in);
        for (char character = next(in); character != '"'; character = next(in)) {
            writer.write(character == '\\' ? escaped(in) : character);
        }
        writer.flush();
    }

    private static char escaped(Reader in) throws IOException {
        char escape = next(in);
        return switch (escape) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> (char) Integer.parseInt("" + next(in) + next(in) + next(in) + next(in), 16);
            default -> escape;
        };
    }

    private static char next(Reader in) throws IOException {
        int character = in.read();
        if (character < 0) {
            throw new EOFException("the JSON text has no end");
        }
        return (char) character;
    }
}
