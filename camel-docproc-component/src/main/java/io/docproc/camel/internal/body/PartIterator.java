/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectReader;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.model.DocumentPart;
import io.docproc.camel.model.ModelJson;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import org.apache.camel.Message;
import org.apache.camel.support.DefaultMessage;
import org.apache.camel.util.IOHelper;

/**
 * Cursor over the parts of a document. Only one part is in memory. Holds a file handle from the first part until the
 * last one, or until it is closed. Thread-safe.
 */
final class PartIterator implements Iterator<Message>, Closeable {
    private static final ObjectReader PART = ModelJson.mapper().readerFor(DocumentPart.class);
    private static final ObjectReader ANY_VALUE = ModelJson.mapper().readerFor(Object.class);

    private final DocumentParts.Source source;
    private final Map<String, Object> inherited;
    private InputStream json;
    private ValueParser parser;
    private boolean isAtPart;
    private boolean finished;
    private int index;

    PartIterator(DocumentParts.Source source, Map<String, Object> inherited) {
        this.source = source;
        this.inherited = inherited;
    }

    @Override
    public synchronized boolean hasNext() {
        if (!finished && !isAtPart) {
            try {
                isAtPart = advance();
            } catch (IOException e) {
                throw failed(e);
            }
            if (!isAtPart) {
                close();
            }
        }
        return isAtPart;
    }

    @Override
    public synchronized Message next() {
        if (!hasNext()) {
            throw new NoSuchElementException("all " + index + " parts have been read");
        }
        try {
            Message message = message(value());
            isAtPart = false;
            index++;
            return message;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private boolean advance() throws IOException {
        if (parser == null) {
            if (source.json().isEmpty()) {
                return false;
            }
            json = (InputStream) source.json().get().copy(null);
            parser = new ValueParser(JsonResponses.open(json));
            parser.nextToken();
        }
        return parser.nextToken() != JsonToken.END_ARRAY;
    }

    private Object value() throws IOException {
        return parser.read(parser.currentToken() == JsonToken.START_OBJECT ? PART : ANY_VALUE);
    }

    private Message message(Object part) {
        DefaultMessage message = new DefaultMessage(source.context());
        message.setBody(part);
        message.setHeaders(source.headersMap(inherited));
        source.headers().set(part instanceof DocumentPart object ? object : Map.of(), message);
        return message;
    }

    private DocprocException failed(IOException cause) {
        close();
        Exception exception =
                cause instanceof JsonProcessingException invalid ? UnreadableJsonException.of(invalid) : cause;
        return source.failure()
                .apply(
                        "part " + (index + 1) + " of the parsed document cannot be read: " + exception.getMessage(),
                        exception);
    }

    /** Ends the iteration and releases the handle of the spooled response. */
    @Override
    public synchronized void close() {
        finished = true;
        isAtPart = false;
        if (parser != null) {
            IOHelper.close(parser, json);
            parser = null;
            json = null;
        }
    }
}
