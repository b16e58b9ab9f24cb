/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static io.docproc.camel.error.ServiceFailure.singleLine;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.body.DocumentOutput;
import io.docproc.camel.internal.body.DocumentParts;
import io.docproc.camel.internal.body.ParsedDocument;
import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.internal.body.UnreadableJsonException;
import io.docproc.camel.internal.http.ResultHeader;
import io.docproc.camel.internal.webhook.CompletionCounts.Outcome;
import io.docproc.camel.internal.webhook.ResultDownloads.DownloadException;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.job.JobRepository.LeaseResult;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.model.ParseCompletion;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.CamelContextAware;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.Message;
import org.apache.camel.spi.ExceptionHandler;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.service.ServiceHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the route once for each completion, which callbacks, redelivered callbacks, other nodes and polls may report:
 * leases the job, downloads its result, runs the route, and completes the job.
 *
 * <p>The lease of a node that fails expires, so that the completion can be delivered again. It is recorded as processed
 * after the route has succeeded, in the job repository and the idempotent repository. Thread-safe.
 */
final class CompletionRunner {
    private static final Logger LOG = LoggerFactory.getLogger(CompletionRunner.class);
    private static final int PROCESSED_CAPACITY = 10_000;
    private static final Duration FIRST_RETRY = Duration.ofSeconds(5);
    private static final Duration MAX_RETRY_DELAY = Duration.ofHours(1);
    private static final int FAILURES_BEFORE_ABANDONING = 10;
    /** Job repositories round times to milliseconds. */
    private static final Duration STORED_PRECISION = Duration.ofMillis(1);

    private final CompletionSettings settings;
    private final Endpoint endpoint;
    private final AsyncProcessor route;
    private final Supplier<ExceptionHandler> exceptionHandler;
    private final IdempotentRepository processed;
    private final String owner = UUID.randomUUID().toString();
    private final Backoff retries;
    /** The jobs whose completion is in flight, and whether their lease is extended. */
    private final Map<String, AtomicBoolean> inFlight = new ConcurrentHashMap<>();

    private boolean accepting;
    private int pending;

    /**
     * Creates a runner that accepts no completions yet.
     *
     * @param settings settings of the consumer
     * @param endpoint creates the exchanges of the route
     * @param route processes the exchanges
     * @param exceptionHandler supplies the handler of failures outside of the route
     */
    CompletionRunner(
            CompletionSettings settings,
            Endpoint endpoint,
            AsyncProcessor route,
            Supplier<ExceptionHandler> exceptionHandler) {
        this.settings = settings;
        this.endpoint = endpoint;
        this.route = route;
        this.exceptionHandler = exceptionHandler;
        this.processed = Optional.ofNullable(settings.options().getIdempotentRepository())
                .orElseGet(() -> new ProcessedCompletions(PROCESSED_CAPACITY));
        this.retries = new Backoff(Backoff.min(settings.pollAfter(), FIRST_RETRY), MAX_RETRY_DELAY);
    }

    /** Starts the repository of processed completions. */
    void start() {
        CamelContextAware.trySetCamelContext(processed, endpoint.getCamelContext());
        ServiceHelper.startService(processed);
    }

    /** Counts a completion that is now in flight. Returns false if no completion is accepted; it must then not run. */
    synchronized boolean begin() {
        if (accepting) {
            pending++;
        }
        return accepting;
    }

    /** Counts a completion as no longer in flight. */
    synchronized void end() {
        pending--;
    }

    /** Returns the number of callbacks without an HTTP response and of polled completions in the route. */
    synchronized int pending() {
        return pending;
    }

    /** Accepts or refuses completions. Those in flight continue. */
    synchronized void accept(boolean accepts) {
        accepting = accepts;
    }

    /** Returns whether a completion is downloaded before the route runs. */
    boolean downloads(ParseCompletion event) {
        return settings.results().isPresent() && event.isCompleted();
    }

    /** Returns whether a completion of this job is in flight on this node. */
    boolean isInFlight(String jobId) {
        return inFlight.containsKey(jobId);
    }

    /**
     * Runs the route for a completion, unless it is a duplicate.
     *
     * @param event the status of a job, as the service reported it
     * @param correlationId from the signed callback URL or the job repository; empty if there is none
     * @return a future that completes with {@code REFUSED} if a completion of this job is in flight on this node, or on
     *     another one and this node does not poll: the other node may still fail, and only a poll would then deliver the
     *     completion again
     * @throws RuntimeException if a repository fails before the route runs
     */
    CompletableFuture<Outcome> run(ParseCompletion event, String correlationId) {
        AtomicBoolean leased = new AtomicBoolean();
        if (inFlight.putIfAbsent(event.jobId(), leased) != null) {
            return CompletableFuture.completedFuture(Outcome.REFUSED);
        }
        try {
            Optional<Outcome> refusal = lease(event, correlationId);
            if (refusal.isPresent()) {
                return CompletableFuture.completedFuture(refusal.get());
            }
            leased.set(true);
        } finally {
            if (!leased.get()) {
                inFlight.remove(event.jobId());
            }
        }
        return route(event, correlationId).thenApply(succeeded -> {
            // A lease that is being extended is not released meanwhile.
            synchronized (leased) {
                leased.set(false);
            }
            return record(event, succeeded);
        });
    }

