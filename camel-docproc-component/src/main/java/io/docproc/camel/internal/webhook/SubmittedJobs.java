/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static io.docproc.camel.error.ServiceFailure.singleLine;

import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ServiceFailure;
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
 * the repository has stored it, and storing is retried in the background with exponential backoff. Meanwhile no further
 * job is submitted, so that a process that ends loses no more than the jobs that were in flight. The caller waits for at
 * most five seconds, because its own transaction may hold the database connection that the repository needs. Thread-safe.
 */
public final class SubmittedJobs {
    private static final Logger LOG = LoggerFactory.getLogger(SubmittedJobs.class);
    private static final long MAX_WAIT_SECONDS = 5;
    /** Up to the maximum, submissions fail although the repository works again. */
    private static final Backoff RETRIES = new Backoff(Duration.ofMillis(500), Duration.ofSeconds(10));

    private final Supplier<Optional<JobRepository>> jobRepository;
    private final Executor executor;
    private final BiConsumer<Runnable, Duration> schedule;
    private final Queue<Unstored> unstored = new LinkedBlockingQueue<>();
    private final AtomicBoolean retrying = new AtomicBoolean();

    /** A job in memory. It is overdue after a failed attempt to store it, or one that takes too long. */
    private static final class Unstored {
        private final SubmittedJob job;
        private volatile boolean overdue;

        private Unstored(SubmittedJob job) {
            this.job = job;
        }
    }

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
     * Requires that each submitted job is stored, unless its first attempt is in progress.
     *
     * @throws DocprocTransportException as unsent if one is not
     */
    public void requireStored(String operation) {
        unstored.stream().filter(entry -> entry.overdue).findFirst().ifPresent(entry -> {
            throw DocprocTransportException.notSent(
                    ServiceFailure.local(
                            operation,
                            0,
                            "nothing was sent, because " + unstored.size()
                                    + " submitted parse jobs are not stored in the job repository, the first one "
                                    + entry.job.jobId()
                                    + "; a further job could be lost; repair the job repository, and retry the call later"),
                    null);
        });
    }

    /**
     * Stores a job, and waits for the first attempt for at most five seconds. A failure is logged and storing is
     * retried.
     */
    public void add(SubmittedJob job) {
        if (jobRepository.get().isEmpty()) {
            return;
        }
        Unstored entry = new Unstored(job);
        unstored.add(entry);
        try {
            CompletableFuture.runAsync(() -> storeOrRetry(entry), executor).get(MAX_WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (RejectedExecutionException e) {
            storeOrRetry(entry);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            entry.overdue = true;
            LOG.warn(
                    "Parse job {} ({}) is not stored in the job repository after {} s;"
                            + " storing continues in the background",
                    singleLine(job.jobId()),
                    singleLine(job.correlationId()),
                    MAX_WAIT_SECONDS);
        }
    }

    private void storeOrRetry(Unstored entry) {
        if (!tryStore(entry)) {
            retryLater(0);
        }
    }

    /** Returns the number of jobs that are stored in memory only. */
    public int unstored() {
        return unstored.size();
    }

    /** Continues to store the jobs that the stop before a restart could not store. */
    public void start() {
        // The timer of the component that has stopped does not run its retry any more.
        retrying.set(false);
        if (!unstored.isEmpty()) {
            retryLater(0);
        }
    }

    /** Stores the remaining jobs. Starts no further attempt after a time, or after an interrupt. */
    public void stop(Duration maxWait) {
        long deadline = System.nanoTime() + maxWait.toNanos();
        try {
            for (int attempt = 0; !storeUntilFailure(); attempt++) {
                long pause = Math.min(RETRIES.delay(attempt).toNanos(), deadline - System.nanoTime());
                if (pause <= 0) {
                    break;
                }
                TimeUnit.NANOSECONDS.sleep(pause);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (Unstored entry : unstored) {
            LOG.error(
                    "Parse job {} ({}) was submitted but could not be stored in the job repository before the stop;"
                            + " only its callback can report its completion",
                    singleLine(entry.job.jobId()),
                    singleLine(entry.job.correlationId()));
        }
    }

    private boolean tryStore(Unstored entry) {
        try {
            jobRepository.get().ifPresent(repository -> repository.submitted(entry.job));
            unstored.remove(entry);
            return true;
        } catch (RuntimeException | Error e) {
            entry.overdue = true;
            LOG.warn(
                    "Parse job {} ({}) was submitted but could not be stored in the job repository; storing is retried,"
                            + " {} jobs are kept in memory, and further submissions fail",
                    singleLine(entry.job.jobId()),
                    singleLine(entry.job.correlationId()),
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

    private void retry(int attempt) {
        retrying.set(false);
        if (!storeUntilFailure()) {
            retryLater(attempt);
        }
    }

    /**
     * Stores jobs until the first failure: a database that is down would delay each attempt. The job that failed is the
     * last one of the next rounds, so that a job that the repository rejects does not prevent others from being stored.
     * Returns whether all are stored.
     */
    private boolean storeUntilFailure() {
        for (Unstored entry = unstored.peek(); entry != null; entry = unstored.peek()) {
            if (!tryStore(entry)) {
                // In this order, so that a stop sees the job at any time.
                unstored.add(entry);
                unstored.remove(entry);
                return false;
            }
        }
        return true;
    }
}
