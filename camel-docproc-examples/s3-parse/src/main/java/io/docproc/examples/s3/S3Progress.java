/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

import io.docproc.examples.support.AccountErrorRoutePolicy;
import io.docproc.examples.support.Console;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.Exchange;
import org.apache.camel.spi.CamelEvent;
import org.apache.camel.spi.CamelEvent.ExchangeEvent;
import org.apache.camel.support.EventNotifierSupport;

/** Says one line about each document whose job has ended; the routes know nothing of it. */
final class S3Progress extends EventNotifierSupport {
    private static final String COMPLETIONS = "s3-completions";

    /** What the run is about; a run in which one of these always fails would never end. */
    private static final Map<String, Step> STEPS = Map.of(
            "s3-take",
            new Step("The documents cannot be taken: ", 10),
            "s3-resume",
            new Step("What was taken cannot be submitted: ", 10),
            COMPLETIONS,
            new Step("The results cannot be stored: ", 5));

    private final String results;
    private final Console console;
    private final Set<S3Document> seen = new HashSet<>();
    private int parsed;
    private int failed;
    private final Map<String, Integer> failuresInARow = new HashMap<>();
    private Optional<String> failure = Optional.empty();

    /**
     * What a route is for.
     *
     * @param failure says that it fails
     * @param maxFailures how often in a row, until the run gives up; jobs are asked about after pauses that double
     */
    private record Step(String failure, int maxFailures) {}

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
        if (AccountErrorRoutePolicy.accountError(exchange).isPresent()) {
            // The policy has reported it; the document is submitted when the account can be used again.
            return;
        }
        boolean over = event.getType() == CamelEvent.Type.ExchangeCompleted
                || event.getType() == CamelEvent.Type.ExchangeFailed;
        // The exchange of an HTTP request comes from no route.
        Optional.ofNullable(exchange.getFromRouteId())
                .filter(route -> over && STEPS.containsKey(route))
                .ifPresent(route -> ended(route, exchange));
        String id = exchange.getMessage().getHeader("CamelDocprocCorrelationId", "", String.class);
        if (event.getType() == CamelEvent.Type.ExchangeCompleted) {
            completed(exchange, id);
        } else if (event.getType() == CamelEvent.Type.ExchangeFailed && !id.isEmpty()) {
            console.line("        " + S3Document.ofId(id).key() + ": to be tried again after \""
                    + exchange.getException().getMessage() + "\"");
        }
    }

    private synchronized void ended(String route, Exchange exchange) {
        Step step = STEPS.get(route);
        int failures = exchange.isFailed() ? failuresInARow.merge(route, 1, Integer::sum) : 0;
        failuresInARow.put(route, failures);
        if (failures >= step.maxFailures()) {
            failure = Optional.of(step.failure() + exchange.getException().getMessage());
        }
    }

    /** Counts documents that wait; those that it knows already count once. */
    synchronized void update(Set<S3Document> documents) {
        seen.addAll(documents);
    }

    /** Why the run cannot come to its end, if a step has failed several times in a row. */
    synchronized Optional<String> failure() {
        return failure;
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
    synchronized boolean isSuccessful() {
        return failed == 0;
    }

    /** What has become of the documents of this run. */
    synchronized String sentence() {
        return (parsed + failed) + " documents: " + parsed + " parsed, " + failed + " failed";
    }
}