    /**
     * Leases the job of a completion. If the repository does not contain the job, its callback has arrived before the
     * response to its submission. The job is then stored, so that its completion survives a failure of this node.
     *
     * @return empty if the route may run
     */
    private Optional<Outcome> lease(ParseCompletion event, String correlationId) {
        boolean isProcessed = processed.contains(key(event));
        if (settings.jobRepository().isPresent()) {
            JobRepository repository = settings.jobRepository().get();
            LeaseResult result = lease(repository, event.jobId());
            if (result == LeaseResult.UNKNOWN && !isProcessed) {
                Instant now = settings.clock().instant();
                repository.submitted(new SubmittedJob(event.jobId(), correlationId, settings.path(), now, 0));
                result = lease(repository, event.jobId());
            }
            if (result == LeaseResult.HELD_BY_OTHER) {
                return Optional.of(settings.polls() ? Outcome.DUPLICATE : Outcome.REFUSED);
            }
            if (result == LeaseResult.ACQUIRED && isProcessed) {
                complete(event);
            }
            isProcessed |= result == LeaseResult.COMPLETED;
        }
        return isProcessed ? Optional.of(Outcome.DUPLICATE) : Optional.empty();
    }

    private LeaseResult lease(JobRepository repository, String jobId) {
        Instant now = settings.clock().instant();
        return repository.lease(jobId, owner, now, now.plus(settings.leaseTimeout()));
    }

    /** Identifies duplicates. */
    private static String key(ParseCompletion event) {
        return event.jobId() + ":" + event.status();
    }

    /** Records the end of the route. Returns the outcome: a completion that could not be recorded may be delivered again. */
    private Outcome record(ParseCompletion event, boolean succeeded) {
        try {
            if (succeeded) {
                try {
                    processed.add(key(event));
                    processed.confirm(key(event));
                } finally {
                    complete(event);
                }
            } else {
                settings.jobRepository().ifPresent(repository -> failed(repository, event.jobId()));
            }
            return succeeded ? Outcome.PROCESSED : Outcome.FAILED;
        } catch (Throwable e) {
            exceptionHandler
                    .get()
                    .handleException(
                            "The route " + (succeeded ? "succeeded" : "failed") + " for parse job " + event.jobId()
                                    + ", but a repository failed to record this; the completion may be delivered again",
                            e);
            return Outcome.FAILED;
        } finally {
            inFlight.remove(event.jobId());
        }
    }

    /**
     * Completes a job. The record is kept while the callback URL is valid, so that a replayed callback is recognized as
     * a duplicate. A job whose status is not final stays open.
     */
    private void complete(ParseCompletion event) {
        settings.jobRepository().ifPresent(repository -> {
            if (event.isFinal()) {
                repository.completed(
                        event.jobId(),
                        settings.clock().instant().plus(settings.callbacks().timeToLive()));
            } else {
                repository.release(event.jobId(), owner);
            }
        });
    }

    /**
     * Releases the lease on a job whose route failed, and schedules the next poll. The delay is at most five seconds
     * after the first failure and grows exponentially to at most one hour. The poll is necessary because another node
     * may have acknowledged the callback, which the service then does not redeliver.
     */
    private void failed(JobRepository repository, String jobId) {
        int failures = repository.find(jobId).map(SubmittedJob::failureCount).orElse(0);
        repository.failed(jobId, owner, waitingSince(retries.delay(failures)));
    }

    /** Returns the start of a wait that makes a job overdue after a delay. */
    Instant waitingSince(Duration delay) {
        return settings.clock()
                .instant()
                .plus(delay)
                .minus(settings.pollAfter())
                .minus(STORED_PRECISION);
    }

    /** Extends the leases of jobs whose route is running. Catches all failures: one would cancel the schedule. */
    void extendLeases() {
        settings.jobRepository()
                .ifPresent(repository -> inFlight.forEach((jobId, leased) -> {
                    try {
                        synchronized (leased) {
                            if (leased.get()) {
                                lease(repository, jobId);
                            }
                        }
                    } catch (RuntimeException | Error e) {
                        LOG.warn(
                                "The lease on parse job {} could not be extended; this is retried until the lease expires: {}",
                                singleLine(jobId),
                                e.toString());
                    }
                }));
    }

