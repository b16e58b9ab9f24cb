/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import io.docproc.camel.internal.storage.Database;
import io.docproc.camel.internal.storage.RepositorySupport;
import io.docproc.camel.internal.storage.RepositoryTables;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/**
 * Job repository in the database table {@code DOCPROC_JOB}. It survives a restart of the process, and several nodes can
 * share it. The start creates the table and its indexes if they do not exist, with the statements of {@code
 * META-INF/docproc/<database>/job-repository.sql}. Times are stored as milliseconds since
 * the epoch. Each node uses its own clock; the clocks must differ by much less than the lease timeout.
 *
 * <p>Each operation runs in a transaction of its own, on a thread of its own. It neither joins nor commits the
 * transaction of the caller. Thread-safe.
 */
public final class JdbcJobRepository extends RepositorySupport implements JobRepository {
    private static final int COUNT_SECONDS = 20;
    private static final int PURGE_SIZE = 500;

    private static final RepositoryTables TABLES = new RepositoryTables("job-repository");
    private static final String INSERT = "INSERT INTO DOCPROC_JOB (JOB_ID, CORRELATION_ID, CONSUMER_PATH, SUBMITTED_AT,"
            + " WAITING_SINCE, POLL_COUNT, FAILURE_COUNT, LEASED_UNTIL, COMPLETED) VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0)";
    private static final String IS_COMPLETED = "SELECT COMPLETED FROM DOCPROC_JOB WHERE JOB_ID = ?";
    /** No equality, so that PostgreSQL does not search the index of open jobs for a single job of a new table. */
    private static final String OPEN_JOB = "JOB_ID = ? AND COMPLETED <> 1";

    static final String LEASE = "UPDATE DOCPROC_JOB SET LEASE_OWNER = ?, LEASED_UNTIL = ?,"
            + " WAITING_SINCE = SUBMITTED_AT WHERE " + OPEN_JOB
            + " AND (LEASE_OWNER IS NULL OR LEASE_OWNER = ? OR LEASED_UNTIL < ?)";
    static final String RESCHEDULE = "UPDATE DOCPROC_JOB SET LEASE_OWNER = NULL, LEASED_UNTIL = 0,"
            + " WAITING_SINCE = ?, POLL_COUNT = ? WHERE " + OPEN_JOB
            + " AND WAITING_SINCE = ? AND LEASED_UNTIL < ?";
    private static final String RELEASE =
            "UPDATE DOCPROC_JOB SET LEASE_OWNER = NULL, LEASED_UNTIL = 0 WHERE JOB_ID = ? AND LEASE_OWNER = ?";
    static final String FAILED = "UPDATE DOCPROC_JOB SET LEASE_OWNER = NULL, LEASED_UNTIL = 0,"
            + " WAITING_SINCE = ?, FAILURE_COUNT = FAILURE_COUNT + 1 WHERE " + OPEN_JOB
            + " AND (LEASE_OWNER IS NULL OR LEASE_OWNER = ?)";
    static final String COMPLETE = "UPDATE DOCPROC_JOB SET COMPLETED = 1, KEEP_UNTIL = ? WHERE " + OPEN_JOB;
    static final String EXPIRED = "SELECT JOB_ID FROM DOCPROC_JOB WHERE KEEP_UNTIL < ? ORDER BY KEEP_UNTIL";
    private static final String DELETE = "DELETE FROM DOCPROC_JOB WHERE JOB_ID = ? AND COMPLETED = 1";
    private static final String SELECT = "SELECT JOB_ID, CORRELATION_ID, CONSUMER_PATH, SUBMITTED_AT, POLL_COUNT,"
            + " FAILURE_COUNT, WAITING_SINCE FROM DOCPROC_JOB WHERE ";
    static final String FIND = SELECT + OPEN_JOB;
    static final String OVERDUE = SELECT
            + "COMPLETED = 0 AND CONSUMER_PATH = ? AND WAITING_SINCE < ? AND LEASED_UNTIL < ? ORDER BY WAITING_SINCE";

    private final Database<IllegalStateException> database;
    private final OpenJobCount count;
    private boolean createTableIfNotExists = true;
    private ScheduledExecutorService scheduler;

    /** Creates a repository in this database. */
    public JdbcJobRepository(DataSource dataSource) {
        this.database = new Database<>(dataSource, "job repository", IllegalStateException::new);
        this.count = new OpenJobCount(database);
    }

