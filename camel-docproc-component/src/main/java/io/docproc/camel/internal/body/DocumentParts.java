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
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.StreamCache;
import org.apache.camel.support.DefaultMessage;
import org.apache.camel.util.IOHelper;

/**
 * Elements or pages of a parsed document, or the files of a list, which can be read several times and by several exchanges at once. Each part is
 * a message, which Camel's splitter accepts: its body is a {@link DocumentPart} or {@link PageMarkdown}, and its headers
 * are those of the split message and those of the part. Each iterator starts at the first part and keeps only one part in memory. The spooled
 * response exists as long as a body or an iterator refers to it. Thread-safe.
 */
public final class DocumentParts implements Iterable<Message>, Closeable {
    private static final String PAGE_NUMBER = "CamelDocprocPageNumber";
    private static final String ELEMENT_ID = "CamelDocprocElementId";
    private static final String ELEMENT_TYPE = "CamelDocprocElementType";
    private static final String COORDINATES = "CamelDocprocCoordinates";
    private static final String STATUS = "CamelDocprocStatus";

    private static final ObjectReader PART = ModelJson.mapper().readerFor(DocumentPart.class);
    private static final ObjectReader ANY_VALUE = ModelJson.mapper().readerFor(Object.class);
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

    private final CamelContext context;
    private final ParseOutput output;
    private final Optional<StreamCache> json;
    private final BiFunction<String, Exception, DocprocException> failure;
    private final IntFunction<Optional<DocumentParts>> pages;
    private final Map<String, Object> inherited;
    private Parts onlyIterator;
    private boolean iterated;

    /**
     * Creates the parts of a document.
     *
     * @param output elements, pages, pageMarkdown or files
     * @param json the array of the parts, or of the elements of the pages; empty if it is null
     * @param failure creates the exception for a part that cannot be read, from its reason and cause
     * @param pages returns the parts of the pages of a list after this one by their index, from 1; empty if there are none
     * @param inherited the headers of each part
     */
    DocumentParts(
            CamelContext context,
            ParseOutput output,
            Optional<StreamCache> json,
            BiFunction<String, Exception, DocprocException> failure,
            IntFunction<Optional<DocumentParts>> pages,
            Map<String, Object> inherited) {
        this.context = context;
        this.output = output;
        this.json = json;
        this.failure = failure;
        this.pages = pages;
        this.inherited = inherited;
    }

    /** Sets the message body of an exchange, and its {@code Content-Type} or removes it if it is unknown. If the body consists of parts, they inherit the headers of the message. */
    public static void setBody(Exchange exchange, Object body, String contentType) {
        if (contentType.isEmpty()) {
            exchange.getMessage().removeHeader(Exchange.CONTENT_TYPE);
        } else {
            exchange.getMessage().setHeader(Exchange.CONTENT_TYPE, contentType);
        }
        if (body instanceof DocumentParts) {
            PartsMessage message = new PartsMessage(exchange.getContext());
            message.copyFromWithNewBody(exchange.getMessage(), body);
            exchange.setMessage(message);
        } else {
            exchange.getMessage().setBody(body);
        }
    }

    /** Returns a copy of headers that a message accepts as its own. A copy of such a copy takes linear time. */
    private Map<String, Object> copy(Map<String, Object> headers) {
        return context.getCamelContextExtension().getHeadersMapFactory().newMap(headers);
    }

