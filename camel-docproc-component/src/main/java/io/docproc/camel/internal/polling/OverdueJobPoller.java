/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.polling;

import io.docproc.camel.internal.concurrency.Backoff;
import io.docproc.camel.internal.dispatch.InFlightTracker;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.job.SubmittedJob;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        int next = 0;
        while (next < page.size()) {
            // While the service may be unavailable, only one poll runs at a time.
            int perPoll = pause.isProbing() ? client.maxConcurrentRequests() : 1;
            permits.acquire(perPoll);
            int others = perPoll == 1 ? page.size() - next - 1 : 0;
            int number = 1 + acquireAvailable(others);
            if (mayPoll()) {
                anyStarted |= start(page.subList(next, next + number), perPoll);
            } else {
                permits.release(number * perPoll);
            }
            next += number;
        }
        return anyStarted;
    }

    /** Acquires the permits that are available, so that so many jobs are rescheduled together. */
    private int acquireAvailable(int maximum) {
        int number = Math.min(maximum, permits.availablePermits());
        return permits.tryAcquire(number) ? number : 0;
    }

    /** Returns whether a poll was started. Releases the permits of jobs for which none was started. */
    private boolean start(List<SubmittedJob> jobs, int permitsPerPoll) {
        Map<SubmittedJob, Instant> waits = new LinkedHashMap<>();
        Set<SubmittedJob> unstarted = new HashSet<>();
        int started = 0;
        try {
            Instant now = clock.instant();
            for (SubmittedJob job : jobs) {
                if (!handler.isInFlight(job.jobId()) && polling.add(job.jobId())) {
                    unstarted.add(job);
                    waits.put(job, settings.waitingSince(now.plus(backoff.delay(job.pollCount()))));
                }
            }
            List<SubmittedJob> rescheduled = waits.isEmpty() ? List.of() : jobRepository.rescheduleAll(waits, now);
            for (SubmittedJob job : rescheduled) {
                executor.execute(() -> poll.run(job)
                        .whenComplete((result, failure) -> polled(job, waits.get(job), result, permitsPerPoll)));
                unstarted.remove(job);
                started++;
            }
        } catch (RejectedExecutionException e) {
            LOG.debug("Parse jobs are polled later, because the executor has stopped: {}", e.toString());
            unstarted.forEach(job -> makeDue(job, waits.get(job)));
        } finally {
            unstarted.forEach(job -> polling.remove(job.jobId()));
            permits.release((jobs.size() - started) * permitsPerPoll);
        }
        return started > 0;
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
