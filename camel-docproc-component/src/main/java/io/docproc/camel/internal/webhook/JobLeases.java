/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.internal.http.Backoff;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.job.SubmittedJob;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leases of this node on the jobs whose completion its route is processing. Without a job repository each job is
 * unknown, and the other methods have no effect. Thread-safe.
 */
final class JobLeases {
    private static final Logger LOG = LoggerFactory.getLogger(JobLeases.class);
    private static final Duration FIRST_RETRY = Duration.ofSeconds(5);
    private static final Duration MAX_RETRY_DELAY = Duration.ofHours(1);

    private final String owner = UUID.randomUUID().toString();
    private final WebhookSettings settings;
    private final Backoff retries;
    private final Clock clock;

    /**
     * @param settings job repository, path and lease timeout, and the times after which jobs are polled and abandoned
     */
    JobLeases(WebhookSettings settings, Clock clock) {
        this.settings = settings;
        this.retries = new Backoff(Backoff.min(settings.polling().pollAfter(), FIRST_RETRY), MAX_RETRY_DELAY);
        this.clock = clock;
    }

    /** Leases a job for this node, or extends the lease of this node. */
    JobRepository.LeaseResult lease(String jobId) {
        Instant now = clock.instant();
        return settings.jobRepository()
                .map(repository -> repository.lease(jobId, owner, now, now.plus(settings.leaseTimeout())))
                .orElse(JobRepository.LeaseResult.UNKNOWN);
    }

    /**
     * Leases the job of a completion. If the repository does not contain the job, its callback has arrived before the
     * response to its submission. The job is then stored, so that its completion survives a failure of this node.
     */
    JobRepository.LeaseResult leaseOrStore(Completion completion) {
        String jobId = completion.event().jobId();
        JobRepository.LeaseResult lease = lease(jobId);
        if (lease != JobRepository.LeaseResult.UNKNOWN
                || settings.jobRepository().isEmpty()
                || settings.processed().contains(completion.key())) {
            return lease;
        }
        SubmittedJob job = new SubmittedJob(
                jobId, completion.correlationId(), settings.polling().path(), clock.instant(), 0);
        settings.jobRepository().get().submitted(job);
        return lease(jobId);
    }

    /** Releases the lease on a job that stays open, because its status is not final or its route has not run. */
    void release(String jobId) {
        settings.jobRepository().ifPresent(repository -> repository.release(jobId, owner));
    }

    /**
     * Releases the lease on a job whose route failed, and schedules the next poll. The delay is at most five seconds
     * after the first failure and grows exponentially to at most one hour. The poll is necessary because another node
     * may have acknowledged the callback, which the service then does not redeliver.
     */
    void failed(String jobId) {
        settings.jobRepository().ifPresent(repository -> {
            int failures =
                    repository.find(jobId).map(SubmittedJob::failureCount).orElse(0);
            Instant nextPoll = clock.instant().plus(retries.delay(failures));
            repository.failed(jobId, owner, settings.polling().waitingSince(nextPoll));
        });
    }

    /**
     * Records that the route has processed a completion. If the status is final, the job is completed; the record is
     * kept while the callback URL is valid, so that a replayed callback is recognized as a duplicate. Otherwise the
     * lease is released, and the job stays open.
     */
    void processed(Completion completion) {
        String jobId = completion.event().jobId();
        if (completion.event().isFinal()) {
            Instant keepUntil = clock.instant().plus(settings.polling().timeToLive());
            settings.jobRepository().ifPresent(repository -> repository.completed(jobId, keepUntil));
        } else {
            release(jobId);
        }
    }

    /**
     * Deletes expired records of completed jobs. Catches all failures, because an exception would cancel the schedule.
     */
    void purge() {
        try {
            settings.jobRepository().ifPresent(repository -> repository.purge(clock.instant()));
        } catch (RuntimeException | Error e) {
            LOG.warn("Records of completed parse jobs could not be deleted; this is retried in one hour", e);
        }
    }
}
