/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.job.JobRepository;
import io.docproc.camel.job.SubmittedJob;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Leases of this node on the jobs whose completion its route is processing. */
final class JobLeases {
    private static final Logger LOG = LoggerFactory.getLogger(JobLeases.class);
    private static final Duration COMPLETED_IS_KEPT = Duration.ofDays(7);
    private static final Duration FIRST_RETRY = Duration.ofSeconds(5);
    private static final Duration LONGEST_RETRY = Duration.ofHours(1);

    private final String owner = UUID.randomUUID().toString();
    private final Optional<JobRepository> jobRepository;
    private final OverdueJobPoller.Waiting waiting;
    private final Backoff retries;
    private final Duration timeout;
    private final Clock clock;

    /** Creates the leases of a consumer that does not poll. Completed jobs are kept for seven days. */
    JobLeases(Optional<JobRepository> jobRepository, String path, Duration timeout, Clock clock) {
        this(jobRepository, new OverdueJobPoller.Waiting(path, Duration.ZERO, COMPLETED_IS_KEPT), timeout, clock);
    }

    /**
     * @param jobRepository shared by the nodes; empty if none is configured
     * @param waiting path of the consumer, and the times after which its jobs are polled and abandoned
     * @param timeout time after which a lease expires unless it is extended
     */
    JobLeases(Optional<JobRepository> jobRepository, OverdueJobPoller.Waiting waiting, Duration timeout, Clock clock) {
        this.jobRepository = jobRepository;
        this.waiting = waiting;
        this.retries = new Backoff(Backoff.shorter(waiting.pollAfter(), FIRST_RETRY), LONGEST_RETRY);
        this.timeout = timeout;
        this.clock = clock;
    }

    /** Leases a job for this node, or extends the lease of this node. Without a job repository each job is unknown. */
    JobRepository.LeaseResult lease(String jobId) {
        Instant now = clock.instant();
        return jobRepository
                .map(log -> log.lease(jobId, owner, now, now.plus(timeout)))
                .orElse(JobRepository.LeaseResult.UNKNOWN);
    }

    /** Returns whether a job repository is configured. */
    boolean keepsLog() {
        return jobRepository.isPresent();
    }

    /** Stores a job whose callback arrived before the response to its submission. */
    void remember(String jobId, String correlationId) {
        jobRepository.ifPresent(
                log -> log.submitted(new SubmittedJob(jobId, correlationId, waiting.path(), clock.instant(), 0)));
    }

    /**
     * Returns whether the completion has the correlation id of the submitted job. Returns true for a job that the
     * repository does not contain.
     */
    boolean isForItsDocument(Completion completion) {
        return jobRepository
                .flatMap(log -> log.find(completion.event().jobId()))
                .map(job -> job.correlationId().equals(completion.correlationId()))
                .orElse(true);
    }

    /** Releases the lease on a job that stays open, because its status is not final or its route has not run. */
    void release(String jobId) {
        jobRepository.ifPresent(log -> log.release(jobId, owner));
    }

    /**
     * Releases the lease on a job whose route failed, and schedules the next poll. The delay is at most five seconds
     * after the first failure and grows exponentially to at most one hour. The poll is necessary because another node
     * may have acknowledged the callback, which the service then does not redeliver.
     */
    void failed(String jobId) {
        jobRepository.ifPresent(log -> {
            int failures = log.find(jobId).map(SubmittedJob::failureCount).orElse(0);
            log.failed(jobId, owner, waiting.sinceFor(clock.instant().plus(retries.delay(failures))));
        });
    }

    /**
     * Records that the route has processed the completion of a job. The record is kept while the callback URL is valid,
     * so that a replayed callback is recognized as a duplicate.
     */
    void completed(String jobId) {
        jobRepository.ifPresent(log -> log.completed(jobId, clock.instant().plus(waiting.giveUpAfter())));
    }

    /**
     * Deletes expired records of completed jobs. Catches all failures, because an exception would cancel the schedule.
     */
    void purge() {
        try {
            jobRepository.ifPresent(log -> log.purge(clock.instant()));
        } catch (RuntimeException | Error e) {
            LOG.warn("Completed parse jobs cannot be deleted and are deleted later: {}", e.toString());
        }
    }
}
