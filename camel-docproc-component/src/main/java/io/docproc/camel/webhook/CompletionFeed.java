/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import io.docproc.camel.job.JobLog;
import io.docproc.camel.webhook.ReceptionCounts.End;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.camel.spi.ExceptionHandler;
import org.apache.camel.spi.IdempotentRepository;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Feeds completions into the route, each once, whoever brings them: a callback, its repetition, another node, or the
 * answer to a question.
 *
 * <p>A job that the log knows is claimed while the route runs and recorded as done afterwards; the claim of a node that
 * dies runs out, so its job is not lost. Without a log a completion is recorded before the route runs, and the record is
 * taken back when the route fails.
 */
final class CompletionFeed {
    private static final Logger LOG = LoggerFactory.getLogger(CompletionFeed.class);

    private final IdempotentRepository done;
    private final Claims claims;
    private final OtherNode otherNode;
    private final Route route;
    private final Supplier<ExceptionHandler> failures;
    private final ReceptionCounts counts;
    private final Map<String, Running> running = new ConcurrentHashMap<>();
    private final Set<String> recordsToTakeBack = ConcurrentHashMap.newKeySet();

    private record Running(String jobId, CompletableFuture<Boolean> success) {}

    /** What it means for a completion that another node holds the claim on its job, and may yet fail or die. */
    enum OtherNode {
        /** Enough: jobs are asked about until their end is processed. */
        IS_RELIED_ON,
        /** Not enough: only a redelivery would bring the completion again. */
        MAY_FAIL
    }

    /** Where completions go. */
    @FunctionalInterface
    interface Route {
        /** Processes a completion; the future tells whether the route succeeded. */
        CompletableFuture<Boolean> process(Completion completion);
    }

    /**
     * @param done which completions were processed
     * @param claims on the jobs
     * @param otherNode what its claim means
     * @param route where completions go
     * @param failures is told what fails outside of the route
     * @param counts counts what becomes of completions
     */
    CompletionFeed(
            IdempotentRepository done,
            Claims claims,
            OtherNode otherNode,
            Route route,
            Supplier<ExceptionHandler> failures,
            ReceptionCounts counts) {
        this.counts = counts;
        this.done = done;
        this.claims = claims;
        this.otherNode = otherNode;
        this.route = route;
        this.failures = failures;
    }

    /**
     * Offers a completion.
     *
     * @return whether it is taken care of: processed now, earlier, or by another node; false when the route failed
     */
    CompletableFuture<Boolean> offer(Completion completion) {
        Running mine = new Running(completion.event().jobId(), new CompletableFuture<>());
        Running other = running.putIfAbsent(completion.key(), mine);
        if (other != null) {
            counts.add(End.DUPLICATE);
            return other.success();
        }
        CompletableFuture<Boolean> answer =
                mine.success().whenComplete((success, failure) -> running.remove(completion.key(), mine));
        try {
            take(completion, mine.success());
        } catch (RuntimeException | Error storeFailed) {
            mine.success().complete(false);
            throw storeFailed;
        }
        return answer;
    }

    private void take(Completion completion, CompletableFuture<Boolean> success) {
        switch (claim(completion)) {
            case TAKEN -> runClaimed(completion, success);
            case BUSY -> duplicate(success, otherNode == OtherNode.IS_RELIED_ON);
            case DONE -> duplicate(success, true);
            case UNKNOWN -> runUnknown(completion, success);
        }
    }

    /** A completion that is quicker than the answer to its submission is remembered, so that its node may die as well. */
    private JobLog.Claim claim(Completion completion) {
        String jobId = completion.event().jobId();
        JobLog.Claim claim = claims.claim(jobId);
        if (claim != JobLog.Claim.UNKNOWN || !claims.keepsLog() || done.contains(completion.key())) {
            return claim;
        }
        claims.remember(jobId, completion.correlationId());
        return claims.claim(jobId);
    }

    private void runClaimed(Completion completion, CompletableFuture<Boolean> success) {
        if (done.contains(completion.key())) {
            letGo(completion);
            duplicate(success, true);
            return;
        }
        String jobId = completion.event().jobId();
        run(completion, success, () -> recordDone(completion), () -> claims.release(jobId));
    }

    private void recordDone(Completion completion) {
        done.add(completion.key());
        done.confirm(completion.key());
        letGo(completion);
    }

    /** A job whose status is not its last is waited for further. */
    private void letGo(Completion completion) {
        if (completion.event().isFinal()) {
            claims.completed(completion.event().jobId());
        } else {
            claims.release(completion.event().jobId());
        }
    }

    private void runUnknown(Completion completion, CompletableFuture<Boolean> success) {
        String key = completion.key();
        if (recordsToTakeBack.contains(key)) {
            takeBack(key);
        }
        if (done.add(key)) {
            run(completion, success, () -> done.confirm(key), () -> takeBack(key));
        } else {
            duplicate(success, true);
        }
    }

    private void duplicate(CompletableFuture<Boolean> success, boolean takenCareOf) {
        counts.add(End.DUPLICATE);
        success.complete(takenCareOf);
    }

    /** A record that cannot be taken back now must not make the redelivery pass for a duplicate. */
    private void takeBack(String key) {
        recordsToTakeBack.add(key);
        done.remove(key);
        recordsToTakeBack.remove(key);
    }

    private void run(
            Completion completion, CompletableFuture<Boolean> success, Runnable onSuccess, Runnable onFailure) {
        started(completion).whenComplete((result, failure) -> {
            boolean succeeded = failure == null && result;
            try {
                (succeeded ? onSuccess : onFailure).run();
                counts.add(succeeded ? End.PROCESSED : End.FAILED);
                success.complete(succeeded);
            } catch (Throwable storeFailed) {
                notRecorded(completion, succeeded, storeFailed, success);
            }
        });
    }

    private void notRecorded(
            Completion completion, boolean succeeded, Throwable cause, CompletableFuture<Boolean> success) {
        counts.add(End.FAILED);
        try {
            String end = succeeded ? "succeeded" : "failed";
            String message = "That the route " + end + " for parse job "
                    + completion.event().jobId() + " cannot be recorded";
            failures.get().handleException(message, cause);
        } finally {
            success.complete(false);
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

    /** Extends the claims on the jobs whose route is still running; never fails, as its schedule would end. */
    void extendClaims() {
        try {
            running.values().forEach(job -> claims.claim(job.jobId()));
        } catch (RuntimeException | Error storeFailed) {
            LOG.warn("Claims on parse jobs cannot be extended; this is tried again: {}", storeFailed.toString());
        }
    }

    /** Whether the route is processing the end of this job right now. */
    boolean isRunning(String jobId) {
        return running.values().stream().anyMatch(job -> job.jobId().equals(jobId));
    }

    /** How many completions are being processed right now. */
    int runningCount() {
        return running.size();
    }
}
