/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.docproc.camel.http.JsonAnswers;
import io.docproc.camel.http.Spool;
import java.io.IOException;
import java.io.InputStream;
import org.apache.camel.StreamCache;
import org.apache.commons.io.input.TeeInputStream;

/**
 * The document behind a {@code result_url}: the parsed document itself, or the service's envelope around it. Both are
 * described, so both are taken; the route gets the document.
 */
final class ResultDocument {
    private final Spool spool;
    private boolean envelope;
    private long from = -1;
    private long to = -1;

    private ResultDocument(Spool spool) {
        this.spool = spool;
    }

    /**
     * Stores the document while it streams in.
     *
     * @throws JsonParseException when it is not one JSON object
     */
    static StreamCache store(InputStream body, Spool spool) throws IOException {
        ResultDocument document = new ResultDocument(spool);
        try (spool;
                InputStream tee = new TeeInputStream(body, spool);
                JsonParser parser = JsonAnswers.open(tee)) {
            document.scan(parser);
        }
        return document.content();
    }

    private void scan(JsonParser parser) throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw new JsonParseException(parser, "a JSON object is expected");
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            long start = parser.currentTokenLocation().getByteOffset();
            envelope |= name.equals("code");
            boolean data = name.equals("data") && parser.currentToken() == JsonToken.START_OBJECT;
            parser.skipChildren();
            if (data) {
                from = start;
                to = parser.currentLocation().getByteOffset();
            }
        }
        if (parser.currentToken() != JsonToken.END_OBJECT || parser.nextToken() != null) {
            throw new JsonParseException(parser, "one complete JSON object is expected");
        }
    }

    private StreamCache content() {
        return envelope && from >= 0 ? spool.slice(from, to) : spool.content();
    }
}
