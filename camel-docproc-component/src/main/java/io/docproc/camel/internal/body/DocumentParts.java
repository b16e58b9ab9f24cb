/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import io.docproc.camel.error.DocprocException;
import java.io.Closeable;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.StreamCache;

/**
 * Elements or pages of a parsed document, which can be read several times and by several exchanges at once. Each part is
 * a message, which Camel's splitter accepts: its body is a {@link io.docproc.camel.model.DocumentPart}, and its headers
 * are those of the split message and those of the part. Each iterator starts at the first part and keeps only one part
 * in memory. The spooled response exists as long as a body or an iterator refers to it. Thread-safe.
 */
public final class DocumentParts implements Iterable<Message>, Closeable {
    private final Source source;
    private final Map<String, Object> inherited;
    private Optional<PartIterator> onlyIterator = Optional.empty();
    private boolean iterated;

    /**
     * Content of a document.
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
            BiFunction<String, Exception, DocprocException> failure) {

        /** Returns a copy of headers that a message accepts as its own. A copy of such a copy takes linear time. */
        Map<String, Object> headersMap(Map<String, Object> copied) {
            return context.getCamelContextExtension().getHeadersMapFactory().newMap(copied);
        }
    }

    DocumentParts(Source source) {
        this(source, Map.of());
    }

    private DocumentParts(Source source, Map<String, Object> inherited) {
        this.source = source;
        this.inherited = inherited;
    }

    /** Sets the message body of an exchange. If the body consists of parts, they inherit the headers of the message. */
    public static void setBody(Exchange exchange, Object body) {
        if (body instanceof DocumentParts) {
            PartsMessage message = new PartsMessage(exchange.getContext());
            message.copyFromWithNewBody(exchange.getMessage(), body);
            exchange.setMessage(message);
        } else {
            exchange.getMessage().setBody(body);
        }
    }

    /** Returns the same parts, which inherit a copy of these headers. */
    DocumentParts inheriting(Map<String, Object> headers) {
        Map<String, Object> inheritable = source.headersMap(headers);
        PartHeaders.remove(inheritable);
        return new DocumentParts(source, inheritable);
    }

    @Override
    public synchronized Iterator<Message> iterator() {
        PartIterator iterator = new PartIterator(source, inherited);
        onlyIterator = iterated ? Optional.empty() : Optional.of(iterator);
        iterated = true;
        return iterator;
    }

    /**
     * Closes the iterator if there was only one. Camel's splitter calls this method after a split, also if the split
     * stops early. If several exchanges share the parts, the iterator of another split may still be in use. Then a
     * garbage collection releases the handle of an iterator that has not reached the last part.
     */
    @Override
    public synchronized void close() {
        onlyIterator.ifPresent(PartIterator::close);
    }

    @Override
    public String toString() {
        return "parts of a parsed document; use them with split().streaming()";
    }
}
