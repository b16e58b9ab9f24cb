/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import io.docproc.camel.internal.storage.Database;
import io.docproc.camel.internal.storage.DatabaseTable;
import io.docproc.camel.internal.storage.RepositorySupport;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Job repository in the database table {@code DOCPROC_JOB}. It survives a restart of the process, and several nodes can
 * share it. The start creates the table and its indexes if they do not exist. Times are stored as milliseconds since
 * the epoch. Each node uses its own clock; the clocks must differ by much less than the lease timeout.
 *
 * <p>Each operation runs in a transaction of its own, on a thread of its own. It neither joins nor commits the
 * transaction of the caller. Thread-safe.
 */
public final class JdbcJobRepository extends RepositorySupport implements JobRepository {
    /**
     * Timeout of counts. Health checks and meters use them, and a database that does not respond must not block these.
     */
    private static final int COUNT_TIMEOUT_SECONDS = 5;

    private static final int LARGE_COUNT = 10_000;
    private static final Duration LARGE_COUNT_VALIDITY = Duration.ofSeconds(30);
    private static final int PURGE_SIZE = 500;

    /**
     * Polls and counts use the first index, a purge uses the second one. Neither reads completed rows that are kept.
     */
    private static final DatabaseTable TABLE = new DatabaseTable(
            "DOCPROC_JOB",
            List.of(
                    "JOB_ID VARCHAR(255) NOT NULL PRIMARY KEY",
                    "CORRELATION_ID VARCHAR(1024)",
                    "CONSUMER_PATH VARCHAR(255) NOT NULL",
                    "SUBMITTED_AT BIGINT NOT NULL",
                    "WAITING_SINCE BIGINT NOT NULL",
                    "POLL_COUNT INT NOT NULL",
                    "FAILURE_COUNT INT NOT NULL",
                    "LEASE_OWNER VARCHAR(64)",
                    "LEASED_UNTIL BIGINT NOT NULL",
                    "COMPLETED SMALLINT NOT NULL",
                    "KEEP_UNTIL BIGINT"),
            Map.of(
                    "DOCPROC_JOB_OPEN", "(COMPLETED, CONSUMER_PATH, WAITING_SINCE)",
                    "DOCPROC_JOB_KEPT", "(KEEP_UNTIL)"));

    private static final String INSERT = "INSERT INTO DOCPROC_JOB (JOB_ID, CORRELATION_ID, CONSUMER_PATH, SUBMITTED_AT,"
            + " WAITING_SINCE, POLL_COUNT, FAILURE_COUNT, LEASED_UNTIL, COMPLETED) VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0)";
    private static final String IS_COMPLETED = "SELECT COMPLETED FROM DOCPROC_JOB WHERE JOB_ID = ?";
    private static final String LEASE = "UPDATE DOCPROC_JOB SET LEASE_OWNER = ?, LEASED_UNTIL = ?,"
            + " WAITING_SINCE = SUBMITTED_AT WHERE JOB_ID = ? AND COMPLETED = 0"
            + " AND (LEASE_OWNER IS NULL OR LEASE_OWNER = ? OR LEASED_UNTIL < ?)";
    private static final String RESCHEDULE = "UPDATE DOCPROC_JOB SET LEASE_OWNER = NULL, LEASED_UNTIL = 0,"
            + " WAITING_SINCE = ?, POLL_COUNT = POLL_COUNT + 1 WHERE JOB_ID = ? AND COMPLETED = 0"
            + " AND WAITING_SINCE = ? AND LEASED_UNTIL < ?";
    private static final String RELEASE =
            "UPDATE DOCPROC_JOB SET LEASE_OWNER = NULL, LEASED_UNTIL = 0 WHERE JOB_ID = ? AND LEASE_OWNER = ?";
    private static final String FAILED = "UPDATE DOCPROC_JOB SET LEASE_OWNER = NULL, LEASED_UNTIL = 0,"
            + " WAITING_SINCE = ?, FAILURE_COUNT = FAILURE_COUNT + 1 WHERE JOB_ID = ? AND COMPLETED = 0"
            + " AND (LEASE_OWNER IS NULL OR LEASE_OWNER = ?)";
    private static final String COMPLETE =
            "UPDATE DOCPROC_JOB SET COMPLETED = 1, KEEP_UNTIL = ? WHERE JOB_ID = ? AND COMPLETED = 0";
    private static final String EXPIRED = "SELECT JOB_ID FROM DOCPROC_JOB WHERE KEEP_UNTIL < ? ORDER BY KEEP_UNTIL";
    private static final String DELETE = "DELETE FROM DOCPROC_JOB WHERE COMPLETED = 1 AND JOB_ID IN (%s)";
    private static final String COUNT_ALL = "SELECT COUNT(*) FROM DOCPROC_JOB WHERE COMPLETED = 0";
    private static final String COUNT_SOME =
            "SELECT COUNT(*) FROM (SELECT JOB_ID FROM DOCPROC_JOB WHERE COMPLETED = 0 ORDER BY COMPLETED%s) OPEN_JOBS";
    private static final String OPEN = "SELECT JOB_ID, CORRELATION_ID, CONSUMER_PATH, SUBMITTED_AT, POLL_COUNT,"
            + " FAILURE_COUNT, WAITING_SINCE FROM DOCPROC_JOB WHERE COMPLETED = 0 AND ";
    private static final String FIND = OPEN + "JOB_ID = ?";
    private static final String OVERDUE =
            OPEN + "CONSUMER_PATH = ? AND WAITING_SINCE < ? AND LEASED_UNTIL < ? ORDER BY WAITING_SINCE";

