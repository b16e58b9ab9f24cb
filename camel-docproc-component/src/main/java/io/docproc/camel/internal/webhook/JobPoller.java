/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static io.docproc.camel.error.ServiceFailure.singleLine;

import io.docproc.camel.error.DocprocAccountException;
import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.internal.webhook.CompletionCounts.Outcome;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.model.ParseCompletion;
import io.docproc.camel.model.ParseJob;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls the service for overdue jobs, whose callback has not arrived in time, or which have none. Before a node polls, it
 * sets the time of the next poll in the repository, so that no other node polls for the same job; a poll needs no lease,
 * so a callback that arrives meanwhile is processed. The delay between two polls of a job grows exponentially. Status
 * requests and the routes of the completions that they report are limited separately, so that a slow route does not delay
 * the polls of other jobs.
 *
 * <p>A job is abandoned only after its deadline, and only if the service has responded about this job, or if its id is
 * invalid, so that no status request can be sent. After any other failure it is polled again, regardless of its age.
 * After an account error, and from the tenth other failure in a row, polling pauses for all jobs. Thread-safe.
 */
public final class JobPoller {
    private static final Logger LOG = LoggerFactory.getLogger(JobPoller.class);
    private static final int PAGE_SIZE = 500;
    private static final int FAILURES_BEFORE_PAUSE = 10;
    /** Maximum delay between two polls of a job whose callback is overdue. */
    private static final Duration MAX_OVERDUE = Duration.ofHours(1);
    /** Maximum delay between two polls of a job that has no callback. */
    private static final Duration MAX_UNCALLED = Duration.ofMinutes(1);

    private static final Duration FIRST_PAUSE = Duration.ofMinutes(1);
    private static final Duration MAX_PAUSE = Duration.ofMinutes(10);
    /**
     * Codes about the job: 404, and 40004 (parameter error), because the job id is the only parameter of the call. An
     * invalid URL (40400) is not included: a wrong baseUrl or parseService causes it for every job.
     */
    private static final Set<Integer> CODES_ABOUT_THE_JOB = Set.of(40004, 404);

    private final CompletionSettings settings;
    private final JobRepository repository;
    private final JobStatus jobStatus;
    private final CompletionRunner runner;
    private final Executor threads;
    private final Clock clock;
    private final Backoff delays;
    private final Backoff pauses;
    private final int maxRequests;
    private final Semaphore requests;
    private final Semaphore routes;
    /** The ids of the jobs whose status is being requested. */
    private final Set<String> polling = ConcurrentHashMap.newKeySet();

    private int failures;
    private int pauseCount;
    private Instant pausedUntil = Instant.MIN;
    private volatile boolean stopped;

    /** Requests the status of jobs within the rate limit and the limit of concurrent requests. Thread-safe. */
    public interface JobStatus {
        /**
         * Requests the status of a job.
         *
         * @throws DocprocException if the service does not respond, or responds with an error
         */
        ParseJob request(String jobId);

        /** Aborts the requests in flight and refuses further ones. */
        void abort();
    }

    /**
     * @param settings times after which jobs are polled and abandoned, and limits
     * @param repository contains the jobs
     * @param runner runs the route for the completions that polls report
     * @param threads runs polls, and the routes of the completions that they report
     */
    JobPoller(CompletionSettings settings, JobRepository repository, CompletionRunner runner, Executor threads) {
        this.settings = settings;
        this.repository = repository;
        this.jobStatus = settings.jobStatus().get();
        this.runner = runner;
        this.threads = threads;
        this.clock = settings.clock();
        Duration maxDelay = settings.hasCallbacks() ? MAX_OVERDUE : MAX_UNCALLED;
        this.delays = new Backoff(settings.pollAfter(), Backoff.max(settings.pollAfter(), maxDelay));
        this.pauses = new Backoff(Backoff.min(settings.pollAfter(), FIRST_PAUSE), MAX_PAUSE);
        this.maxRequests = settings.maxConcurrent();
        this.requests = new Semaphore(maxRequests);
        this.routes = new Semaphore(settings.maxConcurrent());
    }

