/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.polling;

import io.docproc.camel.internal.http.Backoff;
import io.docproc.camel.internal.http.InFlightTracker;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.job.SubmittedJob;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls the service for overdue jobs, whose callback has not arrived in time, until none is overdue. Polls run in
 * parallel. Before a node polls, it sets the time of the next poll in the repository, so that no other node polls for
 * the same job. It does this for a batch of jobs with one write, and then polls for them as permits are available. A poll
 * needs no lease, so a callback that arrives meanwhile is processed. The delay between two polls of a job grows
 * exponentially to one hour, or to {@code pollAfter} if that is longer.
 */
public final class OverdueJobPoller implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(OverdueJobPoller.class);
    private static final int PAGE_SIZE = 500;
    private static final int BATCH_SIZE = 100;
    private static final Duration MAX_DELAY = Duration.ofHours(1);
    private static final long STOP_TIMEOUT_MILLIS = 1_000;

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
    private final ReentrantLock round = new ReentrantLock();
    /** Ids of the jobs whose polls are planned or in flight. */
    private final Set<String> polling = ConcurrentHashMap.newKeySet();

    private final Queue<PlannedPoll> planned = new ConcurrentLinkedQueue<>();
    private volatile boolean stopped;

    /** Poll of a job whose next wait is already stored. */
    private record PlannedPoll(SubmittedJob job, SubmittedJob next) {}

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
        round.lock();
        try {
            boolean started = true;
            while (started && mayPoll()) {
                started = startPlanned() || pollAll(overdueJobs());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            LOG.warn(
                    "Overdue parse jobs of webhook {} could not be polled; this is retried: {}",
                    settings.path(),
                    e.toString());
        } finally {
            if (stopped) {
                makePlannedDue();
            }
            round.unlock();
        }
    }

    /**
     * Aborts the polls in flight and starts no further ones. Waits up to two seconds until their jobs are due again, because
     * the repository may be closed afterwards. Routes that are running continue.
     */
    public void stop() {
        stopped = true;
        poll.stop();
        client.abort().run();
        if (!round.isHeldByCurrentThread()) {
            awaitEnd();
        }
    }

    private void awaitEnd() {
        int all = client.maxConcurrentRequests();
        try {
            CompletableFuture.runAsync(this::endRound, executor).get(STOP_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
            if (permits.tryAcquire(all, STOP_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)) {
                permits.release(all);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | RejectedExecutionException | OutOfMemoryError e) {
            LOG.debug("Parse jobs of webhook {} are polled later: {}", settings.path(), e.toString());
        }
    }

    /** Makes planned jobs due first, because the round may wait for a slow repository. */
    private void endRound() {
        makePlannedDue();
        round.lock();
        try {
            makePlannedDue();
        } finally {
            round.unlock();
        }
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
        while (next < page.size() && mayPoll()) {
            int end = Math.min(page.size(), next + (pause.isProbing() ? 1 : BATCH_SIZE));
            plan(page.subList(next, end));
            anyStarted |= startPlanned();
            next = end;
        }
        return anyStarted;
    }

    /** Stores the next waits of the jobs, so that this node can poll for them. */
    private void plan(List<SubmittedJob> jobs) {
        Instant now = clock.instant();
        Map<SubmittedJob, SubmittedJob> polls = new LinkedHashMap<>();
        Set<SubmittedJob> rescheduled = new HashSet<>();
        try {
            for (SubmittedJob job : jobs) {
                if (!handler.isInFlight(job.jobId()) && polling.add(job.jobId())) {
                    polls.put(job, job.polled(settings.waitingSince(now.plus(backoff.delay(job.pollCount())))));
                }
            }
            if (!polls.isEmpty()) {
                rescheduled.addAll(jobRepository.rescheduleAll(polls, now));
            }
        } finally {
            polls.forEach((job, next) -> {
                if (rescheduled.contains(job)) {
                    planned.add(new PlannedPoll(job, next));
                } else {
                    polling.remove(job.jobId());
                }
            });
        }
    }

    /** Starts the planned polls. After a pause has begun, the others stay planned. Returns whether a poll was started. */
    private boolean startPlanned() throws InterruptedException {
        boolean anyStarted = false;
        while (!planned.isEmpty() && mayPoll()) {
            // While the service may be unavailable, only one poll runs at a time.
            int permitsPerPoll = pause.isProbing() ? client.maxConcurrentRequests() : 1;
            permits.acquire(permitsPerPoll);
            anyStarted |= startNext(permitsPerPoll);
        }
        return anyStarted;
    }

    /** Starts a planned poll and returns true; otherwise releases the permits. */
    private boolean startNext(int acquired) {
        Optional<PlannedPoll> next = mayPoll() ? Optional.ofNullable(planned.poll()) : Optional.empty();
        boolean started = false;
        try {
            if (next.filter(this::isNecessary).isPresent()) {
                PlannedPoll current = next.get();
                executor.execute(() ->
                        poll.run(current.job()).whenComplete((result, failure) -> polled(current, result, acquired)));
                started = true;
            } else {
                makeDue(next.stream().toList());
            }
        } catch (RejectedExecutionException e) {
            LOG.debug("Parse jobs are polled later, because the executor has stopped: {}", e.toString());
            makeDue(next.stream().toList());
        } finally {
            if (!started) {
                next.ifPresent(current -> polling.remove(current.job().jobId()));
                permits.release(acquired);
            }
        }
        return started;
    }

    /** Returns false if the job has become overdue again, because another node may poll then, or if its route runs. */
    private boolean isNecessary(PlannedPoll next) {
        return !next.next().waitingSince().plus(settings.pollAfter()).isBefore(clock.instant())
                && !handler.isInFlight(next.job().jobId());
    }

    private void polled(PlannedPoll ended, JobPoll.Result result, int acquired) {
        try {
            if (result == JobPoll.Result.ABORTED) {
                makeDue(List.of(ended));
            }
        } finally {
            polling.remove(ended.job().jobId());
            permits.release(acquired);
        }
    }

    private void makePlannedDue() {
        List<PlannedPoll> unstarted = new ArrayList<>();
        for (PlannedPoll next = planned.poll(); next != null; next = planned.poll()) {
            polling.remove(next.job().jobId());
            unstarted.add(next);
        }
        makeDue(unstarted);
    }

    /** Makes jobs due again, so that another node can poll immediately after this one has stopped. */
    private void makeDue(List<PlannedPoll> polls) {
        Map<SubmittedJob, SubmittedJob> reversed = new LinkedHashMap<>();
        polls.forEach(unmade -> reversed.put(unmade.next(), unmade.job()));
        try {
            if (!reversed.isEmpty()) {
                jobRepository.rescheduleAll(reversed, clock.instant());
            }
        } catch (RuntimeException | Error e) {
            LOG.warn("The aborted polls for {} parse jobs are retried later: {}", polls.size(), e.toString());
        }
    }
}