    private final Database<IllegalStateException> database;
    private final Clock clock;
    private String limitClause;
    private volatile Count largeCount = new Count(0, Instant.MIN);

    private record Count(int jobs, Instant validUntil) {}

    /** Creates a repository in this database. */
    public JdbcJobRepository(DataSource dataSource) {
        this(dataSource, Clock.systemUTC());
    }

    JdbcJobRepository(DataSource dataSource, Clock clock) {
        this.database = new Database<>(dataSource, "job repository", IllegalStateException::new);
        this.clock = clock;
    }

    @Override
    protected void doStart() {
        database.start(this);
        TABLE.createIn(database);
        limitClause =
                database.run(connection -> limitClause(connection.getMetaData().getDatabaseProductName()));
    }

    @Override
    protected void doShutdown() {
        database.shutdown(this);
    }

    private static String limitClause(String product) {
        return product.contains("MySQL") || product.contains("MariaDB")
                ? " LIMIT %d"
                : " OFFSET 0 ROWS FETCH NEXT %d ROWS ONLY";
    }

    @Override
    public void submitted(SubmittedJob job) {
        if (isCompleted(job.jobId()).isEmpty()) {
            insert(job);
        }
    }

    /** Inserts a job. Another node may insert the same job concurrently; its row is then kept. */
    private void insert(SubmittedJob job) {
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
    public boolean reschedule(SubmittedJob job, Instant now, Instant waitingSince) {
        return database.update(
                        RESCHEDULE,
                        waitingSince.toEpochMilli(),
                        job.jobId(),
                        job.waitingSince().toEpochMilli(),
                        now.toEpochMilli())
                == 1;
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
                OVERDUE + limitClause.formatted(limit),
                JdbcJobRepository::job,
                path,
                waitingBefore.toEpochMilli(),
                now.toEpochMilli());
    }

    /** Deletes completed jobs in batches by primary key, so that few rows are locked at a time. */
    @Override
    public void purge(Instant now) {
        List<String> expired;
        do {
            expired = database.query(
                    PURGE_SIZE,
                    EXPIRED + limitClause.formatted(PURGE_SIZE),
                    row -> row.getString(1),
                    now.toEpochMilli());
            if (!expired.isEmpty()) {
                database.update(
                        DELETE.formatted(String.join(", ", Collections.nCopies(expired.size(), "?"))),
                        expired.toArray());
            }
        } while (expired.size() == PURGE_SIZE);
    }

    /**
     * Returns the number of jobs that are not completed. A count of 10,000 or more is slow and is cached for 30
     * seconds.
     */
    @Override
    public int size() {
        Instant now = clock.instant();
        Count reusable = largeCount;
        if (now.isBefore(reusable.validUntil())) {
            return reusable.jobs();
        }
        int jobs = database.execute(COUNT_SOME.formatted(limitClause.formatted(LARGE_COUNT)), JdbcJobRepository::count);
        if (jobs < LARGE_COUNT) {
            return jobs;
        }
        largeCount = new Count(database.execute(COUNT_ALL, JdbcJobRepository::count), now.plus(LARGE_COUNT_VALIDITY));
        return largeCount.jobs();
    }

    private static int count(PreparedStatement statement) throws SQLException {
        statement.setQueryTimeout(COUNT_TIMEOUT_SECONDS);
        try (ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getInt(1);
        }
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
