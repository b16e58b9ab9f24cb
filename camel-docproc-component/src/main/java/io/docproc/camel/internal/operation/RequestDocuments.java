/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.body.Document;
import io.docproc.camel.internal.body.DocumentRules;
import io.docproc.camel.internal.body.Documents;
import io.docproc.camel.internal.body.SpoolException;
import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.internal.call.Call;
import io.docproc.camel.internal.call.Ledger;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.StreamCache;
import org.apache.camel.support.SynchronizationAdapter;
import org.apache.camel.util.IOHelper;
import org.apache.commons.io.IOUtils;

/**
 * The documents that a call sends. Validates them, adds them to the key of the call, and replaces a stream that can be read
 * once by a copy. Used by one thread.
 */
final class RequestDocuments {
    private static final String STREAM_COPIES = "CamelDocprocStreamCopies";

    private final Exchange exchange;
    private final OptionValues options;
    private final Call call;
    private final Optional<Ledger.Entry> entry;

    RequestDocuments(Exchange exchange, OptionValues options, Call call, Optional<Ledger.Entry> entry) {
        this.exchange = exchange;
        this.options = options;
        this.call = call;
        this.entry = entry;
    }

    /** Copies of the streams of an exchange. Not serializable, because a message does not take them along. */
    private record StreamCopies(Map<InputStream, StreamCache> byStream) {}

    /** Returns the document in the body; see {@link Invocation#document}. */
    Document body(DocumentRules rules) {
        Message message = exchange.getMessage();
        Document document = document(message, fileName(), rules);
        boolean isRead = prepare(document, rules);
        entry.ifPresent(billed -> billed.document(document.length().orElse(-1), isRead, document::digest));
        return document;
    }

    /** Returns a document that is a part of the body; see {@link Invocation#part}. */
    Document part(String part, Object value, boolean single, DocumentRules rules) {
        Message message = exchange.getMessage().copy();
        message.setBody(value);
        if (!single) {
            message.removeHeader(Exchange.FILE_NAME);
            message.removeHeader(Exchange.FILE_NAME_ONLY);
        }
        Document document = document(message, single ? fileName() : Optional.empty(), rules);
        boolean isRead = prepare(document, rules);
        entry.ifPresent(billed -> {
            billed.part(document.length().orElse(-1), isRead);
            billed.field(
                    "part " + part,
                    () -> document.digest().map(HexFormat.of()::formatHex).orElse(""));
        });
        return document;
    }

    /** The body of the message is the whole document afterwards, also if the copy of a stream ends at the limit. */
    private Document document(Message message, Optional<String> name, DocumentRules rules) {
        return Documents.from(message, name, operation(), stream -> {
            StreamCache copy = copy(stream, rules);
            message.setBody(copy.length() < limit(rules) ? copy : new SequenceInputStream((InputStream) copy, stream));
            return copy;
        });
    }

    /** Returns the number of bytes at which the copy of a stream ends, because the document is then too large. */
    private long limit(DocumentRules rules) {
        return options.document().isValidateInput() ? rules.maxBytes() + 1 : Long.MAX_VALUE;
    }

    /** Validates a document, and reads it ahead if an earlier call of it may be known. Returns whether it was read. */
    private boolean prepare(Document document, DocumentRules rules) {
        return call.prepare(() -> {
            if (options.document().isValidateInput()) {
                rules.check(document, operation());
            }
            entry.ifPresent(billed -> document.digestWhileRead(billed::newDigest));
            boolean readsAhead = entry.filter(
                            billed -> billed.readsAhead(document.length().orElse(-1)))
                    .isPresent();
            if (readsAhead) {
                try (InputStream in = document.open()) {
                    in.transferTo(OutputStream.nullOutputStream());
                } catch (IOException e) {
                    throw new DocprocDocumentException(failure(e.getMessage()), e);
                }
            }
            return readsAhead;
        });
    }

    /**
     * Returns the copy of a stream that can be read once, up to the limit. After Camel has restored the stream for a
     * redelivery, the rest of a document that is too large or nothing is left of it, and the earlier copy is returned; any
     * other stream that has more bytes contains the next document.
     */
    private StreamCache copy(InputStream stream, DocumentRules rules) {
        StreamCopies copies = exchange.getProperty(STREAM_COPIES, StreamCopies.class);
        if (copies == null) {
            copies = new StreamCopies(Collections.synchronizedMap(new WeakHashMap<>()));
            exchange.setProperty(STREAM_COPIES, copies);
        }
        Optional<StreamCache> earlier = Optional.ofNullable(copies.byStream().get(stream));
        if (earlier.filter(copy -> copy.length() == limit(rules)).isPresent()) {
            return earlier.get();
        }
        StreamCache copy = call.prepare(() -> copied(stream, limit(rules), earlier));
        copies.byStream().put(stream, copy);
        return copy;
    }

    private StreamCache copied(InputStream stream, long limit, Optional<StreamCache> earlier) {
        SpoolingOutputStream copy = new SpoolingOutputStream(exchange);
        try (Closeable close = () -> close(stream, copy.length() == limit);
                copy) {
            IOUtils.copyLarge(stream, copy, 0, limit);
        } catch (SpoolException e) {
            throw DocprocTransportException.notSent(failure(e.getMessage() + "; nothing was sent"), e);
        } catch (IOException e) {
            if (earlier.isEmpty() || copy.length() > 0) {
                throw new DocprocDocumentException(failure("the stream cannot be read: " + e.getMessage()), e);
            }
        }
        return earlier.filter(any -> copy.length() == 0).orElseGet(copy::content);
    }

    /** Closes a stream: at the end of the exchange if its rest is a part of the body. */
    private void close(InputStream stream, boolean hasRest) throws IOException {
        if (!hasRest) {
            stream.close();
            return;
        }
        exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
            @Override
            public void onDone(Exchange completed) {
                IOHelper.close(stream);
            }
        });
    }

    private Optional<String> fileName() {
        return Optional.ofNullable(options.document().getFileName());
    }

    private String operation() {
        return options.operation().name();
    }

    private ServiceFailure failure(String reason) {
        return ServiceFailure.local(operation(), 0, reason);
    }
}
