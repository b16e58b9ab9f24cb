/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.IOException;

/**
 * Parser of a long text of which one value at a time is kept in memory. Rejects a value of more than 5 million tokens;
 * Jackson limits only the tokens of a whole text. Not thread-safe.
 */
public final class ValueParser extends JsonParserDelegate {
    private static final long MAX_TOKENS = 5_000_000;

    private long tokens;

    /** @param parser the parser of the text; closing this object closes it */
    public ValueParser(JsonParser parser) {
        super(parser);
    }

    /**
     * Reads the value at the current token. The parser is at its last token afterwards.
     *
     * @throws UnreadableJsonException if the value is too large
     * @throws IOException if the text cannot be read, or is not JSON
     */
    public Object read(ObjectReader reader) throws IOException {
        tokens = 0;
        return reader.readValue(this);
    }

    @Override
    public JsonToken nextToken() throws IOException {
        tokens++;
        if (tokens > MAX_TOKENS) {
            throw new UnreadableJsonException("a value has more than the allowed " + MAX_TOKENS + " tokens");
        }
        return delegate.nextToken();
    }
}
