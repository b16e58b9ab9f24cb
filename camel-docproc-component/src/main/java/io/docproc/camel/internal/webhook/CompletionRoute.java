/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.internal.http.ResultHeader;
import io.docproc.camel.internal.http.ResultHeaders;
import io.docproc.camel.internal.stream.SpoolingOutputStream;
import io.docproc.camel.model.ParseCompletion;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.spi.ExceptionHandler;

/**
 * Runs the route on a new exchange that contains only the completion, or its result if results are downloaded. The
 * returned future completes in any case. It completes with false if the route fails or is rolled back, and with a
 * {@link RejectedExecutionException} if there is no capacity to start the route.
 */
final class CompletionRoute implements CompletionDispatcher.Route {
    private final CompletionExchanges exchanges;
    private final AsyncProcessor route;
    private final Optional<Downloads> downloads;
    private final Supplier<ExceptionHandler> failures;

    /**
     * Downloads of results before the route runs.
     *
     * @param results supplies the client that downloads results
     * @param queue runs downloads, and the routes after them
     * @param deadline limits how long the download of an unavailable result is attempted
     */
    record Downloads(Supplier<ResultDownload> results, DownloadQueue queue, ResultDeadline deadline) {}

    CompletionRoute(
            CompletionExchanges exchanges,
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
        if (downloads.isPresent() && completion.event().isCompleted()) {
            Downloads fetching = downloads.get();
            fetching.queue().add(completion.whenFull(), new Fetch(completion, fetching, success));
        } else {
            run(exchange(completion), success);
        }
        return success;
    }

    /** Downloads the result of a completion before the route runs. */
    private final class Fetch implements DownloadQueue.Task {
        private final Completion completion;
        private final Downloads fetching;
        private final CompletableFuture<Boolean> success;

        Fetch(Completion completion, Downloads fetching, CompletableFuture<Boolean> success) {
            this.completion = completion;
            this.fetching = fetching;
            this.success = success;
        }

        @Override
        public Runnable download() {
            Exchange exchange = exchange(completion);
            SpoolingOutputStream spool = new SpoolingOutputStream(exchange);
            try {
                String url = completion.event().resultUrl();
                exchange.getMessage().setBody(fetching.results().get().fetch(url, spool));
                return () -> CompletionRoute.this.run(exchange, success);
            } catch (Throwable e) {
                spool.discard();
                return () -> notFetched(exchange, e);
            }
        }

        private void notFetched(Exchange exchange, Throwable cause) {
            if (isAbandoned(cause)) {
                exchanges.release(exchange);
                CompletionRoute.this.run(
                        exchange(completion.failed(fetching.deadline().message(cause))), success);
            } else {
                report(exchange, cause);
            }
        }

        private boolean isAbandoned(Throwable cause) {
            try {
                return cause instanceof ResultUnavailableException
                        && fetching.deadline().hasPassed(completion.event().jobId());
            } catch (RuntimeException storeFailed) {
                cause.addSuppressed(storeFailed);
                return false;
            }
        }

        @Override
        public void fail(Throwable cause) {
            if (cause instanceof RejectedExecutionException) {
                success.completeExceptionally(cause);
            } else {
                CompletionRoute.this.report(message(), null, cause, success);
            }
        }

        private void report(Exchange exchange, Throwable cause) {
            try {
                CompletionRoute.this.report(message(), exchange, cause, success);
            } finally {
                exchanges.release(exchange);
            }
        }

        private String message() {
            return "The result of parse job " + completion.event().jobId() + " could not be downloaded";
        }
    }

    private void run(Exchange exchange, CompletableFuture<Boolean> success) {
        try {
            route.process(exchange, doneSync -> {
                // The outcome is read first, because a release resets a pooled exchange.
                boolean succeeded = hasSucceeded(exchange);
                try {
                    exchanges.release(exchange);
                } finally {
                    success.complete(succeeded);
                }
            });
        } catch (Throwable e) {
            // The exchange is not released, because the route may still use it.
            report("The route failed before it could process a completion", exchange, e, success);
        }
    }

    private static boolean hasSucceeded(Exchange exchange) {
        return !exchange.isFailed() && !exchange.isRollbackOnly() && !exchange.isRollbackOnlyLast();
    }

    private void report(String message, Exchange exchange, Throwable cause, CompletableFuture<Boolean> success) {
        try {
            failures.get().handleException(message, exchange, cause);
        } finally {
            success.complete(false);
        }
    }

    private Exchange exchange(Completion completion) {
        Exchange exchange = exchanges.create();
        Message message = exchange.getMessage();
        ParseCompletion event = completion.event();
        message.setBody(event);
        ResultHeaders headers = new ResultHeaders(exchange);
        headers.set(ResultHeader.JOB_ID, event.jobId());
        headers.set(ResultHeader.STATUS, event.status());
        headers.set(ResultHeader.RESULT_URL, Optional.ofNullable(event.resultUrl()));
        headers.set(ResultHeader.MESSAGE, Optional.ofNullable(event.message()));
        headers.set(
                ResultHeader.CORRELATION_ID,
                Optional.of(completion.correlationId()).filter(id -> !id.isEmpty()));
        return exchange;
    }
}
