/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.docproc.camel.http.JsonAnswers;
import io.docproc.camel.http.Spool;
import io.docproc.camel.http.UnreadableJsonException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.apache.camel.StreamCache;
import org.apache.commons.io.input.TeeInputStream;

/**
 * The document behind a {@code result_url}: the parsed document itself, or the service's envelope around it. Both are
 * described, so both are taken; the route gets the document.
 */
final class ResultDocument {
    private static final String SUCCESS = "200";
    private static final int MAX_MESSAGE = 500;

    private final Spool spool;
    private Optional<String> code = Optional.empty();
    private String message = "";
    private boolean empty = true;
    private long from = -1;
    private long to = -1;

    private ResultDocument(Spool spool) {
        this.spool = spool;
    }

    /**
     * Stores the document while it streams in.
     *
     * @throws UnreadableJsonException when it is not one JSON object
     * @throws IOException when it is an envelope that tells of an error, or when it holds no document
     */
    static StreamCache store(InputStream body, Spool spool) throws IOException {
        ResultDocument document = new ResultDocument(spool);
        try (spool;
                InputStream tee = new TeeInputStream(body, spool);
                JsonParser parser = JsonAnswers.open(tee)) {
            document.scan(parser);
        }
        document.requireSuccess();
        return document.content();
    }

    private void scan(JsonParser parser) throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw new UnreadableJsonException("a JSON object is expected");
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            empty = false;
            String name = parser.currentName();
            parser.nextToken();
            long start = parser.currentTokenLocation().getByteOffset();
            JsonToken value = parser.currentToken();
            switch (name) {
                case "code" -> code = Optional.of(shortened(parser.getText()));
                case "message" -> message = shortened(parser.getText());
                default -> {}
            }
            parser.skipChildren();
            if (name.equals("data") && value == JsonToken.START_OBJECT) {
                from = start;
                to = parser.currentLocation().getByteOffset();
            }
        }
        if (parser.currentToken() != JsonToken.END_OBJECT || parser.nextToken() != null) {
            throw new UnreadableJsonException("one complete JSON object is expected");
        }
    }

    private static String shortened(String text) {
        return text.length() <= MAX_MESSAGE ? text : text.substring(0, MAX_MESSAGE) + "...";
    }

    /** An envelope comes with HTTP status 200 whatever it says; the document itself has no code. */
    private void requireSuccess() throws IOException {
        if (empty) {
            throw new IOException("the result is an empty JSON object, and no document");
        }
        if (code.isPresent() && !code.get().equals(SUCCESS)) {
            throw new IOException("the result answers with code " + code.get() + ": " + message);
        }
        if (code.isPresent() && from < 0) {
            throw new IOException("the result answers with code " + SUCCESS + " but holds no document: " + message);
        }
    }

    private StreamCache content() {
        return code.isPresent() ? spool.slice(from, to) : spool.content();
    }
}
