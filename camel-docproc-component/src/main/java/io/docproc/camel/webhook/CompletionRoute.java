/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import io.docproc.camel.http.Spool;
import io.docproc.camel.model.ParseCompletion;
import io.docproc.camel.quota.ConcurrencyLimit;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.spi.ExceptionHandler;

/**
 * Runs the route on a fresh exchange that holds nothing but the completion, and its result where one is fetched. However
 * that ends, the future does.
 */
final class CompletionRoute implements CompletionFeed.Route {
    private final Supplier<Exchange> exchanges;
    private final AsyncProcessor route;
    private final Optional<Downloads> downloads;
    private final Supplier<ExceptionHandler> failures;

    /**
     * How results are fetched.
     *
     * @param results fetches one
     * @param executor runs a download, and the route after it
     * @param places the downloads that may be in flight, together with the service's other calls
     */
    record Downloads(ResultDownload results, Executor executor, Supplier<ConcurrencyLimit> places) {}

    CompletionRoute(
            Supplier<Exchange> exchanges,
            AsyncProcessor route,
            Optional<Downloads> downloads,
            Supplier<ExceptionHandler> failures) {
        this.exchanges = exchanges;
        this.route = route;
        this.downloads = downloads;
        this.failures = failures;
    }

    @Override
    public CompletableFuture<Boolean> process(Completion completion) {
        CompletableFuture<Boolean> success = new CompletableFuture<>();
        Exchange exchange = exchange(completion);
        if (downloads.isPresent() && completion.event().isCompleted()) {
            handOver(new Fetch(completion.event(), exchange, new Spool(exchange), success), downloads.get());
        } else {
            run(exchange, success);
        }
        return success;
    }

    private record Fetch(ParseCompletion event, Exchange exchange, Spool spool, CompletableFuture<Boolean> success) {}

    /** Whoever brings a completion waits for a place: that slows the senders down instead of starting ever more threads. */
    private void handOver(Fetch fetch, Downloads fetching) {
        ConcurrencyLimit places = fetching.places().get();
        try {
            places.enter();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            fetch.success().complete(false);
            return;
        }
        try {
            fetching.executor().execute(() -> fetchAndRun(fetch, fetching.results(), places));
        } catch (RejectedExecutionException stopping) {
            places.leave();
            fetch.success().complete(false);
        } catch (Throwable noThread) {
            places.leave();
            fail(fetch, noThread);
        }
    }

    private void fetchAndRun(Fetch fetch, ResultDownload results, ConcurrencyLimit places) {
        try {
            fetch(fetch, results, places);
            run(fetch.exchange(), fetch.success());
        } catch (Throwable failed) {
            fail(fetch, failed);
        }
    }

    /** The place is given back before the route runs, which may need it for calls of its own. */
    private static void fetch(Fetch fetch, ResultDownload results, ConcurrencyLimit places) throws IOException {
        try {
            fetch.exchange().getMessage().setBody(results.fetch(fetch.event().resultUrl(), fetch.spool()));
        } finally {
            places.leave();
        }
    }

    private void fail(Fetch fetch, Throwable cause) {
        try {
            fetch.spool().discard();
            String message = "The result of parse job " + fetch.event().jobId() + " cannot be taken";
            failures.get().handleException(message, fetch.exchange(), cause);
        } finally {
            fetch.success().complete(false);
        }
    }

    private void run(Exchange exchange, CompletableFuture<Boolean> success) {
        route.process(exchange, doneSync -> success.complete(!exchange.isFailed()));
    }

    private Exchange exchange(Completion completion) {
        Exchange exchange = exchanges.get();
        Message message = exchange.getMessage();
        ParseCompletion event = completion.event();
        message.setBody(event);
        message.setHeader("CamelDocprocJobId", event.jobId());
        message.setHeader("CamelDocprocStatus", event.status());
        if (event.resultUrl() != null) {
            message.setHeader("CamelDocprocResultUrl", event.resultUrl());
        }
        if (event.message() != null) {
            message.setHeader("CamelDocprocMessage", event.message());
        }
        if (!completion.correlationId().isEmpty()) {
            message.setHeader("CamelDocprocCorrelationId", completion.correlationId());
        }
        return exchange;
    }
}
