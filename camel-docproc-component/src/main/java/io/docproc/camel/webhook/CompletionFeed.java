/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import io.docproc.camel.job.JobLog;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.spi.IdempotentRepository;

/**
 * Feeds completions into the route, each once, whoever brings them: a callback, its repetition, another node, or the
 * answer to a question.
 *
 * <p>A job that the log knows is claimed while the route runs and recorded as done afterwards; the claim of a node that
 * dies runs out, so its job is not lost. A job that the log does not know is recorded before the route runs, and the
 * record is taken back when the route fails.
 */
final class CompletionFeed {
    static final Duration CLAIM = Duration.ofMinutes(5);

    private final String owner = UUID.randomUUID().toString();
    private final IdempotentRepository done;
    private final Optional<JobLog> jobLog;
    private final Route route;
    private final Clock clock;
    private final Map<String, Running> running = new ConcurrentHashMap<>();

    private record Running(String jobId, CompletableFuture<Boolean> success) {}

    /** Where completions go. */
    @FunctionalInterface
    interface Route {
        /** Processes a completion; the future tells whether the route succeeded, and never fails itself. */
        CompletableFuture<Boolean> process(Completion completion);
    }

    CompletionFeed(IdempotentRepository done, Optional<JobLog> jobLog, Route route, Clock clock) {
        this.done = done;
        this.jobLog = jobLog;
        this.route = route;
        this.clock = clock;
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
            return other.success();
        }
        mine.success().whenComplete((success, failure) -> running.remove(completion.key(), mine));
        try {
            take(completion, mine.success());
        } catch (RuntimeException storeFailed) {
            mine.success().complete(false);
            throw storeFailed;
        }
        return mine.success();
    }

    private void take(Completion completion, CompletableFuture<Boolean> success) {
        switch (claim(completion.event().jobId())) {
            case TAKEN -> runClaimed(completion, success);
            case BUSY -> success.complete(true);
            case UNKNOWN -> runUnknown(completion, success);
        }
    }

    /** Claims a job for this node; a job that no log knows is nobody's. */
    JobLog.Claim claim(String jobId) {
        Instant now = clock.instant();
        return jobLog.map(log -> log.claim(jobId, owner, now, now.plus(CLAIM))).orElse(JobLog.Claim.UNKNOWN);
    }

    private void runClaimed(Completion completion, CompletableFuture<Boolean> success) {
        JobLog log = jobLog.orElseThrow();
        String jobId = completion.event().jobId();
        if (done.contains(completion.key())) {
            log.completed(jobId);
            success.complete(true);
            return;
        }
        finish(
                completion,
                success,
                () -> {
                    done.add(completion.key());
                    done.confirm(completion.key());
                    if (completion.event().isFinal()) {
                        log.completed(jobId);
                    } else {
                        log.release(jobId, owner);
                    }
                },
                () -> log.release(jobId, owner));
    }

    private void runUnknown(Completion completion, CompletableFuture<Boolean> success) {
        if (!done.add(completion.key())) {
            success.complete(true);
            return;
        }
        finish(completion, success, () -> done.confirm(completion.key()), () -> done.remove(completion.key()));
    }

    private void finish(
            Completion completion, CompletableFuture<Boolean> success, Runnable onSuccess, Runnable onFailure) {
        route.process(completion).thenAccept(succeeded -> {
            try {
                (succeeded ? onSuccess : onFailure).run();
                success.complete(succeeded);
            } catch (RuntimeException storeFailed) {
                success.complete(false);
            }
        });
    }

    /** Extends the claims on the jobs whose route is still running. */
    void extendClaims() {
        running.values().forEach(job -> claim(job.jobId()));
    }

    /** Whether the route is processing the end of this job right now. */
    boolean isRunning(String jobId) {
        return running.values().stream().anyMatch(job -> job.jobId().equals(jobId));
    }
}
