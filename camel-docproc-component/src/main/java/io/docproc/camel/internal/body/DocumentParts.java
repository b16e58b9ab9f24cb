/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectReader;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.model.DocumentPart;
import io.docproc.camel.model.ModelJson;
import io.docproc.camel.model.PageMarkdown;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;
import org.apache.camel.StreamCache;
import org.apache.camel.util.IOHelper;

/**
 * Elements or pages of a parsed document, or the files of a list, which can be read several times and by several exchanges
 * at once. A part is a {@link DocumentPart} or {@link PageMarkdown}; JSON that is no object is the value that Jackson
 * returns for it. Each iterator starts at the first part and keeps only one part in memory. The spooled response exists
 * as long as a body or an iterator refers to it. Thread-safe.
 */
public final class DocumentParts implements Iterable<Object>, Closeable {
    private static final ObjectReader PART = ModelJson.mapper().readerFor(DocumentPart.class);
    private static final ObjectReader ANY_VALUE = ModelJson.mapper().readerFor(Object.class);

    private final ParsedDocument document;
    private final ParseOutput output;
    private final IntFunction<Optional<ParsedDocument>> pages;
    private Parts onlyIterator;
    private boolean iterated;

    /**
     * Creates the parts of a document.
     *
     * @param output elements, pages, pageMarkdown or files
     * @param pages returns the pages of a list after this one by their index, from 1; empty if there are none
     * @throws io.docproc.camel.error.DocprocInvalidResponseException if the document has no array of the parts
     */
    DocumentParts(ParsedDocument document, ParseOutput output, IntFunction<Optional<ParsedDocument>> pages) {
        this.document = document;
        this.output = output;
        this.pages = pages;
        document.array(output);
    }

    @Override
    public synchronized Iterator<Object> iterator() {
        Parts iterator = new Parts();
        onlyIterator = iterated ? null : iterator;
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
        if (onlyIterator != null) {
            onlyIterator.end();
        }
    }

    @Override
    public String toString() {
        return "parts of a parsed document; use them with split().streaming()";
    }

    /** Cursor over the parts. Holds a file handle from the first part until the last one, or until it is ended. */
    private final class Parts implements Iterator<Object> {
        /** Not synchronized: the next page of a list waits for the gate and for the service. */
        private final ReentrantLock lock = new ReentrantLock();
        /** The first part of each page. */
        private final Set<Object> firsts = new HashSet<>();

        private ParsedDocument page = document;
        private int pageIndex;
        private int pageFrom;
        private int pageSize;
        private InputStream in;
        private JsonParser parser;
        private DocumentPart element;
        private boolean isAtPart;
        private boolean ended;
        private int index;

        @Override
        public boolean hasNext() {
            lock.lock();
            try {
                return moved();
            } catch (IOException e) {
                throw failed(e);
            } finally {
                lock.unlock();
            }
        }

        @Override
        public Object next() {
            lock.lock();
            try {
                if (!moved()) {
                    throw new NoSuchElementException("all " + index + " parts have been read");
                }
                Object part = read();
                if (index == pageFrom && !firsts.add(part)) {
                    throw new IOException("a further page begins with the same part as an earlier page");
                }
                index++;
                return part;
            } catch (IOException e) {
                throw failed(e);
            } finally {
                lock.unlock();
            }
        }

        /** Moves to the next part unless the cursor is at one, and returns whether there is one. */
        private boolean moved() throws IOException {
            while (!ended && !isAtPart) {
                if (parser == null) {
                    open();
                }
                isAtPart = parser != null && advance();
                if (!isAtPart) {
                    end();
                    nextPage();
                }
            }
            return isAtPart;
        }

        private void open() throws IOException {
            Optional<StreamCache> array = page.array(output);
            if (array.isPresent()) {
                in = (InputStream) array.get();
                parser = JsonResponses.open(in);
                parser.nextToken();
            }
        }

        /** Continues a list with its next page. A page that has fewer parts than the page before is the last one. */
        private void nextPage() {
            int size = index - pageFrom;
            if (size > 0 && (pageIndex == 0 || size >= pageSize)) {
                pages.apply(++pageIndex).ifPresent(next -> {
                    page = next;
                    pageFrom = index;
                    pageSize = size;
                    ended = false;
                });
            }
        }

        /** Moves to the next part; reads the first element of the next page for {@code pageMarkdown}. */
        private boolean advance() throws IOException {
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                if (output != ParseOutput.pageMarkdown) {
                    return true;
                }
                if (parser.currentToken() == JsonToken.START_OBJECT) {
                    element = PART.readValue(parser);
                    return true;
                }
                parser.skipChildren();
            }
            return false;
        }

        private Object read() throws IOException {
            if (output != ParseOutput.pageMarkdown) {
                isAtPart = false;
                return (parser.currentToken() == JsonToken.START_OBJECT ? PART : ANY_VALUE).readValue(parser);
            }
            int number = element.pageNumber();
            StringJoiner markdown = new StringJoiner("\n\n");
            do {
                String text = element.markdown();
                if (!text.isEmpty()) {
                    markdown.add(text);
                }
                isAtPart = advance();
            } while (isAtPart && (element.pageNumber() == number || element.pageNumber() < 0));
            if (!isAtPart) {
                end();
            }
            return new PageMarkdown(Math.max(number, 0), markdown.toString());
        }

        private DocprocException failed(IOException cause) {
            end();
            Exception exception =
                    cause instanceof JsonProcessingException invalid ? UnreadableJsonException.of(invalid) : cause;
            return page.invalid(
                    "part " + (index + 1) + " of the parsed document cannot be read: " + exception.getMessage(),
                    exception);
        }

        void end() {
            lock.lock();
            try {
                ended = true;
                isAtPart = false;
                if (parser != null) {
                    IOHelper.close(parser, in);
                    parser = null;
                    in = null;
                }
            } finally {
                lock.unlock();
            }
        }
    }
}
