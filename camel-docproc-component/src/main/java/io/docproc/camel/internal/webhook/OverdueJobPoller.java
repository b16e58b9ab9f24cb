/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

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
final class OverdueJobPoller implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(OverdueJobPoller.class);
    private static final int PAGE = 500;
    private static final Duration MAX_DELAY = Duration.ofHours(1);

    private final JobRepository jobRepository;
    private final Waiting waiting;
    private final JobStatusSource question;
    private final JobPoll poll;
    private final CompletionDispatcher feed;
    private final Executor executor;
    private final Clock clock;
    private final Backoff backoff;
    private final PollingPause pause;
    private final int maxPolls;
    private final Semaphore permits;
    private final Set<String> polling = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;

    /**
     * Path of a consumer, and the times after which its jobs are polled and abandoned.
     *
     * @param path path of the consumer
     * @param pollAfter how long the consumer waits for a callback before it polls; also the first delay between polls
     * @param giveUpAfter time from the submission after which a job without completion is abandoned
     */
    record Waiting(String path, Duration pollAfter, Duration giveUpAfter) {
        private static final Duration STORED_PRECISION = Duration.ofMillis(1);

        /** Returns the start of a wait that makes a job overdue at the time {@code due}. */
        Instant sinceFor(Instant due) {
            return due.minus(pollAfter).minus(STORED_PRECISION);
        }
    }

    /**
     * @param jobRepository contains the overdue jobs
     * @param waiting selects the jobs and determines when they are polled
     * @param question requests the status of a job
     * @param feed dispatches completions to the route
     * @param executor runs polls, and the routes of the completions that they report
     */
    OverdueJobPoller(
            JobRepository jobRepository,
            Waiting waiting,
            JobStatusSource question,
            CompletionDispatcher feed,
            Executor executor,
            Clock clock) {
        this.jobRepository = jobRepository;
        this.waiting = waiting;
        this.question = question;
        this.feed = feed;
        this.executor = executor;
        this.clock = clock;
        this.pause = new PollingPause(waiting.pollAfter());
        this.poll = new JobPoll(waiting, question, feed, pause, clock);
        this.backoff = new Backoff(waiting.pollAfter(), Backoff.longer(waiting.pollAfter(), MAX_DELAY));
        this.maxPolls = question.maxConcurrentRequests();
        this.permits = new Semaphore(maxPolls);
    }

    /** Polls for all overdue jobs. Catches all failures, because an exception would cancel the schedule. */
    @Override
    public void run() {
        try {
            boolean found = true;
            while (found && mayPoll()) {
                found = pollAll(overdue());
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            LOG.warn("Polling for overdue parse jobs failed and continues later: {}", e.toString());
        }
    }

    /** Aborts the polls in flight and starts no further ones. Routes that are running continue. */
    void stop() {
        stopped = true;
        poll.stop();
        question.stop();
    }

    private boolean mayPoll() {
        return !stopped && !pause.isActive(clock.instant());
    }

    private List<SubmittedJob> overdue() {
        Instant now = clock.instant();
        return jobRepository.overdue(waiting.path(), now.minus(waiting.pollAfter()), now, PAGE);
    }

    /**
     * Polls for the jobs of a page. Returns whether a poll was started; otherwise the next page would contain the same
     * jobs.
     */
    private boolean pollAll(List<SubmittedJob> page) throws InterruptedException {
        boolean started = false;
        for (SubmittedJob job : page) {
            // While the service may be unavailable, only one poll runs at a time.
            int needed = pause.isProbing() ? maxPolls : 1;
            permits.acquire(needed);
            boolean handedOver = false;
            try {
                handedOver = mayPoll() && handOver(job, needed);
            } finally {
                if (!handedOver) {
                    permits.release(needed);
                }
            }
            started |= handedOver;
        }
        return started;
    }

    private boolean handOver(SubmittedJob job, int needed) {
        String jobId = job.jobId();
        if (feed.isRunning(jobId) || !polling.add(jobId)) {
            return false;
        }
        Runnable done = () -> {
            polling.remove(jobId);
            permits.release(needed);
        };
        boolean handedOver = false;
        try {
            Instant now = clock.instant();
            Instant next = waiting.sinceFor(now.plus(backoff.delay(job.pollCount())));
            if (jobRepository.reschedule(job, now, next)) {
                executor.execute(() -> poll.run(job, () -> makeDue(job, next), done));
                handedOver = true;
            }
        } catch (RejectedExecutionException stopping) {
            LOG.debug("Parse job {} is polled later: {}", jobId, stopping.toString());
        } finally {
            if (!handedOver) {
                polling.remove(jobId);
            }
        }
        return handedOver;
    }

    /** Makes a job due again, so that another node can poll immediately after this one has stopped. */
    private void makeDue(SubmittedJob job, Instant next) {
        jobRepository.reschedule(job.withWaitingSince(next), clock.instant(), job.waitingSince());
    }
}