    @Override
    protected void doStart() {
        database.start(this);
        if (createTableIfNotExists) {
            TABLES.createIn(database);
        } else {
            TABLES.checkIn(database);
        }
        scheduler = newScheduledThread("docproc job count");
        scheduler.scheduleWithFixedDelay(count::refreshQuietly, 0, COUNT_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    protected void doStop() {
        if (scheduler != null) {
            shutdown(scheduler);
        }
        count.clear();
    }

    @Override
    protected void doShutdown() {
        database.shutdown(this);
    }

    /** Returns whether the start creates the table and its indexes if they do not exist. */
    public boolean isCreateTableIfNotExists() {
        return createTableIfNotExists;
    }

    /**
     * Sets whether the start creates the table and its indexes if they do not exist; by default true. If false, the
     * start fails without the table, and logs a warning for each missing index.
     */
    public void setCreateTableIfNotExists(boolean createTableIfNotExists) {
        this.createTableIfNotExists = createTableIfNotExists;
    }

    /** Inserts a job. Another node, or a callback, may have inserted the same job before; its row is then kept. */
    @Override
    public void submitted(SubmittedJob job) {
        try {
            database.update(
                    INSERT,
                    job.jobId(),
                    job.correlationId(),
                    job.path(),
                    job.submittedAt().toEpochMilli(),
                    job.waitingSince().toEpochMilli(),
                    job.pollCount(),
                    job.failureCount());
        } catch (IllegalStateException e) {
            if (isCompleted(job.jobId()).isEmpty()) {
                throw e;
            }
        }
    }

    /** Returns whether a job is completed, or an empty result if it has no row. */
    private Optional<Boolean> isCompleted(String jobId) {
        return database.query(1, IS_COMPLETED, row -> row.getInt(1) == 1, jobId).stream()
                .findAny();
    }

    @Override
    public Optional<SubmittedJob> find(String jobId) {
        return database.query(1, FIND, JdbcJobRepository::job, jobId).stream().findAny();
    }

    @Override
    public LeaseResult lease(String jobId, String owner, Instant now, Instant until) {
        if (database.update(LEASE, owner, until.toEpochMilli(), jobId, owner, now.toEpochMilli()) == 1) {
            return LeaseResult.ACQUIRED;
        }
        return isCompleted(jobId)
                .map(completed -> completed ? LeaseResult.COMPLETED : LeaseResult.HELD_BY_OTHER)
                .orElse(LeaseResult.UNKNOWN);
    }

    @Override
    public boolean reschedule(SubmittedJob job, SubmittedJob next, Instant now) {
        return database.update(RESCHEDULE, parameters(job, next, now)) == 1;
    }

    /** Reschedules the jobs in one transaction, ordered by their ids, so that two nodes do not cause a deadlock. */
    @Override
    public List<SubmittedJob> rescheduleAll(Map<SubmittedJob, SubmittedJob> next, Instant now) {
        List<SubmittedJob> jobs = next.keySet().stream()
                .sorted(Comparator.comparing(SubmittedJob::jobId))
                .toList();
        int[] changed = database.updateAll(
                RESCHEDULE,
                jobs.stream().map(job -> parameters(job, next.get(job), now)).toList());
        return IntStream.range(0, changed.length)
                .filter(index -> changed[index] == 1)
                .mapToObj(jobs::get)
                .toList();
    }

    private static Object[] parameters(SubmittedJob job, SubmittedJob next, Instant now) {
        return new Object[] {
            next.waitingSince().toEpochMilli(),
            next.pollCount(),
            job.jobId(),
            job.waitingSince().toEpochMilli(),
            now.toEpochMilli()
        };
    }

    @Override
    public void release(String jobId, String owner) {
        database.update(RELEASE, jobId, owner);
    }

    @Override
    public void failed(String jobId, String owner, Instant waitingSince) {
        database.update(FAILED, waitingSince.toEpochMilli(), jobId, owner);
    }

    @Override
    public void completed(String jobId, Instant keepUntil) {
        database.update(COMPLETE, keepUntil.toEpochMilli(), jobId);
    }

    @Override
    public List<SubmittedJob> overdue(String path, Instant waitingBefore, Instant now, int limit) {
        return database.query(
                limit,
                OVERDUE + database.product().limit(limit),
                JdbcJobRepository::job,
                path,
                waitingBefore.toEpochMilli(),
                now.toEpochMilli());
    }

    /**
     * Deletes completed jobs in batches, so that few rows are locked at a time. Each row is deleted by its primary key,
     * because MySQL and MariaDB lock every row that a statement reads.
     */
    @Override
    public void purge(Instant now) {
        List<String> expired;
        do {
            expired = database.query(
                    PURGE_SIZE,
                    EXPIRED + database.product().limit(PURGE_SIZE),
                    row -> row.getString(1),
                    now.toEpochMilli());
            if (!expired.isEmpty()) {
                database.updateAll(
                        DELETE,
                        expired.stream().map(jobId -> new Object[] {jobId}).toList());
            }
        } while (expired.size() == PURGE_SIZE);
    }

    /**
     * Returns the number of jobs that are not completed. A number of 10,000 or more is counted every 20 seconds in the
     * background.
     */
    @Override
    public int size() {
        return count.get();
    }

    private static SubmittedJob job(ResultSet row) throws SQLException {
        String correlationId = row.getString(2);
        return new SubmittedJob(
                row.getString(1),
                correlationId == null ? "" : correlationId,
                row.getString(3),
                Instant.ofEpochMilli(row.getLong(4)),
                row.getInt(5),
                row.getInt(6),
                Instant.ofEpochMilli(row.getLong(7)));
    }
}
