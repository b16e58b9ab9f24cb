/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.internal.webhook.CompletionCounters.End;
import io.docproc.camel.job.JobRepository;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
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
final class CompletionDispatcher {
    private static final Logger LOG = LoggerFactory.getLogger(CompletionDispatcher.class);

    private final IdempotentRepository done;
    private final JobLeases leases;
    private final OtherNode otherNode;
    private final Route route;
    private final Supplier<ExceptionHandler> failures;
    private final CompletionCounters counts;
    private final Map<String, Running> running = new ConcurrentHashMap<>();
    private final Set<String> recordsToTakeBack = ConcurrentHashMap.newKeySet();

    /** A completion that is being processed, and the lease on its job. The lock of this object guards the lease. */
    private final class Running {
        final Completion completion;
        final CompletableFuture<Boolean> success = new CompletableFuture<>();
        /** Completes like {@link #success}, but after this object has been removed from {@link #running}. */
        final CompletableFuture<Boolean> answer =
                success.whenComplete((result, failure) -> running.remove(jobId(), this));

        private boolean leased;

        Running(Completion completion) {
            this.completion = completion;
        }

        String jobId() {
            return completion.event().jobId();
        }

        synchronized void leased() {
            leased = true;
        }

        /** Stops the extension of the lease, so that the store can release it. */
        synchronized void ending() {
            leased = false;
        }

        synchronized void extendLease() {
            if (leased) {
                leases.lease(jobId());
            }
        }
    }

    /**
     * Determines whether a completion counts as accepted if another node has leased its job. That node may still fail.
     */
    enum OtherNode {
        /** The completion is accepted. If the other node fails, polling delivers the completion again. */
        IS_RELIED_ON,
        /** The completion is reported as failed. Without polling, only a redelivered callback can deliver it again. */
        MAY_FAIL
    }

    /** Runs the route for completions. */
    @FunctionalInterface
    interface Route {
        /**
         * Processes a completion. The future completes with true if the route succeeds and with false if it fails. It
         * completes with a {@link RejectedExecutionException} if there is no capacity to run the route.
         */
        CompletableFuture<Boolean> process(Completion completion);
    }

    /**
     * @param done records the completions that the route has processed
     * @param leases leases of this node on jobs
     * @param otherNode whether a completion is accepted while another node has leased its job
     * @param route processes the completions
     * @param failures handles failures outside of the route
     * @param counts counts completions by outcome
     */
    CompletionDispatcher(
            IdempotentRepository done,
            JobLeases leases,
            OtherNode otherNode,
            Route route,
            Supplier<ExceptionHandler> failures,
            CompletionCounters counts) {
        this.counts = counts;
        this.done = done;
        this.leases = leases;
        this.otherNode = otherNode;
        this.route = route;
        this.failures = failures;
    }

    /**
     * Dispatches a completion to the route, unless it is a duplicate.
     *
     * @return a future that completes with true if the completion has been processed, now or earlier, or if another
     *     node is relied on to process it; with false if the route failed; with a {@link RejectedExecutionException} if
     *     there is no capacity to run the route
     * @throws RuntimeException if a store fails before the route runs
     */
    CompletableFuture<Boolean> offer(Completion completion) {
        Running mine = new Running(completion);
        Running other = running.putIfAbsent(mine.jobId(), mine);
        if (other != null) {
            return offerDuring(other, completion);
        }
        try {
            take(mine);
        } catch (RuntimeException | Error storeFailed) {
            mine.ending();
            mine.success.complete(false);
            throw storeFailed;
        }
        return mine.answer;
    }

    /**
     * Processes the completions of a job one at a time. A callback that would block a thread of the HTTP server
     * meanwhile is refused.
     */
    private CompletableFuture<Boolean> offerDuring(Running other, Completion completion) {
        if (completion.whenFull() == Completion.WhenFull.REFUSE_EARLY) {
            counts.add(End.REFUSED);
            return CompletableFuture.failedFuture(
                    new RejectedExecutionException("a completion of the same job is being processed"));
        }
        if (other.completion.key().equals(completion.key())) {
            counts.add(End.DUPLICATE);
            return other.answer;
        }
        return other.answer.handle((success, failure) -> success).thenCompose(any -> offer(completion));
    }

    private void take(Running mine) {
        switch (lease(mine.completion)) {
            case ACQUIRED -> runLeased(mine);
            case HELD_BY_OTHER -> duplicate(mine, otherNode == OtherNode.IS_RELIED_ON);
            case COMPLETED -> duplicate(mine, true);
            case UNKNOWN -> runUnknown(mine);
        }
    }

