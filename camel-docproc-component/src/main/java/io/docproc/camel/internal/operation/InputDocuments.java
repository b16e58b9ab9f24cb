/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.body.Document;
import io.docproc.camel.internal.body.DocumentRules;
import io.docproc.camel.internal.body.Documents;
import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.internal.http.ServiceClient;
import java.io.OutputStream;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.StreamCache;

/**
 * Documents in the message of one call. A one-shot stream that was already sent is rejected, because it would send a
 * truncated document. Where results are stored, such a stream is replaced by a stream cache. Not thread-safe.
 */
final class InputDocuments {
    private static final String CONSUMED_STREAM = "CamelDocprocConsumedStream";
    private static final String STREAM_COPY = "CamelDocprocStreamCopy";

    private final CallOptions options;
    private final Exchange exchange;
    private final ServiceClient client;
    private final Optional<ResultReuse> reuse;
    private final Set<Object> partStreams = Collections.newSetFromMap(new IdentityHashMap<>());

    /**
     * Creates the access to the documents of a call.
     *
     * @param options the options of the call
     * @param exchange the exchange with the message
     * @param client cancels reading at the deadline of the call
     * @param reuse receives the digest of the document, if results are stored
     */
    InputDocuments(CallOptions options, Exchange exchange, ServiceClient client, Optional<ResultReuse> reuse) {
        this.options = options;
        this.exchange = exchange;
        this.client = client;
        this.reuse = reuse;
    }

    /**
     * Returns the document in the body, validated against the rules unless {@code validateInput} is false.
     *
     * @throws io.docproc.camel.error.DocprocException if the body contains no document, the document is invalid, or its
     *     stream was already sent
     */
    Document checked(DocumentRules rules) {
        return document(found ->
                options.validateInput() ? rules.check(found, options.operation().name()) : found);
    }

    /**
     * Returns the document in the body without validation.
     *
     * @throws io.docproc.camel.error.DocprocException if the body contains no document, or its stream was already sent
     */
    Document unchecked() {
        return document(UnaryOperator.identity());
    }

    private Document document(UnaryOperator<Document> validation) {
        restoreCopy();
        Message message = exchange.getMessage();
        Document document = document(message, options.text("fileName"));
        if (!document.repeatable()) {
            requireUnread(CONSUMED_STREAM, message.getBody(), "body");
            exchange.removeProperty(STREAM_COPY);
        }
        return client.run(options.operation().name(), () -> {
            Document checked = validation.apply(document);
            return reuse.map(stored -> withDigest(stored, checked, document)).orElse(checked);
        });
    }

    private Document document(Message message, Optional<String> fileName) {
        return Documents.from(message, fileName, options.operation().name());
    }

    /**
     * Adds the digest of a document to the key of its result. A stream that can be read once is replaced by a stream
     * cache.
     */
    private Document withDigest(ResultReuse stored, Document document, Document original) {
        if (original.repeatable()) {
            stored.document(options.operation().name(), document, OutputStream.nullOutputStream());
            return document;
        }
        SpoolingOutputStream copy = new SpoolingOutputStream(exchange);
        try {
            stored.document(options.operation().name(), document, copy);
        } catch (RuntimeException e) {
            copy.discard();
            throw e;
        }
        exchange.setProperty(STREAM_COPY, copy.content());
        restoreCopy();
        return Documents.copied(document, copy.content());
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

    /**
     * Returns a document that is one of several in the body, without validation. Its name is its own, because the file
     * name of the message belongs to none of them.
     *
     * @param part the name of the part, for messages
     * @throws io.docproc.camel.error.DocprocException if the value is no document, or its stream was already sent
     */
    Document part(String part, Object value) {
        Message message = exchange.getMessage().copy();
        message.removeHeader(Exchange.FILE_NAME);
        message.removeHeader(Exchange.FILE_NAME_ONLY);
        return part(part, value, message, Optional.empty());
    }

    /**
     * Returns a document that is the only one in the body, without validation. It has the file name of the message.
     *
     * @param part the name of the part, for messages
     * @throws io.docproc.camel.error.DocprocException if the value is no document, or its stream was already sent
     */
    Document onlyPart(String part, Object value) {
        return part(part, value, exchange.getMessage().copy(), options.text("fileName"));
    }

    private Document part(String part, Object value, Message message, Optional<String> fileName) {
        message.setBody(value);
        Document document = document(message, fileName);
        if (!document.repeatable()) {
            requireUnread(CONSUMED_STREAM + "." + part, value, "part " + part);
            requireOnePart(part, value);
        }
        return document;
    }

    private void requireOnePart(String part, Object stream) {
        if (!partStreams.add(stream)) {
            throw options.refusal("the part " + part
                    + " is the same stream as another part and cannot be read twice; send a file or bytes, or enable"
                    + " stream caching");
        }
    }

    private void requireUnread(String property, Object stream, String subject) {
        if (exchange.getProperty(property) == stream) {
            throw new DocprocDocumentException(ServiceFailure.local(
                    options.operation().name(),
                    0,
                    "the " + subject
                            + " is a stream that was already sent once and cannot be read again; send a file or"
                            + " bytes, or enable stream caching"));
        }
        exchange.setProperty(property, stream);
    }
}
