/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.camel.Service;

/**
 * Stores the parse jobs that were submitted and are not completed, so that a lost callback does not lose a job. Several
 * nodes may share a repository. A lease ensures that one node at a time processes a completion; it expires if that node
 * fails.
 *
 * <p>A job is overdue if its current wait has lasted for {@code pollAfter}, an option of the consumer. Therefore the
 * repository stores the start of the wait. It is initially the time of the submission. Later it is calculated from the
 * time of the next poll.
 *
 * <p>Implementations are thread-safe. Each method runs in a transaction of its own, even if the calling thread has a
 * transaction. Methods block until the store responds. If it fails, they throw an unchecked exception; the caller does
 * not know whether the change was made, and may call the method again. Arguments and results are never null. Times are
 * exact to at least one millisecond; a store may truncate them. All nodes that share a repository need the same time,
 * to within much less than the lease timeout.
 */
public interface JobRepository extends Service {

    /** The result of {@link #lease}. */
    enum LeaseResult {
        /** The caller holds the lease until it expires. */
        ACQUIRED,
        /** Another node holds the lease. */
        HELD_BY_OTHER,
        /** The route has already processed the completion. */
        COMPLETED,
        /** The repository does not contain the job. */
        UNKNOWN
    }

    /**
     * Stores a job that the service has accepted. A job that is stored after the method has returned survives a failure
     * of the process, except in a {@link MemoryJobRepository}. Has no effect on a job that is already stored or
     * completed: a callback may arrive before the response to the submission.
     *
     * @param job the job, with an id of 1 to 255 characters that is case-sensitive
     */
    void submitted(SubmittedJob job);

    /** Returns the job with this id; empty if the repository does not contain it or if it is completed. */
    Optional<SubmittedJob> find(String jobId);

    /**
     * Leases a job, or extends the lease of the same owner. When the lease has expired, the job is overdue: its node
     * has failed while the route was running.
     *
     * @param owner id of the caller, unique to a node
     * @param now the current time
     * @param until time at which the lease expires
     * @return the state of the job after the call
     */
    LeaseResult lease(String jobId, String owner, Instant now, Instant until);

    /**
     * Sets the number of polls and the start of the wait of a job to those of {@code next}, in one atomic step. Has no
     * effect if the job is completed or leased, or if its wait does not start at {@code job.waitingSince()} any more.
     * Thus only one of several nodes polls, without a lease.
     *
     * @param job as read from the repository, or as set by this method
     * @param next the job {@linkplain SubmittedJob#polled after a poll}, or before a poll that was not made
     * @param now the current time
     * @return whether the job was rescheduled, so that the caller may poll
     */
    boolean reschedule(SubmittedJob job, SubmittedJob next, Instant now);

    /** Releases the lease of this owner. Has no effect if another owner has leased the job. */
    void release(String jobId, String owner);

    /**
     * Releases the lease of this owner after its route has failed, counts the failure and sets the start of the next
     * wait. Has no effect if another owner has leased the job, or if the job is completed.
     */
    void failed(String jobId, String owner, Instant waitingSince);

    /**
     * Marks a job as completed after the route has processed its completion. Until {@code keepUntil}, {@link #lease}
     * returns {@link LeaseResult#COMPLETED} for the job. A repository with a limited capacity may delete the record
     * earlier. Has no effect on a job that is completed already or unknown.
     */
    void completed(String jobId, Instant keepUntil);

    /**
     * Returns overdue jobs in ascending order of the start of their wait; an empty list if there are none. The cost
     * depends on the number of overdue jobs, not on the number of stored ones.
     *
     * @param path path of the consumer
     * @param waitingBefore selects jobs whose wait started before this time
     * @param now selects jobs that are not leased at this time
     * @param limit maximum number of jobs, at least 1
     */
    List<SubmittedJob> overdue(String path, Instant waitingBefore, Instant now, int limit);

    /** Deletes completed jobs whose {@code keepUntil} has passed. The consumer calls it once an hour. */
    void purge(Instant now);

    /** Returns the number of jobs that are not completed. A store may return a number that is up to 30 s old. */
    int size();
}