    @Override
    public synchronized Iterator<Message> iterator() {
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
    private final class Parts implements Iterator<Message> {
        /** Not synchronized: the next page of a list waits for the gate and for the service. */
        private final ReentrantLock lock = new ReentrantLock();

        private DocumentParts page = DocumentParts.this;
        private int pageIndex;
        private int pageFrom;
        private int pageSize;
        /** The first part of each page. */
        private final Set<Object> firsts = new HashSet<>();

        private InputStream in;
        private JsonParser parser;
        private DocumentPart element;
        private boolean isAtPart;
        private boolean ended = json.isEmpty();
        private int index;

        @Override
        public boolean hasNext() {
            lock.lock();
            try {
                return moved();
            } finally {
                lock.unlock();
            }
        }

        private boolean moved() {
            while (!ended && !isAtPart) {
                try {
                    if (parser == null) {
                        in = (InputStream) page.json.orElseThrow().copy(null);
                        parser = JsonResponses.open(in);
                        parser.nextToken();
                    }
                    isAtPart = advance();
                } catch (IOException e) {
                    throw failed(e);
                }
                if (!isAtPart) {
                    end();
                    nextPage();
                }
            }
            return isAtPart;
        }

        /** Continues a list with its next page. A page that has fewer parts than the page before is the last one. */
        private void nextPage() {
            int size = index - pageFrom;
            if (size > 0 && (pageIndex == 0 || size >= pageSize)) {
                pages.apply(++pageIndex).ifPresent(next -> {
                    page = next;
                    pageFrom = index;
                    pageSize = size;
                    ended = next.json.isEmpty();
                });
            }
        }

        @Override
        public Message next() {
            lock.lock();
            try {
                if (!moved()) {
                    throw new NoSuchElementException("all " + index + " parts have been read");
                }
                Object part = read();
                if (index == pageFrom) {
                    if (!firsts.add(part)) {
                        throw new IOException("a further page begins with the same part as an earlier page");
                    }
                }
                index++;
                return message(part);
            } catch (IOException e) {
                throw failed(e);
            } finally {
                lock.unlock();
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
            int page = element.pageNumber();
            StringJoiner markdown = new StringJoiner("\n\n");
            do {
                String text = element.markdown();
                if (!text.isEmpty()) {
                    markdown.add(text);
                }
                isAtPart = advance();
            } while (isAtPart && (element.pageNumber() == page || element.pageNumber() < 0));
            if (!isAtPart) {
                end();
            }
            return new PageMarkdown(Math.max(page, 0), markdown.toString());
        }

        private DocprocException failed(IOException cause) {
            end();
            Exception exception =
                    cause instanceof JsonProcessingException invalid ? UnreadableJsonException.of(invalid) : cause;
            return page.failure.apply(
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

    /** Returns the message of a part. A value of an unexpected type sets no header. */
    private Message message(Object part) {
        DefaultMessage message = new DefaultMessage(context);
        message.setBody(part);
        message.setHeaders(copy(inherited));
        if (part instanceof PageMarkdown page) {
            message.setHeader(PAGE_NUMBER, page.pageNumber());
        }
        if (part instanceof DocumentPart fields) {
            number(fields.get("page_number")).ifPresent(page -> message.setHeader(PAGE_NUMBER, page));
            if (output == ParseOutput.files) {
                scalar(fields.get("recognition_status")).ifPresent(code -> message.setHeader(STATUS, status(code)));
            }
            if (output == ParseOutput.elements) {
                scalar(fields.get("element_id")).ifPresent(id -> message.setHeader(ELEMENT_ID, id));
                scalar(fields.get("type")).ifPresent(type -> message.setHeader(ELEMENT_TYPE, type));
                coordinates(fields.get("coordinates")).ifPresent(list -> message.setHeader(COORDINATES, list));
            }
        }
        return message;
    }

    /** Returns the state of a file as text, with the words of parse jobs. */
    private static String status(String recognitionStatus) {
        return switch (recognitionStatus) {
            case "0" -> "pending";
            case "1" -> "completed";
            case "2" -> "failed";
            case "10" -> "classified";
            default -> "in_progress";
        };
    }

    private static Optional<Integer> number(Object value) {
        return scalar(value).filter(NUMBER.asMatchPredicate()).map(Integer::valueOf);
    }

    private static Optional<String> scalar(Object value) {
        return value instanceof String || value instanceof Number ? Optional.of(value.toString()) : Optional.empty();
    }

    /** Returns the coordinates as text, because JMS and HTTP transmit no lists in headers. */
    private static Optional<String> coordinates(Object value) {
        return value instanceof List<?> list && !list.isEmpty() && list.stream().allMatch(Number.class::isInstance)
                ? Optional.of(list.stream().map(Object::toString).collect(Collectors.joining(",")))
                : Optional.empty();
    }

    /**
     * Message whose body may be the parts of a document. The parts inherit the headers that the message has when the
     * body is read, which a split does when it starts.
     */
    private static final class PartsMessage extends DefaultMessage {
        PartsMessage(CamelContext context) {
            super(context);
        }

        @Override
        public PartsMessage newInstance() {
            return new PartsMessage(getCamelContext());
        }

        /** Copies the parts without their headers, because a split copies the message for each part. */
        @Override
        public PartsMessage copy() {
            PartsMessage copy = newInstance();
            copy.copyFromWithNewBody(this, super.getBody());
            if (hasDataType()) {
                copy.setDataType(getDataType());
            }
            return copy;
        }

        @Override
        public Object getBody() {
            if (!(super.getBody() instanceof DocumentParts parts)) {
                return super.getBody();
            }
            Map<String, Object> headers = parts.copy(getHeaders());
            List.of(PAGE_NUMBER, ELEMENT_ID, ELEMENT_TYPE, COORDINATES).forEach(headers::remove);
            return new DocumentParts(parts.context, parts.output, parts.json, parts.failure, parts.pages, headers);
        }
    }
}