    /**
     * Starts polls for all overdue jobs.
     *
     * @return the number of polls
     * @throws RuntimeException if the repository fails
     */
    int poll() {
        int polls = 0;
        try {
            for (int started = 1; started > 0; polls += started) {
                started = 0;
                Instant now = clock.instant();
                for (SubmittedJob job :
                        repository.overdue(settings.path(), now.minus(settings.pollAfter()), now, PAGE_SIZE)) {
                    started += start(job) ? 1 : 0;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return polls;
    }

    /**
     * Starts a poll if this node is the first one to store the next wait of the job. While the service may be
     * unavailable, only one poll runs at a time.
     */
    private boolean start(SubmittedJob job) throws InterruptedException {
        if (!mayPoll() || runner.isInFlight(job.jobId()) || polling.contains(job.jobId())) {
            return false;
        }
        int permits = isProbing() ? maxRequests : 1;
        requests.acquire(permits);
        boolean started = false;
        try {
            SubmittedJob next = job.polled(runner.waitingSince(delays.delay(job.pollCount())));
            if (mayPoll() && repository.reschedule(job, next, clock.instant())) {
                polling.add(job.jobId());
                threads.execute(() -> poll(job, next, permits));
                started = true;
            }
        } catch (RejectedExecutionException e) {
            LOG.debug("Parse job {} is polled later: {}", singleLine(job.jobId()), e.toString());
            polling.remove(job.jobId());
        } finally {
            requests.release(started ? 0 : permits);
        }
        return started;
    }

    /** Requests the status of a job, which a stop may abort at any time, and runs the route if the job is completed. */
    private void poll(SubmittedJob job, SubmittedJob next, int permits) {
        Optional<ParseCompletion> completion = Optional.empty();
        try {
            completion = completion(job, jobStatus.request(job.jobId()));
        } catch (RuntimeException | Error e) {
            if (stopped) {
                makeDue(job, next);
            } else {
                completion = failed(job, e);
            }
        } finally {
            polling.remove(job.jobId());
            if (completion.isPresent()) {
                routes.acquireUninterruptibly();
            }
            requests.release(permits);
        }
        completion.ifPresent(event -> deliver(event, job, next));
    }

    private void deliver(ParseCompletion event, SubmittedJob job, SubmittedJob next) {
        if (!runner.begin()) {
            routes.release();
            makeDue(job, next);
            return;
        }
        CompletableFuture<Outcome> route;
        try {
            route = runner.run(event, job.correlationId());
        } catch (RuntimeException | Error e) {
            route = CompletableFuture.failedFuture(e);
        }
        route.whenComplete((outcome, failure) -> {
            if (failure != null) {
                pollFailed(job, failure);
            }
            settings.counts().add(failure == null ? outcome : Outcome.FAILED);
            routes.release();
            runner.end();
        });
    }

    private Optional<ParseCompletion> completion(SubmittedJob job, ParseJob status) {
        responded();
        ParseCompletion event = ParseCompletion.of(status);
        if (event.isFinal()) {
            LOG.debug(
                    "Parse job {} is {}; its callback has not arrived",
                    singleLine(job.jobId()),
                    singleLine(event.status()));
            // The response may lack the job id.
            return Optional.of(new ParseCompletion(
                    job.jobId(), event.status(), event.resultUrl(), event.message(), event.other()));
        }
        return event.status() == null
                ? Optional.empty()
                : abandonedIfExpired(job, "the service reports the status " + event.status());
    }

    private Optional<ParseCompletion> failed(SubmittedJob job, Throwable failure) {
        if (!(failure instanceof DocprocException e)
                || (!(e instanceof DocprocDocumentException) && !CODES_ABOUT_THE_JOB.contains(e.getCode()))) {
            pollFailed(job, failure);
            return Optional.empty();
        }
        if (e.getHttpStatus() == 0) {
            LOG.warn("No status request can be sent for parse job {}: {}", singleLine(job.jobId()), e.getMessage());
        } else {
            responded();
            LOG.warn(
                    "The service cannot report the status of parse job {}: {}",
                    singleLine(job.jobId()),
                    e.getMessage());
        }
        return abandonedIfExpired(job, e.getMessage());
    }

    private Optional<ParseCompletion> abandonedIfExpired(SubmittedJob job, String reason) {
        if (!settings.callbacks().isExpired(job, clock.instant())) {
            return Optional.empty();
        }
        String message = "abandoned without completion after callbackTtl, "
                + settings.callbacks().timeToLive().toMillis() + " ms after the submission: " + reason;
        return Optional.of(new ParseCompletion(job.jobId(), "failed", null, message, null));
    }

    private synchronized boolean mayPoll() {
        return !stopped && !clock.instant().isBefore(pausedUntil);
    }

    /** Returns whether no poll has succeeded since the last pause. */
    private synchronized boolean isProbing() {
        return pauseCount > 0;
    }

    /** Records a poll to which the service responded about the job. */
    private synchronized void responded() {
        failures = 0;
        pauseCount = 0;
    }

    /** Records a poll to which the service did not respond about the job, and pauses polling if necessary. */
    private synchronized void pollFailed(SubmittedJob job, Throwable cause) {
        LOG.warn(
                "The poll for parse job {} failed; the job is polled again later: {}",
                singleLine(job.jobId()),
                cause.toString());
        failures++;
        boolean pauses =
                cause instanceof DocprocAccountException || pauseCount > 0 || failures >= FAILURES_BEFORE_PAUSE;
        if (pauses && mayPoll()) {
            Duration pause = this.pauses.delay(pauseCount++);
            pausedUntil = clock.instant().plus(pause);
            LOG.warn("Polling for all parse jobs of the path {} pauses for {} ms", settings.path(), pause.toMillis());
        }
    }

    /** Makes a job due again, so that another node can poll immediately after this one has stopped. */
    private void makeDue(SubmittedJob job, SubmittedJob rescheduled) {
        // The interrupt was for the status request; a database must not see it.
        Thread.interrupted();
        try {
            repository.reschedule(rescheduled, job, clock.instant());
        } catch (RuntimeException | Error e) {
            LOG.warn("The aborted poll for parse job {} is retried later: {}", singleLine(job.jobId()), e.toString());
        }
    }

    /**
     * Aborts the polls in flight and starts no further ones. Waits up to a second until their jobs are due again, because
     * the repository may be closed afterwards. Routes that are running continue.
     */
    void stop() {
        stopped = true;
        jobStatus.abort();
        // Completions that wait for a route are left to other nodes.
        routes.release(Short.MAX_VALUE);
        try {
            if (requests.tryAcquire(maxRequests, 1, TimeUnit.SECONDS)) {
                requests.release(maxRequests);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
