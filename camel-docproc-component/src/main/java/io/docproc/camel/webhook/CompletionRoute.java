/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import io.docproc.camel.http.Spool;
import io.docproc.camel.model.ParseCompletion;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the route on a fresh exchange that holds nothing but the completion, and its result where one is fetched. */
final class CompletionRoute implements CompletionFeed.Route {
    private static final Logger LOG = LoggerFactory.getLogger(CompletionRoute.class);

    private final Supplier<Exchange> exchanges;
    private final AsyncProcessor route;
    private final Optional<ResultDownload> download;
    private final Executor executor;

    CompletionRoute(
            Supplier<Exchange> exchanges, AsyncProcessor route, Optional<ResultDownload> download, Executor executor) {
        this.exchanges = exchanges;
        this.route = route;
        this.download = download;
        this.executor = executor;
    }

    @Override
    public CompletableFuture<Boolean> process(Completion completion) {
        CompletableFuture<Boolean> success = new CompletableFuture<>();
        if (download.isPresent() && completion.event().isCompleted()) {
            try {
                executor.execute(() -> fetchAndRun(completion, download.get(), success));
            } catch (RejectedExecutionException stopping) {
                success.complete(false);
            }
        } else {
            run(exchange(completion), success);
        }
        return success;
    }

    private void fetchAndRun(Completion completion, ResultDownload results, CompletableFuture<Boolean> success) {
        Exchange exchange = exchange(completion);
        Spool spool = new Spool(exchange);
        try {
            exchange.getMessage().setBody(results.fetch(completion.event().resultUrl(), spool));
        } catch (IOException | RuntimeException unavailable) {
            LOG.warn(
                    "The result of parse job {} could not be fetched: {}",
                    completion.event().jobId(),
                    unavailable.toString());
            spool.discard();
            success.complete(false);
            return;
        }
        run(exchange, success);
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
