/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import java.io.IOException;
import java.time.Clock;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;

/** Records the outcome of each document before its original leaves the inbox. */
public final class OutcomeRecorder {
    /** The exchange property that holds the {@link Outcome}. */
    static final String OUTCOME = "docproc.outcome";

    private final JobFolders folders;
    private final OutcomeStore outcomes;
    private final FailureNotes notes;
    private final Clock clock;

    OutcomeRecorder(JobFolders folders, Clock clock) {
        this.folders = folders;
        this.outcomes = new OutcomeStore(folders.report());
        this.notes = new FailureNotes(folders);
        this.clock = clock;
    }

    /** The name of a cropped image in the outbox: {@code scan.png.jpg}, and {@code scan.png.2.jpg} for a second page. */
    public String imageName(
            @Variable("document") String document, @ExchangeProperty(Exchange.SPLIT_INDEX) Integer index) {
        return ExchangeOutcome.imageName(document, index);
    }

    /** Records the start of an exchange. */
    public void begin(Exchange exchange) {
        ExchangeOutcome.begin(exchange, clock);
    }

    /** Records that the results of a document are stored. */
    public void stored(Exchange exchange) throws IOException {
        Outcome outcome = new ExchangeOutcome(exchange, clock).succeeded(folders);
        outcomes.save(outcome);
        notes.forget(outcome.document());
        exchange.setProperty(OUTCOME, outcome);
    }

    /** Records the final failure of a document. */
    public void failed(Exchange exchange) throws IOException {
        Exception cause = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
        Outcome outcome = new ExchangeOutcome(exchange, clock).failed(cause);
        notes.write(outcome, cause);
        outcomes.save(outcome);
        exchange.setProperty(OUTCOME, outcome);
    }
}
