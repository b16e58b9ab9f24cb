/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

import io.docproc.camel.error.DocprocException;
import io.docproc.examples.support.Console;
import io.docproc.examples.support.DocumentProgress;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.Exchange;

/** Reports each document whose job is completed. */
final class S3Progress extends DocumentProgress {
    private static final String COMPLETIONS = "s3-completions";
    private static final int MAX_FAILURES = 5;

    /** Beginning of the message for each route without which a run never ends. */
    private static final Map<String, String> FAILURES = Map.of(
            "s3-inbox",
            "The documents cannot be read: ",
            "s3-resume",
            "The documents cannot be submitted: ",
            COMPLETIONS,
            "The results cannot be stored: ");

    private final String results;
    private final Set<String> documents = new HashSet<>();
    private final Map<String, Integer> consecutiveFailures = new ConcurrentHashMap<>();
    private volatile Optional<String> failure = Optional.empty();

    /** @param results bucket of the results */
    S3Progress(String results, Console console) {
        super(console);
        this.results = results;
    }

    /** The copy reports the failure, when its reason is stored. */
    @Override
    protected boolean isIgnored(Exchange exchange) {
        return false;
    }

    @Override
    protected void finished(Exchange exchange) {
        // The exchange of an HTTP request has no route.
        String route = String.valueOf(exchange.getFromRouteId());
        if (exchange.getException(DocprocException.class) != null) {
            return;
        }
        if (exchange.isFailed()) {
            int failures = consecutiveFailures.merge(route, 1, Integer::sum);
            if (failures >= MAX_FAILURES && FAILURES.containsKey(route)) {
                failure = Optional.of(
                        FAILURES.get(route) + exchange.getException().getMessage());
            }
            return;
        }
        consecutiveFailures.remove(route);
        String reason = exchange.getVariable("reason", String.class);
        if (reason != null) {
            update(Set.of(id(exchange)));
            failed(document(exchange), reason);
        } else if (route.equals(COMPLETIONS)) {
            update(Set.of(id(exchange)));
            processed(document(exchange), results + "/" + document(exchange) + ".json");
        }
    }

    private static String id(Exchange exchange) {
        return exchange.getMessage().getHeader("document", "", String.class);
    }

    @Override
    protected String document(Exchange exchange) {
        String id = id(exchange);
        return id.substring(0, Math.max(0, id.lastIndexOf('/')));
    }

    /** Adds documents to the total; each counts once. */
    synchronized void update(Set<String> unfinished) {
        documents.addAll(unfinished);
    }

    @Override
    protected int waiting() {
        return documents.size() - finishedDocuments();
    }

    /** Returns why the run cannot continue, if a step has failed several times in a row. */
    Optional<String> failure() {
        return failure;
    }

    /** Returns the numbers of parsed and failed documents. */
    String summary() {
        return finishedDocuments() + " documents: " + (finishedDocuments() - failedDocuments()) + " parsed, "
                + failedDocuments() + " failed";
    }
}
