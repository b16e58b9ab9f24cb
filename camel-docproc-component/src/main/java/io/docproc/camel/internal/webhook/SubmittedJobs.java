/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static io.docproc.camel.error.ServiceFailure.singleLine;

import io.docproc.camel.job.JobRepository;
import io.docproc.camel.job.SubmittedJob;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores submitted jobs in the job repository. A submitted job is already billed. Therefore it stays in memory until
 * the repository has stored it, and storing is retried in the background with exponential backoff. The caller waits for
 * at most five seconds, because its own transaction may hold the database connection that the repository needs.
 * Thread-safe.
 */
public final class SubmittedJobs {
    private static final Logger LOG = LoggerFactory.getLogger(SubmittedJobs.class);
    private static final long MAX_WAIT_SECONDS = 5;
    private static final long MAX_STOP_SECONDS = 10;
    private static final Backoff RETRIES = new Backoff(Duration.ofMillis(500), Duration.ofSeconds(64));

    private final Supplier<Optional<JobRepository>> jobRepository;
    private final Executor executor;
    private final BiConsumer<Runnable, Duration> schedule;
    private final Queue<SubmittedJob> unstored = new LinkedBlockingQueue<>();
    private final AtomicBoolean retrying = new AtomicBoolean();

    /**
     * Creates an instance without jobs.
     *
     * @param jobRepository supplies the job repository; empty if none is configured
     * @param executor runs the operations of the repository
     * @param schedule runs a task after a delay
     */
    public SubmittedJobs(
            Supplier<Optional<JobRepository>> jobRepository,
            Executor executor,
            BiConsumer<Runnable, Duration> schedule) {
        this.jobRepository = jobRepository;
        this.executor = executor;
        this.schedule = schedule;
    }

    /**
     * Stores a job, and waits for the first attempt for at most five seconds. A failure is logged and storing is
     * retried.
     */
    public void add(SubmittedJob job) {
        if (jobRepository.get().isEmpty()) {
            return;
        }
        unstored.add(job);
        try {
            CompletableFuture.runAsync(() -> storeOrRetry(job), executor).get(MAX_WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (RejectedExecutionException e) {
            storeOrRetry(job);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn(
                    "Parse job {} ({}) is not stored in the job repository after {} s;"
                            + " storing continues in the background",
                    singleLine(job.jobId()),
                    singleLine(job.correlationId()),
                    MAX_WAIT_SECONDS);
        }
    }

    private void storeOrRetry(SubmittedJob job) {
        if (!tryStore(job)) {
            retryLater(0);
        }
    }

    /** Returns the number of jobs that are stored in memory only. */
    public int unstored() {
        return unstored.size();
    }

    /** Continues to store the jobs that the stop before a restart could not store. */
    public void start() {
        if (!unstored.isEmpty()) {
            retryLater(0);
        }
    }

    /** Attempts to store each of the remaining jobs a last time. Starts no attempt after ten seconds. */
    public void stop() {
        retrying.set(false);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(MAX_STOP_SECONDS);
        for (SubmittedJob job : unstored) {
            if (System.nanoTime() - deadline > 0 || !tryStore(job)) {
                LOG.error(
                        "Parse job {} ({}) was submitted but could not be stored in the job repository before the stop;"
                                + " only its callback can report its completion",
                        singleLine(job.jobId()),
                        singleLine(job.correlationId()));
            }
        }
    }

    private boolean tryStore(SubmittedJob job) {
        try {
            jobRepository.get().ifPresent(repository -> repository.submitted(job));
            unstored.remove(job);
            return true;
        } catch (RuntimeException | Error e) {
            LOG.warn(
                    "Parse job {} ({}) was submitted but could not be stored in the job repository; storing is retried,"
                            + " and {} jobs are kept in memory",
                    singleLine(job.jobId()),
                    singleLine(job.correlationId()),
                    unstored.size(),
                    e);
            return false;
        }
    }

    private void retryLater(int attempt) {
        if (!retrying.compareAndSet(false, true)) {
            return;
        }
        try {
            schedule.accept(() -> executor.execute(() -> retry(attempt + 1)), RETRIES.delay(attempt));
        } catch (RejectedExecutionException e) {
            retrying.set(false);
            LOG.debug("Storing of parse jobs is not retried before the next job or the stop: {}", e.toString());
        }
    }

    /**
     * Stores jobs until the first failure: a database that is down would delay each attempt. The job that failed is the
     * last one of the next rounds, so that a job that the repository rejects does not prevent others from being stored.
     */
    private void retry(int attempt) {
        retrying.set(false);
        int nextAttempt = attempt;
        for (SubmittedJob job = unstored.peek(); job != null; job = unstored.peek()) {
            if (!tryStore(job)) {
                // In this order, so that a stop sees the job at any time.
                unstored.add(job);
                unstored.remove(job);
                retryLater(nextAttempt);
                return;
            }
            nextAttempt = 0;
        }
    }
}
