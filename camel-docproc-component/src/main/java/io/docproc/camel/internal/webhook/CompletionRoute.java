/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.body.DocumentOutput;
import io.docproc.camel.internal.body.DocumentParts;
import io.docproc.camel.internal.body.ParsedDocument;
import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.internal.download.ResultSource;
import io.docproc.camel.internal.download.ResultUnavailableException;
import io.docproc.camel.internal.http.ResultHeader;
import io.docproc.camel.internal.http.ResultHeaders;
import io.docproc.camel.model.ParseCompletion;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.Message;

/**
 * Runs the route on a new exchange that contains only the completion, or its result if results are downloaded.
 * Thread-safe.
 */
final class CompletionRoute {
    private static final String OPERATION = "webhook";

    private final ConsumerRoute route;
    private final WebhookSettings settings;
    private final Optional<Downloads> downloads;
    private final Clock clock;

    /**
     * Downloads of results before the route runs.
     *
     * @param client supplies the downloads of results
     * @param output message body for a downloaded result
     * @param queue runs downloads, and the routes after them
     */
    record Downloads(Supplier<ResultSource> client, DocumentOutput output, DownloadQueue queue) {}

    /**
     * @param route processes the exchanges
     * @param settings job repository, and the time after which the download of an unavailable result is abandoned
     * @param downloads downloads results before the route runs; empty if {@code fetchResult} is false
     */
    CompletionRoute(ConsumerRoute route, WebhookSettings settings, Optional<Downloads> downloads, Clock clock) {
        this.route = route;
        this.settings = settings;
        this.downloads = downloads;
        this.clock = clock;
    }

    /**
     * Runs the route for a completion. The returned future completes in any case: with true if the route succeeds, with
     * false if it fails or is rolled back, and with a {@link RejectedExecutionException} if there is no capacity to
     * start it.
     */
    CompletableFuture<Boolean> process(Completion completion) {
        CompletableFuture<Boolean> succeeded = new CompletableFuture<>();
        if (downloads.isPresent() && completion.event().isCompleted()) {
            Downloads configured = downloads.get();
            configured.queue().add(completion.queueFullPolicy(), new Download(completion, configured, succeeded));
        } else {
            run(exchange(completion), succeeded);
        }
        return succeeded;
    }

    /** Downloads the result of a completion before the route runs. */
    private final class Download implements DownloadQueue.Task {
        private final Completion completion;
        private final Downloads configured;
        private final CompletableFuture<Boolean> succeeded;

        Download(Completion completion, Downloads configured, CompletableFuture<Boolean> succeeded) {
            this.completion = completion;
            this.configured = configured;
            this.succeeded = succeeded;
        }

        @Override
        public Runnable download() {
            Exchange exchange = exchange(completion);
            SpoolingOutputStream spool = new SpoolingOutputStream(exchange);
            try {
                setResult(
                        exchange,
                        configured
                                .client()
                                .get()
                                .fetch(OPERATION, completion.event().resultUrl(), spool));
                return () -> run(exchange, succeeded);
            } catch (Throwable e) {
                // A cause is a failure of the disk, which another download may not have.
                if (e instanceof DocprocException mismatch && e.getCause() == null) {
                    return () -> runWithoutResult(exchange, mismatch);
                }
                spool.discard();
                return () -> downloadFailed(exchange, e);
            }
        }

        private void setResult(Exchange exchange, ParsedDocument document) {
            ServiceFailure details = document.details();
            if (details.code() != 0) {
                ResultHeaders headers = new ResultHeaders(exchange);
                headers.set(ResultHeader.CODE, details.code());
                headers.set(ResultHeader.REQUEST_ID, text(details.requestId()));
                headers.set(ResultHeader.MESSAGE, text(details.message()));
            }
            DocumentParts.setBody(exchange, configured.output().body(document));
        }

        /**
         * Runs the route for a job whose result was downloaded but is not what the options request. Another download
         * would return the same. The job is reported as failed, and the exception carries the result.
         */
        private void runWithoutResult(Exchange downloaded, DocprocException cause) {
            Exchange exchange = exchange(completion.failed(cause.getMessage()));
            ResultHeaders headers = new ResultHeaders(exchange);
            headers.set(ResultHeader.CODE, Optional.of(cause.getCode()).filter(code -> code != 0));
            headers.set(ResultHeader.REQUEST_ID, text(cause.getRequestId()));
            exchange.setProperty(ExchangePropertyKey.EXCEPTION_CAUGHT, cause);
            route.release().accept(downloaded);
            run(exchange, succeeded);
        }

        private void downloadFailed(Exchange exchange, Throwable cause) {
            if (isAbandoned(cause)) {
                route.release().accept(exchange);
                run(exchange(completion.failed(abandonedMessage(cause))), succeeded);
            } else {
                try {
                    report(message(), exchange, cause, succeeded);
                } finally {
                    route.release().accept(exchange);
                }
            }
        }

        /** A job that the repository does not contain is never abandoned, because its age is unknown. */
        private boolean isAbandoned(Throwable cause) {
            try {
                return cause instanceof ResultUnavailableException
                        && settings.jobRepository()
                                .flatMap(repository ->
                                        repository.find(completion.event().jobId()))
                                .map(job -> settings.polling().isExpired(job, clock.instant()))
                                .orElse(false);
            } catch (RuntimeException e) {
                cause.addSuppressed(e);
                return false;
            }
        }

        private String abandonedMessage(Throwable cause) {
            return "the result could not be downloaded within callbackTtl, "
                    + settings.polling().timeToLive().toMillis() + " ms after the submission: " + cause.getMessage();
        }

        @Override
        public void fail(Throwable cause) {
            if (cause instanceof RejectedExecutionException) {
                succeeded.completeExceptionally(cause);
            } else {
                report(message(), null, cause, succeeded);
            }
        }

        private String message() {
            return "The result of parse job " + completion.event().jobId() + " could not be downloaded";
        }
    }

    private static Optional<String> text(String text) {
        return Optional.of(text).filter(value -> !value.isEmpty());
    }

    private void run(Exchange exchange, CompletableFuture<Boolean> succeeded) {
        try {
            route.processor().process(exchange, doneSync -> {
                // The outcome is read first, because a release resets a pooled exchange.
                boolean success = hasSucceeded(exchange);
                try {
                    route.release().accept(exchange);
                } finally {
                    succeeded.complete(success);
                }
            });
        } catch (Throwable e) {
            // The exchange is not released, because the route may still use it.
            report("The route could not process a completion", exchange, e, succeeded);
        }
    }

    private static boolean hasSucceeded(Exchange exchange) {
        return !exchange.isFailed() && !exchange.isRollbackOnly() && !exchange.isRollbackOnlyLast();
    }

    private void report(String message, Exchange exchange, Throwable cause, CompletableFuture<Boolean> succeeded) {
        try {
            route.exceptionHandler().get().handleException(message, exchange, cause);
        } finally {
            succeeded.complete(false);
        }
    }

    private Exchange exchange(Completion completion) {
        Exchange exchange = route.newExchange().get();
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
