/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import io.docproc.examples.support.Console;
import io.docproc.examples.support.DocumentProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.camel.Exchange;

/** Reports each document after its original has left the inbox, and all documents at the end. */
final class Progress extends DocumentProgress {
    private final JobFolders folders;
    private final Outcomes results;
    private final List<Outcome> outcomes = new ArrayList<>();

    Progress(JobFolders folders, Outcomes results, Console console) {
        super(console);
        this.folders = folders;
        this.results = results;
    }

    @Override
    protected String document(Exchange exchange) {
        return Outcomes.document(exchange);
    }

    @Override
    protected synchronized void finished(Exchange exchange) {
        // The parts of a split and the report's own requests have none.
        Outcome outcome = "inbox".equals(exchange.getFromRouteId()) ? results.remove(document(exchange)) : null;
        if (outcome == null) {
            return;
        }
        outcomes.add(outcome);
        String document = String.format(Locale.ROOT, "%-7s %s", outcome.operation(), outcome.document());
        if (outcome.isSuccessful()) {
            processed(document, seconds(outcome.millis()) + " -> " + location(outcome));
        } else {
            failed(document, outcome.failure().reason() + " -> " + location(outcome));
        }
    }

    private String location(Outcome outcome) {
        return console()
                .path(
                        outcome.isSuccessful()
                                ? folders.outbox().resolve(outcome.results().get(0))
                                : folders.note(outcome.document()));
    }

    @Override
    protected int waiting() {
        return folders.waiting();
    }

    /** Prints a table of the documents of this run. */
    synchronized void printTable() {
        int width = outcomes.stream()
                .mapToInt(outcome -> outcome.document().length())
                .max()
                .orElse(0);
        String row = "%-" + Math.max(width, 8) + "s  %-9s  %8s  %s";
        console().line("");
        console().line(String.format(row, "document", "operation", "time", "outcome"));
        outcomes.forEach(outcome -> console()
                .line(String.format(
                        Locale.ROOT,
                        row,
                        outcome.document(),
                        outcome.operation(),
                        seconds(outcome.millis()),
                        outcome.isSuccessful()
                                ? "done  " + outcome.remark()
                                : "FAILED  " + outcome.failure().reason())));
        console().line("");
        console()
                .line(outcomes.size() + " documents: " + count("crop") + " cropped, " + count("extract")
                        + " extracted, " + failedDocuments() + " failed");
    }

    private long count(String operation) {
        return outcomes.stream()
                .filter(outcome -> outcome.isSuccessful() && outcome.operation().equals(operation))
                .count();
    }

    private static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
    }
}
