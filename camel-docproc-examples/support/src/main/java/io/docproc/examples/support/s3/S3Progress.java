/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support.s3;

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

/** Prints one line for each document whose job is completed. */
final class S3Progress extends EventNotifierSupport {
    private static final String COMPLETIONS = "s3-completions";

    /** The steps of a run; a run in which one of them always fails would never end. */
    private static final Map<String, Step> STEPS = Map.of(
            "s3-take",
            new Step("The documents cannot be taken: ", 10),
            "s3-resume",
            new Step("What was taken cannot be submitted: ", 10),
            COMPLETIONS,
            new Step("The results cannot be stored: ", 5));

    private final String results;
    private final Console console;
    private final Set<String> seen = new HashSet<>();
    private int parsed;
    private int failed;
    private final Map<String, Integer> failuresInARow = new HashMap<>();
    private Optional<String> failure = Optional.empty();

    /**
     * Step of a run.
     *
     * @param failure beginning of the message when it fails
     * @param maxFailures number of consecutive failures after which the run ends
     */
    private record Step(String failure, int maxFailures) {}

    /** @param results bucket of the results */
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
        // The exchange of an HTTP request has no route.
        Optional.ofNullable(exchange.getFromRouteId())
                .filter(route -> over && STEPS.containsKey(route))
                .ifPresent(route -> stepCompleted(route, exchange));
        String id = exchange.getMessage().getHeader("CamelDocprocCorrelationId", "", String.class);
        if (event.getType() == CamelEvent.Type.ExchangeCompleted) {
            completed(exchange, id);
        } else if (event.getType() == CamelEvent.Type.ExchangeFailed && !id.isEmpty()) {
            console.line("        " + key(id) + ": to be tried again after \""
                    + exchange.getException().getMessage() + "\"");
        }
    }

    private synchronized void stepCompleted(String route, Exchange exchange) {
        Step step = STEPS.get(route);
        int failures = exchange.isFailed() ? failuresInARow.merge(route, 1, Integer::sum) : 0;
        failuresInARow.put(route, failures);
        if (failures >= step.maxFailures()) {
            failure = Optional.of(step.failure() + exchange.getException().getMessage());
        }
    }

    /** Adds waiting documents to the total; each counts once. */
    synchronized void update(Set<String> documents) {
        seen.addAll(documents);
    }

    /** Returns why the run cannot continue, if a step has failed several times in a row. */
    synchronized Optional<String> failure() {
        return failure;
    }

    private synchronized void completed(Exchange exchange, String id) {
        String reason = exchange.getVariable("reason", String.class);
        if (reason != null) {
            failed++;
            line(id, "FAILED: " + reason);
        } else if (COMPLETIONS.equals(exchange.getFromRouteId())) {
            parsed++;
            line(id, results + "/" + key(id) + ".json");
        }
    }

    private static String key(String document) {
        return document.substring(0, document.lastIndexOf('/'));
    }

    private void line(String document, String ending) {
        seen.add(document);
        String width = "%" + String.valueOf(seen.size()).length() + "d";
        console.line(String.format(
                Locale.ROOT, "[" + width + "/%d] %s ... %s", parsed + failed, seen.size(), key(document), ending));
    }

    /** Returns true if no document of this run failed. */
    synchronized boolean isSuccessful() {
        return failed == 0;
    }

    /** Returns the numbers of parsed and failed documents. */
    synchronized String summary() {
        return (parsed + failed) + " documents: " + parsed + " parsed, " + failed + " failed";
    }
}
