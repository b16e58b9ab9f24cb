/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

import io.docproc.examples.support.Console;
import io.docproc.examples.support.DocumentProgress;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.apache.camel.Exchange;

/** Reports each document when its original has been moved. */
final class S3Progress extends DocumentProgress {
    private static final int MAX_FAILURES = 5;

    private final String results;
    private final IntSupplier waiting;
    private int consecutiveFailures;
    private volatile Optional<String> failure = Optional.empty();

    /**
     * @param results bucket of the results
     * @param waiting returns the number of documents in the inbox
     */
    S3Progress(String results, IntSupplier waiting, Console console) {
        super(console);
        this.results = results;
        this.waiting = waiting;
    }

    @Override
    protected synchronized void finished(Exchange exchange) {
        if (!"s3-parse".equals(exchange.getFromRouteId()) || isPart(exchange)) {
            return;
        }
        String reason = exchange.getVariable("reason", String.class);
        if (exchange.isFailed()) {
            // Its document is still in the inbox.
            if (++consecutiveFailures >= MAX_FAILURES) {
                failure = Optional.of("The documents cannot be moved: " + firstLine(exchange.getException()));
            }
            return;
        }
        consecutiveFailures = 0;
        if (reason != null) {
            failed(document(exchange), reason);
        } else {
            processed(document(exchange), results + "/" + document(exchange) + ".json");
        }
    }

    @Override
    protected String document(Exchange exchange) {
        return exchange.getProperty("key", String.class);
    }

    @Override
    protected int waiting() {
        return waiting.getAsInt();
    }

    /** Returns why the run cannot continue, if several documents in a row could not be moved. */
    Optional<String> failure() {
        return failure;
    }

    /** Returns the numbers of parsed and failed documents. */
    String summary() {
        return finishedDocuments() + " documents: " + (finishedDocuments() - failedDocuments()) + " parsed, "
                + failedDocuments() + " failed";
    }
}
