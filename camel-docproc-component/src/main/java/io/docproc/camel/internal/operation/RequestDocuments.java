/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.body.Document;
import io.docproc.camel.internal.body.DocumentReadException;
import io.docproc.camel.internal.body.DocumentRules;
import io.docproc.camel.internal.body.Documents;
import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.internal.call.Call;
import io.docproc.camel.internal.call.Ledger;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Collections;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.StreamCache;

/**
 * The documents that a call sends. Validates them, adds them to the key of the call, and replaces a stream that can be read
 * once by a copy if the call may need it again. Used by one thread.
 */
final class RequestDocuments {
    private static final String CONSUMED_STREAM = "CamelDocprocConsumedStream";
    private static final String STREAM_COPY = "CamelDocprocStreamCopy";

    private final Exchange exchange;
    private final OptionValues options;
    private final Call call;
    private final Optional<Ledger.Entry> entry;
    private final boolean copiesStreams;
    private final Set<Object> partStreams = Collections.newSetFromMap(new IdentityHashMap<>());

    /** @param copiesStreams whether a stream that can be read once is copied in any case, so that the call can be sent again */
    RequestDocuments(
            Exchange exchange, OptionValues options, Call call, Optional<Ledger.Entry> entry, boolean copiesStreams) {
        this.exchange = exchange;
        this.options = options;
        this.call = call;
        this.entry = entry;
        this.copiesStreams = copiesStreams;
    }

    /** Returns the document in the body; see {@link Invocation#document}. */
    Document body(DocumentRules rules) {
        restoreCopy();
        Message message = exchange.getMessage();
        Document document = Documents.from(message, fileName(), operation());
        if (!document.repeatable()) {
            requireUnread(CONSUMED_STREAM, message.getBody(), "body");
            exchange.removeProperty(STREAM_COPY);
        }
        return prepared(
                document,
                rules,
                (isRead, digest) -> entry.ifPresent(
                        billed -> billed.document(document.length().orElse(-1), isRead, digest)),
                copy -> {
                    exchange.setProperty(STREAM_COPY, copy);
                    restoreCopy();
                });
    }

    /** Returns a document that is a part of the body; see {@link Invocation#part}. */
    Document part(String part, Object value, boolean single, DocumentRules rules) {
        Message message = exchange.getMessage().copy();
        message.setBody(value);
        if (!single) {
            message.removeHeader(Exchange.FILE_NAME);
            message.removeHeader(Exchange.FILE_NAME_ONLY);
        }
        Document document = Documents.from(message, single ? fileName() : Optional.empty(), operation());
        if (!document.repeatable()) {
            requireUnread(CONSUMED_STREAM + "." + part, value, "part " + part);
            if (!partStreams.add(value)) {
                throw options.refusal("the part " + part
                        + " is the same stream as another part and cannot be read twice; send a file or bytes, or enable"
                        + " stream caching");
            }
        }
        return prepared(
                document,
                rules,
                (isRead, digest) -> entry.ifPresent(billed -> {
                    billed.part(document.length().orElse(-1), isRead);
                    billed.field(
                            "part " + part,
                            () -> digest.get().map(HexFormat.of()::formatHex).orElse(""));
                }),
                copy -> {});
    }

    /** Returns whether the request can be sent again; false after a part that can be read once. */
    boolean isRepeatable() {
        return partStreams.isEmpty() || copiesStreams;
    }

    /**
     * Validates a document, and reads it ahead if an earlier call of it may be known.
     *
     * @param key receives whether the document was read ahead, and its digest, which is empty if it was not read to its end
     * @param kept receives the copy of a stream that can be read once, if there is one
     */
    private Document prepared(
            Document document,
            DocumentRules rules,
            BiConsumer<Boolean, Supplier<Optional<byte[]>>> key,
            Consumer<StreamCache> kept) {
        return call.prepare(() -> {
            Document checked = options.document().isValidateInput() ? rules.check(document, operation()) : document;
            entry.ifPresent(billed -> checked.digestWhileRead(billed::newDigest));
            boolean readsAhead = entry.filter(
                            billed -> billed.readsAhead(checked.length().orElse(-1)))
                    .isPresent();
            if (!readsAhead && (document.repeatable() || !copiesStreams)) {
                key.accept(false, checked::digest);
                return checked;
            }
            SpoolingOutputStream copy = new SpoolingOutputStream(exchange);
            read(checked, document.repeatable() ? OutputStream.nullOutputStream() : copy);
            key.accept(true, checked::digest);
            if (document.repeatable()) {
                return checked;
            }
            kept.accept(copy.content());
            return Documents.copied(checked, copy.content());
        });
    }

    private void read(Document document, OutputStream copy) {
        try (InputStream in = document.open();
                copy) {
            in.transferTo(copy);
        } catch (DocumentReadException e) {
            throw new DocprocDocumentException(failure(e.getMessage()), e);
        } catch (IOException e) {
            throw DocprocTransportException.notSent(
                    failure("the document cannot be copied to the spool directory: " + e.getMessage()
                            + "; nothing was sent"),
                    e);
        }
    }

    /** Replaces a consumed stream by its copy, also after Camel has restored the original body for a redelivery. */
    private void restoreCopy() {
        Message message = exchange.getMessage();
        if (message.getBody() != null
                && message.getBody() == exchange.getProperty(CONSUMED_STREAM)
                && exchange.getProperty(STREAM_COPY) instanceof StreamCache copy) {
            message.setBody(copy);
        }
    }

    private void requireUnread(String property, Object stream, String subject) {
        if (exchange.getProperty(property) == stream) {
            throw new DocprocDocumentException(failure("the " + subject
                    + " is a stream that was already sent once and cannot be read again; send a file or bytes, or enable"
                    + " stream caching"));
        }
        exchange.setProperty(property, stream);
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