    /**
     * Leases the job. If the repository does not contain the job, its callback has arrived before the response to its
     * submission. The job is then stored, so that its completion survives a failure of this node.
     */
    private JobRepository.LeaseResult lease(Completion completion) {
        String jobId = completion.event().jobId();
        JobRepository.LeaseResult lease = leases.lease(jobId);
        if (lease != JobRepository.LeaseResult.UNKNOWN || !leases.keepsLog() || done.contains(completion.key())) {
            return lease;
        }
        leases.remember(jobId, completion.correlationId());
        return leases.lease(jobId);
    }

    private void runLeased(Running mine) {
        Completion completion = mine.completion;
        if (done.contains(completion.key())) {
            letGo(completion);
            duplicate(mine, true);
            return;
        }
        mine.leased();
        run(mine, () -> recordDone(completion), failure -> endLease(mine.jobId(), failure));
    }

    /**
     * Releases the lease. A completion that was refused for lack of capacity is not a failure of the route, which has
     * not run.
     */
    private void endLease(String jobId, Throwable failure) {
        if (failure instanceof RejectedExecutionException) {
            leases.release(jobId);
        } else {
            leases.failed(jobId);
        }
    }

    private void recordDone(Completion completion) {
        done.add(completion.key());
        done.confirm(completion.key());
        letGo(completion);
    }

    /** Marks the job as completed if the status is final. Otherwise releases the lease, and the job stays open. */
    private void letGo(Completion completion) {
        if (completion.event().isFinal()) {
            leases.completed(completion.event().jobId());
        } else {
            leases.release(completion.event().jobId());
        }
    }

    private void runUnknown(Running mine) {
        String key = mine.completion.key();
        if (recordsToTakeBack.contains(key)) {
            takeBack(key);
        }
        if (done.add(key)) {
            run(mine, () -> done.confirm(key), failure -> takeBack(key));
        } else {
            duplicate(mine, true);
        }
    }

    private void duplicate(Running mine, boolean accepted) {
        counts.add(End.DUPLICATE);
        mine.success.complete(accepted);
    }

    /**
     * Removes the record of a completion whose route failed, so that its redelivery is not treated as a duplicate. If
     * the removal fails, the redelivery attempts it again.
     */
    private void takeBack(String key) {
        recordsToTakeBack.add(key);
        done.remove(key);
        recordsToTakeBack.remove(key);
    }

    private void run(Running mine, Runnable onSuccess, Consumer<Throwable> onFailure) {
        started(mine.completion).whenComplete((result, failure) -> {
            boolean succeeded = failure == null && result;
            mine.ending();
            try {
                if (succeeded) {
                    onSuccess.run();
                } else {
                    onFailure.accept(failure);
                }
                complete(mine, succeeded, failure);
            } catch (Throwable storeFailed) {
                notRecorded(mine, succeeded, storeFailed);
            }
        });
    }

    private void complete(Running mine, boolean succeeded, Throwable failure) {
        if (failure instanceof RejectedExecutionException) {
            counts.add(End.REFUSED);
            mine.success.completeExceptionally(failure);
        } else {
            counts.add(succeeded ? End.PROCESSED : End.FAILED);
            mine.success.complete(succeeded);
        }
    }

    private void notRecorded(Running mine, boolean succeeded, Throwable cause) {
        counts.add(End.FAILED);
        try {
            String end = succeeded ? "succeeded" : "failed";
            String message = "That the route " + end + " for parse job " + mine.jobId() + " cannot be recorded";
            failures.get().handleException(message, cause);
        } finally {
            mine.success.complete(false);
        }
    }

    private CompletableFuture<Boolean> started(Completion completion) {
        try {
            return route.process(completion);
        } catch (Throwable notStarted) {
            LOG.warn("The route cannot take parse job {}", completion.event().jobId(), notStarted);
            return CompletableFuture.completedFuture(false);
        }
    }

    /**
     * Extends the leases of jobs whose route is running. Catches all failures, because an exception would cancel the
     * schedule.
     */
    void extendLeases() {
        running.values().forEach(job -> {
            try {
                job.extendLease();
            } catch (RuntimeException | Error storeFailed) {
                LOG.warn(
                        "The lease on parse job {} cannot be extended; this is retried: {}",
                        job.jobId(),
                        storeFailed.toString());
            }
        });
    }

    /** Returns whether the route is processing a completion of this job. */
    boolean isRunning(String jobId) {
        return running.containsKey(jobId);
    }

    /** Returns the number of completions that are being processed. */
    int runningCount() {
        return running.size();
    }
}
