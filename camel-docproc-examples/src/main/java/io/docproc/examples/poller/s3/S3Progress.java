/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.poller.s3;

import io.docproc.examples.run.Console;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.Exchange;
import org.apache.camel.spi.CamelEvent;
import org.apache.camel.spi.CamelEvent.ExchangeEvent;
import org.apache.camel.support.EventNotifierSupport;

/** Says one line about each document whose job has ended; the routes know nothing of it. */
final class S3Progress extends EventNotifierSupport {
    private static final int PATIENCE = 10;
    private static final String TAKING = "s3-take";
    private static final String COMPLETIONS = "s3-completions";

    private final String results;
    private final Console console;
    private final Set<S3Document> seen = new HashSet<>();
    private int parsed;
    private int failed;
    private int refusals;
    private Optional<Exception> refusal = Optional.empty();

    /** @param results the bucket of the results */
    S3Progress(String results, Console console) {
        this.results = results;
        this.console = console;
        setIgnoreCamelContextEvents(true);
        setIgnoreRouteEvents(true);
        setIgnoreServiceEvents(true);
        setIgnoreStepEvents(true);
        setIgnoreExchangeCreatedEvent(true);
        setIgnoreExchangeSendingEvents(true);
        setIgnoreExchangeSentEvents(true);
        setIgnoreExchangeRedeliveryEvents(true);
    }

    @Override
    public void notify(CamelEvent event) {
        Exchange exchange = ((ExchangeEvent) event).getExchange();
        if (TAKING.equals(exchange.getFromRouteId())) {
            taken(exchange);
        }
        String id = exchange.getMessage().getHeader("CamelDocprocCorrelationId", "", String.class);
        if (event.getType() == CamelEvent.Type.ExchangeCompleted) {
            completed(exchange, id);
        } else if (event.getType() == CamelEvent.Type.ExchangeFailed && !id.isEmpty()) {
            console.line("        " + S3Document.ofId(id).key() + ": to be tried again after \""
                    + exchange.getException().getMessage() + "\"");
        }
    }

    private synchronized void taken(Exchange exchange) {
        refusals = exchange.isFailed() ? refusals + 1 : 0;
        refusal = Optional.ofNullable(exchange.getException());
    }

    /** Counts documents that wait; those that it knows already count once. */
    synchronized void saw(Set<S3Document> documents) {
        seen.addAll(documents);
    }

    /** Why objects cannot be taken out of the inbox, if several in a row could not. */
    synchronized Optional<Exception> failure() {
        return refusals < PATIENCE ? Optional.empty() : refusal;
    }

    private synchronized void completed(Exchange exchange, String id) {
        String reason = exchange.getVariable("reason", String.class);
        if (reason != null) {
            failed++;
            line(S3Document.ofId(id), "FAILED: " + reason);
        } else if (COMPLETIONS.equals(exchange.getFromRouteId())) {
            parsed++;
            line(S3Document.ofId(id), results + "/" + S3Document.ofId(id).key() + ".json");
        }
    }

    private void line(S3Document document, String ending) {
        seen.add(document);
        String width = "%" + String.valueOf(seen.size()).length() + "d";
        console.line(String.format(
                Locale.ROOT, "[" + width + "/%d] %s ... %s", parsed + failed, seen.size(), document.key(), ending));
    }

    /** Whether no document of this run failed. */
    synchronized boolean allWell() {
        return failed == 0;
    }

    /** What has become of the documents of this run. */
    synchronized String sentence() {
        return (parsed + failed) + " documents: " + parsed + " parsed, " + failed + " failed";
    }
}