    /** Runs the route on a new exchange. The future always completes: with false if the route fails or is rolled back. */
    private CompletableFuture<Boolean> route(ParseCompletion event, String correlationId) {
        CompletableFuture<Boolean> succeeded = new CompletableFuture<>();
        Exchange exchange = null;
        try {
            Exchange created = exchange(event, correlationId);
            exchange = created;
            Exchange ready = downloads(event) ? download(created, event, correlationId) : created;
            exchange = ready;
            route.process(
                    ready,
                    doneSync -> succeeded.complete(
                            !ready.isFailed() && !ready.isRollbackOnly() && !ready.isRollbackOnlyLast()));
        } catch (Throwable e) {
            try {
                exceptionHandler
                        .get()
                        .handleException(
                                downloads(event)
                                        ? "The result of parse job " + event.jobId() + " could not be downloaded"
                                        : "The route could not process a completion",
                                exchange,
                                e);
            } finally {
                succeeded.complete(false);
            }
        }
        return succeeded;
    }

    private Exchange exchange(ParseCompletion event, String correlationId) {
        Exchange exchange = endpoint.createExchange();
        DocumentParts.setBody(exchange, event, DocumentOutput.JSON);
        Message message = exchange.getMessage();
        ResultHeader.JOB_ID.set(message, Optional.of(event.jobId()));
        ResultHeader.STATUS.set(message, Optional.ofNullable(event.status()));
        ResultHeader.RESULT_URL.set(message, Optional.ofNullable(event.resultUrl()));
        ResultHeader.MESSAGE.set(message, Optional.ofNullable(event.message()));
        ResultHeader.CORRELATION_ID.set(message, text(correlationId));
        return exchange;
    }

    /**
     * Returns the exchange with the result as body. A result that is not what the options request is delivered as a
     * failed job whose exception carries the result: another download would return the same. A result that was not
     * available until {@code callbackTtl} is delivered as a failed job, too.
     *
     * @throws IOException if the result could not be downloaded, and another attempt follows
     */
    private Exchange download(Exchange exchange, ParseCompletion event, String correlationId) throws IOException {
        SpoolingOutputStream spool = new SpoolingOutputStream(exchange);
        try {
            setResult(exchange, settings.results().orElseThrow().fetch(settings.operation(), event.resultUrl(), spool));
            return exchange;
        } catch (DocprocException e) {
            // A cause is a failure of the disk, which another download may not have.
            if (e.getCause() != null) {
                throw e;
            }
            Exchange failed = exchange(failed(event, e.getMessage()), correlationId);
            Message message = failed.getMessage();
            ResultHeader.CODE.set(message, Optional.of(e.getCode()).filter(code -> code != 0));
            ResultHeader.REQUEST_ID.set(message, text(e.getRequestId()));
            failed.setProperty(ExchangePropertyKey.EXCEPTION_CAUGHT, e);
            return failed;
        } catch (IOException | RuntimeException | Error e) {
            if (!isAbandoned(event.jobId(), e)) {
                throw e;
            }
            String message = "the result could not be downloaded within callbackTtl, "
                    + settings.callbacks().timeToLive().toMillis() + " ms after the submission: " + e.getMessage();
            LOG.warn("Parse job {} is delivered as failed: {}", singleLine(event.jobId()), singleLine(message));
            return exchange(failed(event, message), correlationId);
        }
    }

    private void setResult(Exchange exchange, ParsedDocument document) {
        ServiceFailure details = document.details();
        if (details.code() != 0) {
            Message message = exchange.getMessage();
            ResultHeader.CODE.set(message, Optional.of(details.code()));
            ResultHeader.REQUEST_ID.set(message, text(details.requestId()));
            ResultHeader.MESSAGE.set(message, text(details.message()));
        }
        DocumentParts.setBody(
                exchange, settings.output().body(document), settings.output().contentType());
    }

    /** Keeps the URL of the result that could not be downloaded. */
    private static ParseCompletion failed(ParseCompletion event, String message) {
        return new ParseCompletion(event.jobId(), "failed", event.resultUrl(), message, event.other());
    }

    /**
     * Returns whether the result of a job will not be available: after {@code callbackTtl}, and for a response that is not
     * a result, such as the page of a proxy during an outage, also after ten failures. Other failures, and jobs that the
     * repository does not contain and whose age is unknown, are never abandoned.
     */
    private boolean isAbandoned(String jobId, Throwable cause) {
        boolean isUnreadable = cause instanceof UnreadableJsonException;
        if (!isUnreadable && !(cause instanceof DownloadException e && e.reason() != DownloadException.Reason.ERROR)) {
            return false;
        }
        return settings.jobRepository()
                .flatMap(repository -> repository.find(jobId))
                .filter(job -> !isUnreadable || job.failureCount() >= FAILURES_BEFORE_ABANDONING)
                .filter(job ->
                        settings.callbacks().isExpired(job, settings.clock().instant()))
                .isPresent();
    }

    private static Optional<String> text(String text) {
        return Optional.of(text).filter(value -> !value.isEmpty());
    }
}
