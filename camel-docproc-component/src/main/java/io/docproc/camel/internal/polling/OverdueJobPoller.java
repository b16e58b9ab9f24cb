/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.polling;

import io.docproc.camel.internal.concurrency.Backoff;
import io.docproc.camel.internal.dispatch.InFlightTracker;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.job.SubmittedJob;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls the service for overdue jobs, whose callback has not arrived in time, until none is overdue. Polls run in
 * parallel. Before a node polls, it sets the time of the next poll in the repository, so that no other node polls for
 * the same job. A poll needs no lease, so a callback that arrives meanwhile is processed. The delay between two polls
 * of a job grows exponentially to one hour, or to {@code pollAfter} if that is longer.
 */
public final class OverdueJobPoller implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(OverdueJobPoller.class);
    private static final int PAGE_SIZE = 500;
    private static final Duration MAX_DELAY = Duration.ofHours(1);

    private final PollingSettings settings;
    private final JobRepository jobRepository;
    private final JobStatusClient client;
    private final CompletionHandler handler;
    private final Executor executor;
    private final Clock clock;
    private final PollingPause pause;
    private final JobPoll poll;
    private final Backoff backoff;
    private final Semaphore permits;
    private final Set<String> polling = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;

    /**
     * Creates a poller that polls when it is run.
     *
     * @param settings times after which jobs are polled and abandoned
     * @param jobRepository contains the jobs
     * @param client requests the status of a job
     * @param handler handles the completions that polls report
     * @param inFlight counts the completions in flight; while it is closed, no completion is handled
     * @param executor runs polls, and the routes of the completions that they report
     * @param clock the current time
     */
    public OverdueJobPoller(
            PollingSettings settings,
            JobRepository jobRepository,
            JobStatusClient client,
            CompletionHandler handler,
            InFlightTracker inFlight,
            Executor executor,
            Clock clock) {
        this.settings = settings;
        this.jobRepository = jobRepository;
        this.client = client;
        this.handler = handler;
        this.executor = executor;
        this.clock = clock;
        this.pause = new PollingPause(settings.pollAfter());
        this.poll = new JobPoll(settings, client, handler, inFlight, pause, clock);
        this.backoff = new Backoff(settings.pollAfter(), Backoff.max(settings.pollAfter(), MAX_DELAY));
        this.permits = new Semaphore(client.maxConcurrentRequests());
    }

    /** Polls for all overdue jobs. Catches all failures, because an exception would cancel the schedule. */
    @Override
    public void run() {
        try {
            boolean started = true;
            while (started && mayPoll()) {
                started = pollAll(overdueJobs());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            LOG.warn(
                    "Overdue parse jobs of webhook {} could not be polled; this is retried: {}",
                    settings.path(),
                    e.toString());
        }
    }

    /** Aborts the polls in flight and starts no further ones. Routes that are running continue. */
    public void stop() {
        stopped = true;
        poll.stop();
        client.abort().run();
    }

    private boolean mayPoll() {
        return !stopped && !pause.isActive(clock.instant());
    }

    private List<SubmittedJob> overdueJobs() {
        Instant now = clock.instant();
        return jobRepository.overdue(settings.path(), now.minus(settings.pollAfter()), now, PAGE_SIZE);
    }

    /**
     * Polls for the jobs of a page. Returns whether a poll was started; otherwise the next page would contain the same
     * jobs.
     */
    private boolean pollAll(List<SubmittedJob> page) throws InterruptedException {
        boolean anyStarted = false;
        for (SubmittedJob job : page) {
            // While the service may be unavailable, only one poll runs at a time.
            int needed = pause.isProbing() ? client.maxConcurrentRequests() : 1;
            permits.acquire(needed);
            boolean started = false;
            try {
                started = mayPoll() && start(job, needed);
            } finally {
                if (!started) {
                    permits.release(needed);
                }
            }
            anyStarted |= started;
        }
        return anyStarted;
    }

    private boolean start(SubmittedJob job, int acquired) {
        String jobId = job.jobId();
        if (handler.isInFlight(jobId) || !polling.add(jobId)) {
            return false;
        }
        boolean started = false;
        try {
            Instant now = clock.instant();
            Instant next = settings.waitingSince(now.plus(backoff.delay(job.pollCount())));
            if (jobRepository.reschedule(job, now, next)) {
                executor.execute(
                        () -> poll.run(job).whenComplete((result, failure) -> polled(job, next, result, acquired)));
                started = true;
            }
        } catch (RejectedExecutionException e) {
            LOG.debug("Parse job {} is polled later, because the executor has stopped: {}", jobId, e.toString());
        } finally {
            if (!started) {
                polling.remove(jobId);
            }
        }
        return started;
    }

    private void polled(SubmittedJob job, Instant next, JobPoll.Result result, int acquired) {
        try {
            if (result == JobPoll.Result.ABORTED) {
                makeDue(job, next);
            }
        } catch (RuntimeException | Error e) {
            LOG.warn("The aborted poll for parse job {} is retried later: {}", job.jobId(), e.toString());
        } finally {
            polling.remove(job.jobId());
            permits.release(acquired);
        }
    }

    /** Makes a job due again, so that another node can poll immediately after this one has stopped. */
    private void makeDue(SubmittedJob job, Instant next) {
        jobRepository.reschedule(job.withWaitingSince(next), clock.instant(), job.waitingSince());
    }
}
