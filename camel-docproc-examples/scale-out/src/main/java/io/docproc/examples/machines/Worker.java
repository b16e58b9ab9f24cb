/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Header;
import org.apache.camel.Variable;
import org.apache.camel.support.SynchronizationAdapter;

/** Steps of a worker before and after the call. */
public final class Worker {
    private final String name;
    private final SharedFolder folder;
    private final OutcomeStore outcomes;
    private final DocumentLocks locks;
    private final Clock clock;
    private final Consumer<String> lines;

    Worker(String name, SharedFolder folder, DocumentLocks locks, Clock clock, Consumer<String> lines) {
        this.name = name;
        this.folder = folder;
        this.outcomes = new OutcomeStore(folder);
        this.locks = locks;
        this.clock = clock;
        this.lines = lines;
    }

    /**
     * Returns the text of a message; object messages are never deserialized.
     *
     * @throws InvalidReferenceException if it is not a text message
     */
    public String text(@Body Message message) throws JMSException, InvalidReferenceException {
        if (message instanceof TextMessage text && text.getText() != null) {
            return text.getText();
        }
        throw new InvalidReferenceException("not a text message");
    }

    /**
     * Parses a document reference.
     *
     * @throws InvalidReferenceException if the text is not a reference to a document in the inbox
     */
    public DocumentReference read(@Variable("text") String text) throws InvalidReferenceException {
        DocumentReference reference = DocumentReference.read(text);
        folder.inInbox(reference.path());
        return reference;
    }

    /**
     * Locks the document until the exchange is completed, and sets it as the body and its name as the variable
     * {@code document}. Leaves both unchanged if the document already has an outcome or was overwritten.
     *
     * @throws InvalidReferenceException if the path is not a file in the inbox
     * @throws DocumentPostponedException if the document is missing or another worker holds the lock
     */
    public void begin(
            Exchange exchange,
            @Variable("claim") DocumentReference reference,
            @Header("JMSRedelivered") boolean redelivered)
            throws IOException, InvalidReferenceException, DocumentPostponedException {
        FileLock lock = locks.tryLock(reference.path())
                .orElseThrow(() -> new DocumentPostponedException("another worker processes " + reference.path()));
        exchange.getExchangeExtension().addOnCompletion(new Release(lock));
        Optional<Outcome> outcome = outcomes.find(reference.id());
        if (outcome.isPresent()) {
            leaveInbox(reference, outcome.get());
            lines.accept(
                    outcome.get().document() + " was done by " + outcome.get().worker());
            return;
        }
        Path document = folder.document(reference.path());
        if (!reference.isOf(document)) {
            lines.accept(folder.name(document) + " was written over since: it has another claim");
            return;
        }
        lines.accept("sending " + folder.name(document) + (redelivered ? ", which another one has not finished" : ""));
        exchange.setVariable("document", folder.name(document));
        exchange.getMessage().setHeader(Exchange.FILE_NAME, folder.name(document));
        exchange.getMessage().setBody(document.toFile());
    }

    /** The result is in the shared folder. */
    public void stored(
            Exchange exchange, @Variable("claim") DocumentReference reference, @Variable("document") String document)
            throws IOException, InvalidReferenceException {
        String requestId = exchange.getMessage().getHeader(DocprocConstants.REQUEST_ID, "", String.class);
        finish(reference, new Outcome(reference.id(), document, name, true, requestId, 0, "", now()));
        lines.accept(document + " is done");
    }

    /** The service refuses the document for good. */
    public void failed(
            Exchange exchange, @Variable("claim") DocumentReference reference, @Variable("document") String document)
            throws IOException, InvalidReferenceException {
        DocprocException cause = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, DocprocException.class);
        finish(
                reference,
                new Outcome(
                        reference.id(),
                        document,
                        name,
                        false,
                        cause.getRequestId(),
                        cause.getCode(),
                        cause.getReason(),
                        now()));
        lines.accept(document + " failed: " + cause.getReason());
    }

    /** Returns the reason why a reference is retried or moved to the dead letter queue. */
    public String reason(Exchange exchange) {
        String reason =
                exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class).getMessage();
        lines.accept("not done: " + reason);
        return reason;
    }

    private void finish(DocumentReference reference, Outcome outcome) throws IOException, InvalidReferenceException {
        outcomes.save(outcome);
        leaveInbox(reference, outcome);
    }

    /** What is in the inbox is without outcome, also after a crash in between. */
    private void leaveInbox(DocumentReference reference, Outcome outcome)
            throws IOException, InvalidReferenceException {
        Path document = folder.inInbox(reference.path());
        if (!Files.exists(document) || !reference.isOf(document)) {
            return;
        }
        if (outcome.succeeded()) {
            folder.move(document, folder.originals());
        } else {
            // A new version: the document is queued and sent again when it is moved back into the inbox.
            Files.setLastModifiedTime(folder.move(document, folder.failed()), FileTime.from(clock.instant()));
        }
    }

    private String now() {
        return clock.instant().toString();
    }

    private static final class Release extends SynchronizationAdapter {
        private final FileLock lock;

        Release(FileLock lock) {
            this.lock = lock;
        }

        @Override
        public void onDone(Exchange exchange) {
            try {
                lock.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
