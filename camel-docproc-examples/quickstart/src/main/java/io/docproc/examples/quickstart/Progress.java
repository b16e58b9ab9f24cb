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
import org.apache.camel.support.EventNotifierSupport;

/** Says one line about each document once its original has left the inbox. */
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
        setIgnoreExchangeRedeliveryEvents(true);
    }

    @Override
    public void notify(CamelEvent event) {
        Exchange exchange = ((ExchangeEvent) event).getExchange();
        Outcome outcome = exchange.getProperty(OutcomeRecorder.OUTCOME, Outcome.class);
        boolean whole = event.getType() == CamelEvent.Type.ExchangeCompleted
                || event.getType() == CamelEvent.Type.ExchangeFailed;
        if (outcome != null && whole) {
            add(outcome);
        }
    }

    /** Says that a call is about to be repeated, and why. */
    void repeated(Exchange exchange) {
        Exception cause = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
        console.line("        " + exchange.getVariable("document", String.class) + ": trying again after \""
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

    /** What has become of the documents of this run, in the order in which they were finished. */
    synchronized List<Outcome> outcomes() {
        return List.copyOf(outcomes);
    }
}
