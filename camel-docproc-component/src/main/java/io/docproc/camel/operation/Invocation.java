/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.operation;

import io.docproc.camel.document.Document;
import io.docproc.camel.document.DocumentInspector;
import io.docproc.camel.document.DocumentRules;
import io.docproc.camel.document.Documents;
import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.http.AnswerReader;
import io.docproc.camel.http.ServiceCall;
import io.docproc.camel.http.ServiceClient;
import io.docproc.camel.http.Spool;
import io.docproc.camel.http.Spools;
import io.docproc.camel.quota.Turn;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.camel.Exchange;

/**
 * One message on its way through an operation.
 *
 * @param operation the operation's name
 * @param exchange the exchange; an operation reads its message
 * @param spools places for bytes of the answer, living as long as the exchange
 * @param options the options of this call
 * @param client executes the call
 * @param turn says when it may start
 * @param httpHeaders HTTP headers that the route has asked to send along
 * @param answerHeaders gets the HTTP headers of the answer
 */
public record Invocation(
        String operation,
        Exchange exchange,
        Spools spools,
        CallOptions options,
        ServiceClient client,
        Turn turn,
        Map<String, String> httpHeaders,
        Consumer<Map<String, String>> answerHeaders) {

    private static final String TAKEN_STREAM = "CamelDocprocTakenStream";

    /** The message's body as it is. */
    Object body() {
        return exchange.getMessage().getBody();
    }

    /** The message's body as a text, or null when there is none. */
    String text() {
        return exchange.getMessage().getBody(String.class);
    }

    /** What the document is known by when nobody has said otherwise: its file name, else the exchange's id. */
    String defaultCorrelationId() {
        String fileName = exchange.getMessage().getHeader(Exchange.FILE_NAME, String.class);
        return fileName == null || fileName.isBlank() ? exchange.getExchangeId() : fileName;
    }

    /** Whether the component checks the input itself before it sends it. */
    boolean validates() {
        return options.get(Options.VALIDATE_INPUT).orElse(true);
    }

    /** The document in the body, checked against the rules unless {@code validateInput} is off. */
    Document document(DocumentRules rules) {
        Document document = Documents.from(exchange.getMessage(), options.get(Options.FILE_NAME), operation);
        if (!document.repeatable()) {
            takeOnce(body());
        }
        return validates()
                ? client.readAhead(operation, () -> new DocumentInspector().check(document, rules, operation))
                : document;
    }

    /** A stream that was sent once is at its end or somewhere in its middle: it must never be sent again. */
    private void takeOnce(Object stream) {
        if (exchange.getProperty(TAKEN_STREAM) == stream) {
            throw new DocprocDocumentException(ServiceFailure.local(
                    operation,
                    0,
                    "the body is a stream that was already sent once and cannot be read again; use a file, or switch"
                            + " stream caching on, where a call may be repeated"));
        }
        exchange.setProperty(TAKEN_STREAM, stream);
    }

    /** The address of a document that the service fetches itself, if one is given. */
    Optional<String> fileUrl() {
        return options.get(Options.FILE_URL);
    }

    /** A place for bytes of the answer, living as long as the exchange. */
    Spool spool() {
        return spools.open();
    }

    /** Makes the call as soon as the quota allows it: what is refused before costs no turn. */
    <T> T call(ServiceCall call, AnswerReader<T> reader) {
        ServiceCall complete = options.get(Options.PDF_PASSWORD)
                .map(call::withSecret)
                .orElse(call)
                .withHeaders(httpHeaders);
        awaitTurn();
        return client.execute(complete, answer -> {
            answerHeaders.accept(answer.headers());
            return reader.read(answer);
        });
    }

    private void awaitTurn() {
        try {
            turn.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw DocprocTransportException.unsent(
                    ServiceFailure.local(operation, 0, "the thread was interrupted while it waited for its turn"),
                    interrupted);
        }
    }
}
