/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import java.io.IOException;
import java.time.Clock;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;

/** Writes down what became of each document, before its original leaves the inbox. */
public final class Records {
    /** The exchange property that holds the {@link Outcome}. */
    static final String OUTCOME = "docproc.outcome";

    private final JobFolders folders;
    private final Outcomes outcomes;
    private final FailureNotes notes;
    private final Clock clock;

    Records(JobFolders folders, Clock clock) {
        this.folders = folders;
        this.outcomes = new Outcomes(folders.report());
        this.notes = new FailureNotes(folders);
        this.clock = clock;
    }

    /** The name of a cropped image in the outbox: {@code scan.png.jpg}, and {@code scan.png.2.jpg} for a second page. */
    public String imageName(
            @Variable("document") String document, @ExchangeProperty(Exchange.SPLIT_INDEX) Integer index) {
        return ExchangeOutcome.imageName(document, index);
    }

    /** Work on a document begins. */
    public void begin(Exchange exchange) {
        ExchangeOutcome.begin(exchange, clock);
    }

    /** The results of a document are in the outbox. */
    public void stored(Exchange exchange) throws IOException {
        Outcome outcome = new ExchangeOutcome(exchange, clock).succeeded(folders);
        outcomes.keep(outcome);
        notes.forget(outcome.document());
        exchange.setProperty(OUTCOME, outcome);
    }

    /** A document failed for good. */
    public void failed(Exchange exchange) throws IOException {
        Exception cause = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
        Outcome outcome = new ExchangeOutcome(exchange, clock).failed(cause);
        notes.write(outcome, cause);
        outcomes.keep(outcome);
        exchange.setProperty(OUTCOME, outcome);
    }
}
