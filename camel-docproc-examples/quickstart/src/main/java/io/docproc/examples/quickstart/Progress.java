/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import io.docproc.examples.support.Console;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.camel.Exchange;
import org.apache.camel.spi.CamelEvent;
import org.apache.camel.spi.CamelEvent.ExchangeEvent;
import org.apache.camel.spi.CamelEvent.ExchangeRedeliveryEvent;
import org.apache.camel.support.EventNotifierSupport;

/** Prints one line about each document after its original left the inbox, and one about each redelivery. */
final class Progress extends EventNotifierSupport {
    private final JobFolders folders;
    private final Console console;
    private final List<Outcome> outcomes = new ArrayList<>();

    Progress(JobFolders folders, Console console) {
        this.folders = folders;
        this.console = console;
        setIgnoreCamelContextEvents(true);
        setIgnoreRouteEvents(true);
        setIgnoreServiceEvents(true);
        setIgnoreStepEvents(true);
        setIgnoreExchangeCreatedEvent(true);
        setIgnoreExchangeSendingEvents(true);
        setIgnoreExchangeSentEvents(true);
    }

    @Override
    public void notify(CamelEvent event) {
        Exchange exchange = ((ExchangeEvent) event).getExchange();
        if (event instanceof ExchangeRedeliveryEvent redelivery) {
            redelivered(exchange, redelivery.getAttempt());
            return;
        }
        Outcome outcome = exchange.getProperty(OutcomeRecorder.OUTCOME, Outcome.class);
        boolean finished = event.getType() == CamelEvent.Type.ExchangeCompleted
                || event.getType() == CamelEvent.Type.ExchangeFailed;
        if (outcome != null && finished) {
            add(outcome);
        }
    }

    private void redelivered(Exchange exchange, int attempt) {
        Exception cause = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
        console.line("        " + exchange.getVariable("document", String.class) + ": redelivery " + attempt + " after \""
                + FailureNotes.failure(cause).summary() + "\"");
    }

    private synchronized void add(Outcome outcome) {
        outcomes.add(outcome);
        int total = outcomes.size() + folders.waiting();
        String width = "%" + String.valueOf(total).length() + "d";
        console.line(String.format(
                Locale.ROOT,
                "[" + width + "/%d] %-7s %s ... %s",
                outcomes.size(),
                total,
                outcome.operation(),
                outcome.document(),
                ending(outcome)));
    }

    private String ending(Outcome outcome) {
        return outcome.findFailure()
                .map(failure ->
                        "FAILED: " + failure.summary() + " -> " + console.path(folders.note(outcome.document())))
                .orElseGet(() -> Console.seconds(outcome.millis()) + " -> " + console.path(place(outcome)));
    }

    private Path place(Outcome outcome) {
        return folders.outbox().resolve(outcome.results().get(0));
    }

    /** Returns the outcomes of this run in the order of their completion. */
    synchronized List<Outcome> outcomes() {
        return List.copyOf(outcomes);
    }
}
