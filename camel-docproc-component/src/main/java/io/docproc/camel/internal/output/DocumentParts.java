/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.output;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.internal.stream.JsonResponses;
import io.docproc.camel.internal.stream.JsonValueReader;
import io.docproc.camel.internal.stream.UnreadableJsonException;
import io.docproc.camel.model.DocumentPart;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.BiFunction;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.StreamCache;
import org.apache.camel.support.DefaultMessage;
import org.apache.camel.util.IOHelper;

/**
 * Lazy iterator over the elements or pages of a parsed document. Each part is a message, which Camel's splitter accepts:
 * its body is a {@link DocumentPart}, and its headers are those of the split message and those of the part. Only one
 * part is in memory. The spooled response exists as long as an iterator refers to it. Camel closes an iterator after a
 * split. Thread-safe.
 */
public final class DocumentParts implements Iterator<Message>, Closeable {
    private final Source source;
    private final Optional<InheritedHeaders> inherited;
    private InputStream json;
    private JsonParser parser;
    private boolean isAtPart;
    private boolean finished;
    private int index;

    /**
     * Content of an iterator.
     *
     * @param headers sets the headers of a part
     * @param json the array of the parts; empty if it is null
     * @param context the context of the messages
     * @param failure creates the exception for a part that cannot be read, from its reason and cause
     */
    record Source(
            PartHeaders headers,
            Optional<StreamCache> json,
            CamelContext context,
            BiFunction<String, Exception, DocprocException> failure) {}

    DocumentParts(Source source) {
        this(source, Optional.empty());
    }

    private DocumentParts(Source source, Optional<InheritedHeaders> inherited) {
        this.source = source;
        this.inherited = inherited;
    }

    /** Sets the message body of an exchange. If it is an iterator over parts, they inherit the headers of the message. */
    public static void setBody(Exchange exchange, Object body) {
        if (body instanceof DocumentParts) {
            PartsMessage message = new PartsMessage(exchange.getContext());
            message.copyFromWithNewBody(exchange.getMessage(), body);
            exchange.setMessage(message);
        } else {
            exchange.getMessage().setBody(body);
        }
    }

    /** Returns an iterator from the first part on, whose parts inherit headers. */
    DocumentParts inheriting(InheritedHeaders headers) {
        return new DocumentParts(source, Optional.of(headers));
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
            parser = JsonResponses.open(json);
            parser.nextToken();
        }
        return parser.nextToken() != JsonToken.END_ARRAY;
    }

    private Object value() throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            return JsonValueReader.read(parser);
        }
        DocumentPart part = new DocumentPart();
        JsonValueReader.readMembers(parser, part);
        return part;
    }

    private Message message(Object part) {
        DefaultMessage message = new DefaultMessage(source.context());
        message.setBody(part);
        Map<String, Object> headers = message.getHeaders();
        inherited.ifPresent(parent -> parent.addTo(headers));
        source.headers().set(part instanceof DocumentPart object ? object : Map.of(), headers);
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

    @Override
    public String toString() {
        return "iterator over the parts of a parsed document; use it with split().streaming()";
    }
}
