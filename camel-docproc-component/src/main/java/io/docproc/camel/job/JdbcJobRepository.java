/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import io.docproc.camel.internal.store.Database;
import io.docproc.camel.internal.store.DriverConnections;
import io.docproc.camel.internal.store.RepositorySupport;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Job repository in the database table {@code DOCPROC_JOB}. It survives a restart and a kill of the process. In an
 * embedded database it is the store of one node; in a database server, several nodes share it. The start creates the
 * table and its indexes if they do not exist, with the statements of {@code
 * META-INF/docproc/<database>/job-repository.sql}. Times are stored as milliseconds since the epoch. Each node uses its
 * own clock; the clocks must differ by much less than the lease timeout.
 *
 * <p>Each operation runs in a transaction of its own, on a thread of its own. It neither joins nor commits the
 * transaction of the caller. Thread-safe.
 *
 * <p>A stored job survives a kill of the process. For this, the JDBC URL of H2 needs the option {@code WRITE_DELAY=0}; the
 * start fails without it. With {@code DB_CLOSE_ON_EXIT=FALSE}, the database stays open until the routes have stopped.
 */
public final class JdbcJobRepository extends RepositorySupport implements JobRepository {
    private static final Instant LAST_MILLI = Instant.ofEpochMilli(Long.MAX_VALUE);
    private static final int PURGE_SIZE = 500;

    private static final String INSERT =
            "INSERT INTO DOCPROC_JOB (JOB_ID, CORRELATION_ID, FILE_NAME, CONSUMER_PATH, SUBMITTED_AT,"
                    + " WAITING_SINCE, POLL_COUNT, FAILURE_COUNT, LEASED_UNTIL, COMPLETED) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0)";
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
    private static final String COUNT = "SELECT COUNT(*) FROM DOCPROC_JOB WHERE COMPLETED = 0";
    private static final String SELECT =
            "SELECT JOB_ID, CORRELATION_ID, FILE_NAME, CONSUMER_PATH, SUBMITTED_AT, POLL_COUNT,"
                    + " FAILURE_COUNT, WAITING_SINCE FROM DOCPROC_JOB WHERE ";
    static final String FIND = SELECT + OPEN_JOB;
    static final String OVERDUE = SELECT
            + "COMPLETED = 0 AND CONSUMER_PATH = ? AND WAITING_SINCE < ? AND LEASED_UNTIL < ? ORDER BY WAITING_SINCE";

    private final Database<IllegalStateException> database;
    /** Whether stored leases are those of an ended process: before the first start, if H2 locks the database. */
    private boolean leasesAreStale;

    private boolean createTableIfNotExists = true;

    /** Creates a repository in the database of a connection pool. */
    public JdbcJobRepository(DataSource dataSource) {
        this.database = new Database<>(dataSource::getConnection, "job repository", IllegalStateException::new);
    }

    /**
     * Creates a repository in a database of a JDBC URL, whose driver is on the class path, for example {@code
     * jdbc:h2:./data/jobs;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE}.
     */
    public JdbcJobRepository(String url) {
        this(url, "", "");
    }

    /** Creates a repository in a database of a JDBC URL with a user, as {@link #JdbcJobRepository(String)} does. */
    public JdbcJobRepository(String url, String user, String password) {
        this.leasesAreStale = url.matches("jdbc:h2:(?!tcp:|ssl:|(?i:.*;AUTO_SERVER=TRUE)).*");
        this.database = new Database<>(
                new DriverConnections(url, user, password), "job repository", IllegalStateException::new);
    }

    @Override
    protected void doStart() throws Exception {
        try {
            database.start(this);
            database.requireDurableCommits();
            database.createTables("job-repository", "DOCPROC_JOB", createTableIfNotExists);
            releaseLeasesOfThisNode();
        } catch (Exception e) {
            doStop();
            throw e;
        }
    }

    /**
     * After a kill, the jobs whose completions were in the route would wait until their leases expire. A session besides
     * the two of this repository belongs to another repository of this process, whose leases are not stale.
     */
    private void releaseLeasesOfThisNode() {
        if (leasesAreStale) {
            database.update("UPDATE DOCPROC_JOB SET LEASED_UNTIL = 0 WHERE COMPLETED = 0"
                    + " AND (SELECT COUNT(*) FROM INFORMATION_SCHEMA.SESSIONS) <= 2");
            leasesAreStale = false;
        }
    }

    @Override
    protected void doStop() throws Exception {
        database.stop();
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
     * start fails without the table.
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
                    job.correlationId().isEmpty() ? null : job.correlationId(),
                    job.fileName().isEmpty() ? null : job.fileName(),
                    job.path(),
                    millis(job.submittedAt()),
                    millis(job.waitingSince()),
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
        if (database.update(LEASE, owner, millis(until), jobId, owner, millis(now)) == 1) {
            return LeaseResult.ACQUIRED;
        }
        return isCompleted(jobId)
                .map(completed -> completed ? LeaseResult.COMPLETED : LeaseResult.HELD_BY_OTHER)
                .orElse(LeaseResult.UNKNOWN);
    }

    @Override
    public boolean reschedule(SubmittedJob job, SubmittedJob next, Instant now) {
        return database.update(
                        RESCHEDULE,
                        millis(next.waitingSince()),
                        next.pollCount(),
                        job.jobId(),
                        millis(job.waitingSince()),
                        millis(now))
                == 1;
    }

    @Override
    public void release(String jobId, String owner) {
        database.update(RELEASE, jobId, owner);
    }

    @Override
    public void failed(String jobId, String owner, Instant waitingSince) {
        database.update(FAILED, millis(waitingSince), jobId, owner);
    }

    @Override
    public void completed(String jobId, Instant keepUntil) {
        database.update(COMPLETE, millis(keepUntil), jobId);
    }

    @Override
    public List<SubmittedJob> overdue(String path, Instant waitingBefore, Instant now, int limit) {
        return database.query(
                limit, OVERDUE + " LIMIT " + limit, JdbcJobRepository::job, path, millis(waitingBefore), millis(now));
    }

    /**
     * Deletes each completed job by its primary key, so that one row is locked at a time: MySQL and MariaDB lock every row
     * that a statement reads.
     */
    @Override
    public void purge(Instant now) {
        List<String> expired;
        do {
            expired =
                    database.query(PURGE_SIZE, EXPIRED + " LIMIT " + PURGE_SIZE, row -> row.getString(1), millis(now));
            expired.forEach(jobId -> database.update(DELETE, jobId));
        } while (expired.size() == PURGE_SIZE);
    }

    @Override
    public int size() {
        return database.query(1, COUNT, row -> row.getInt(1)).get(0);
    }

    /** Returns the last time that a column can store for a later one, such as the end of a validity without end. */
    private static long millis(Instant time) {
        return time.isAfter(LAST_MILLI) ? Long.MAX_VALUE : time.toEpochMilli();
    }

    private static SubmittedJob job(ResultSet row) throws SQLException {
        return new SubmittedJob(
                row.getString(1),
                text(row, 2),
                text(row, 3),
                row.getString(4),
                Instant.ofEpochMilli(row.getLong(5)),
                row.getInt(6),
                row.getInt(7),
                Instant.ofEpochMilli(row.getLong(8)));
    }

    private static String text(ResultSet row, int column) throws SQLException {
        String text = row.getString(column);
        return text == null ? "" : text;
    }
}
