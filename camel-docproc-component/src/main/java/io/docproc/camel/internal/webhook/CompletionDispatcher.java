/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.internal.observe.CompletionCounts;
import io.docproc.camel.internal.observe.CompletionCounts.Outcome;
import io.docproc.camel.internal.polling.CompletionHandler;
import io.docproc.camel.model.ParseCompletion;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.camel.spi.ExceptionHandler;
import org.apache.camel.spi.IdempotentRepository;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Dispatches each completion to the route once. Callbacks, redelivered callbacks, other nodes and polls may report the
 * same completion.
 *
 * <p>If the job repository contains the job, this node leases the job while the route runs and then records it as
 * completed. The lease of a failed node expires, so that the completion can be delivered again. Without a job
 * repository, the completion is recorded in the idempotent repository before the route runs. The record is removed if
 * the route fails. Thread-safe.
 */
final class CompletionDispatcher implements CompletionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(CompletionDispatcher.class);

    private final WebhookSettings settings;
    private final IdempotentRepository processed;
    private final JobLeases leases;
    private final Function<Completion, CompletableFuture<Boolean>> route;
    private final CompletionCounts completions;
    private final Supplier<ExceptionHandler> exceptionHandler;
    private final Map<String, InFlight> inFlightByJob = new ConcurrentHashMap<>();
    private final Set<String> pendingRemovals = ConcurrentHashMap.newKeySet();

    /** A completion in flight, and the lease on its job. The lock of this object guards the lease. */
    private final class InFlight {
        final Completion completion;
        /** Completes after this object has been removed from {@link #inFlightByJob}. */
        final CompletableFuture<Boolean> accepted = new CompletableFuture<>();

        private boolean leased;

        InFlight(Completion completion) {
            this.completion = completion;
        }

        String jobId() {
            return completion.event().jobId();
        }

        synchronized void startExtendingLease() {
            leased = true;
        }

        /** Stops the extension of the lease, so that the repository can release it. */
        synchronized void stopExtendingLease() {
            leased = false;
        }

        synchronized void extendLease() {
            if (leased) {
                leases.lease(jobId());
            }
        }

        void complete(boolean result) {
            inFlightByJob.remove(jobId(), this);
            accepted.complete(result);
        }

        void reject(Throwable cause) {
            inFlightByJob.remove(jobId(), this);
            accepted.completeExceptionally(cause);
        }
    }

    /**
     * @param settings repositories, and whether jobs are polled
     * @param leases leases of this node on jobs
     * @param route processes a completion. The future completes with true if the route succeeds and with false if it
     *     fails. It completes with a {@link RejectedExecutionException} if there is no capacity to run the route.
     * @param completions counts completions by outcome
     * @param exceptionHandler handles failures outside of the route
     */
    CompletionDispatcher(
            WebhookSettings settings,
            JobLeases leases,
            Function<Completion, CompletableFuture<Boolean>> route,
            CompletionCounts completions,
            Supplier<ExceptionHandler> exceptionHandler) {
        this.settings = settings;
        this.processed = settings.processed();
        this.leases = leases;
        this.route = route;
        this.completions = completions;
        this.exceptionHandler = exceptionHandler;
    }

    @Override
    public CompletableFuture<Boolean> handle(ParseCompletion event, String correlationId) {
        return offer(new Completion(event, correlationId));
    }

    /**
     * Dispatches a completion to the route, unless it is a duplicate.
     *
     * @return a future that completes with true if the completion has been processed, now or earlier; with false if the
     *     route failed; with a {@link RejectedExecutionException} if there is no capacity to run the route. If another
     *     node has leased the job, the future completes with true only if this node polls: the other node may still
     *     fail, and a poll then delivers the completion again.
     * @throws RuntimeException if a repository fails before the route runs
     */
    CompletableFuture<Boolean> offer(Completion completion) {
        InFlight added = new InFlight(completion);
        InFlight existing = inFlightByJob.putIfAbsent(added.jobId(), added);
        if (existing != null) {
            return offerAfter(existing, completion);
        }
        try {
            dispatch(added);
        } catch (RuntimeException | Error e) {
            added.stopExtendingLease();
            added.complete(false);
            throw e;
        }
        return added.accepted;
    }

    /**
     * Processes the completions of a job one at a time. A callback that would block a thread of the HTTP server
     * meanwhile is refused.
     */
    private CompletableFuture<Boolean> offerAfter(InFlight existing, Completion completion) {
        if (completion.queueFullPolicy() == Completion.QueueFullPolicy.REFUSE_EARLY) {
            completions.add(Outcome.REFUSED);
            return CompletableFuture.failedFuture(new RejectedExecutionException(
                    "a completion of parse job " + existing.jobId() + " is already being processed"));
        }
        if (existing.completion.key().equals(completion.key())) {
            completions.add(Outcome.DUPLICATE);
            return existing.accepted;
        }
        return existing.accepted.handle((accepted, failure) -> accepted).thenCompose(any -> offer(completion));
    }

    private void dispatch(InFlight job) {
        switch (leases.leaseOrStore(job.completion)) {
            case ACQUIRED -> runLeased(job);
            case HELD_BY_OTHER -> completeDuplicate(job, settings.polling().isEnabled());
            case COMPLETED -> completeDuplicate(job, true);
            case UNKNOWN -> runUnknown(job);
        }
    }

    private void runLeased(InFlight job) {
        Completion completion = job.completion;
        if (processed.contains(completion.key())) {
            leases.processed(completion);
            completeDuplicate(job, true);
            return;
        }
        job.startExtendingLease();
        run(job, () -> recordProcessed(completion), failure -> releaseAfter(failure, job.jobId()));
    }

    /** Releases the lease. If there was no capacity, the route has not run, and the job has no additional failure. */
    private void releaseAfter(Throwable failure, String jobId) {
        if (failure instanceof RejectedExecutionException) {
            leases.release(jobId);
        } else {
            leases.failed(jobId);
        }
    }

    private void recordProcessed(Completion completion) {
        processed.add(completion.key());
        processed.confirm(completion.key());
        leases.processed(completion);
    }

    private void runUnknown(InFlight job) {
        String key = job.completion.key();
        if (pendingRemovals.contains(key)) {
            removeRecord(key);
        }
        if (processed.add(key)) {
            run(job, () -> processed.confirm(key), failure -> removeRecord(key));
        } else {
            completeDuplicate(job, true);
        }
    }

    /**
     * Removes the record of a completion whose route failed, so that its redelivery is not treated as a duplicate. If
     * the removal fails, the redelivery attempts it again.
     */
    private void removeRecord(String key) {
        pendingRemovals.add(key);
        processed.remove(key);
        pendingRemovals.remove(key);
    }

    private void completeDuplicate(InFlight job, boolean accepted) {
        completions.add(Outcome.DUPLICATE);
        job.complete(accepted);
    }

    private void run(InFlight job, Runnable onSuccess, Consumer<Throwable> onFailure) {
        startRoute(job.completion).whenComplete((result, failure) -> {
            boolean succeeded = failure == null && result;
            job.stopExtendingLease();
            try {
                if (succeeded) {
                    onSuccess.run();
                } else {
                    onFailure.accept(failure);
                }
                complete(job, succeeded, failure);
            } catch (Throwable e) {
                reportNotRecorded(job, succeeded ? "succeeded" : "failed", e);
            }
        });
    }

    private CompletableFuture<Boolean> startRoute(Completion completion) {
        try {
            return route.apply(completion);
        } catch (Throwable e) {
            LOG.warn(
                    "The route could not be started for parse job {}; its completion can be delivered again",
                    completion.event().jobId(),
                    e);
            return CompletableFuture.completedFuture(false);
        }
    }

    private void complete(InFlight job, boolean succeeded, Throwable failure) {
        if (failure instanceof RejectedExecutionException) {
            completions.add(Outcome.REFUSED);
            job.reject(failure);
        } else {
            completions.add(succeeded ? Outcome.PROCESSED : Outcome.FAILED);
            job.complete(succeeded);
        }
    }

    private void reportNotRecorded(InFlight job, String routeResult, Throwable cause) {
        completions.add(Outcome.FAILED);
        try {
            String message = "The route " + routeResult + " for parse job " + job.jobId()
                    + ", but a repository failed to record this; the completion may be delivered again";
            exceptionHandler.get().handleException(message, cause);
        } finally {
            job.complete(false);
        }
    }

    /**
     * Extends the leases of jobs whose route is running. Catches all failures, because an exception would cancel the
     * schedule.
     */
    void extendLeases() {
        inFlightByJob.values().forEach(job -> {
            try {
                job.extendLease();
            } catch (RuntimeException | Error e) {
                LOG.warn(
                        "The lease on parse job {} could not be extended; this is retried until the lease expires: {}",
                        job.jobId(),
                        e.toString());
            }
        });
    }

    @Override
    public boolean isInFlight(String jobId) {
        return inFlightByJob.containsKey(jobId);
    }
}
