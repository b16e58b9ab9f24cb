/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.apache.camel.support.service.ServiceSupport;

/**
 * A job log in a database table, {@code DOCPROC_JOB}: survives the process, and several nodes can share it. The table is
 * made at start when it is not there. Times are milliseconds since the epoch, by the clocks of the nodes, which must
 * agree to well within {@code claimTimeout}. The row of a completed job stays for a day.
 */
public final class JdbcJobLog extends ServiceSupport implements JobLog {
    /** Health checks and meters count: a database that hangs must not hang them. */
    private static final int COUNTING_SECONDS = 5;

    private static final String CREATE = "CREATE TABLE DOCPROC_JOB (JOB_ID VARCHAR(255) PRIMARY KEY,"
            + " CORRELATION_ID VARCHAR(1024) NOT NULL, CONSUMER_PATH VARCHAR(255) NOT NULL,"
            + " SUBMITTED_AT BIGINT NOT NULL, QUESTIONS INT NOT NULL, ASK_AT BIGINT NOT NULL,"
            + " CLAIMED_BY VARCHAR(64), CLAIMED_UNTIL BIGINT NOT NULL, DONE_AT BIGINT)";
    private static final String INSERT = "INSERT INTO DOCPROC_JOB (JOB_ID, CORRELATION_ID, CONSUMER_PATH, SUBMITTED_AT,"
            + " QUESTIONS, ASK_AT, CLAIMED_UNTIL) VALUES (?, ?, ?, ?, ?, 0, 0)";
    private static final String CLAIM = "UPDATE DOCPROC_JOB SET CLAIMED_BY = ?, CLAIMED_UNTIL = ? WHERE JOB_ID = ?"
            + " AND DONE_AT IS NULL AND (CLAIMED_BY IS NULL OR CLAIMED_BY = ? OR CLAIMED_UNTIL < ?)";
    private static final String ASK_AGAIN = "UPDATE DOCPROC_JOB SET CLAIMED_BY = NULL, CLAIMED_UNTIL = 0, ASK_AT = ?,"
            + " QUESTIONS = QUESTIONS + 1 WHERE JOB_ID = ? AND (CLAIMED_BY IS NULL OR CLAIMED_BY = ?)";
    private static final String RELEASE =
            "UPDATE DOCPROC_JOB SET CLAIMED_BY = NULL, CLAIMED_UNTIL = 0 WHERE JOB_ID = ? AND CLAIMED_BY = ?";
    private static final String DONE = "UPDATE DOCPROC_JOB SET DONE_AT = ? WHERE JOB_ID = ? AND DONE_AT IS NULL";
    private static final String PURGE = "DELETE FROM DOCPROC_JOB WHERE DONE_AT < ?";
    private static final String COUNT_WAITING = "SELECT COUNT(*) FROM DOCPROC_JOB WHERE DONE_AT IS NULL";
    private static final String COUNT_ONE = "SELECT COUNT(*) FROM DOCPROC_JOB WHERE JOB_ID = ?";
    private static final String COUNT_ONE_DONE = COUNT_ONE + " AND DONE_AT IS NOT NULL";
    private static final String WAITING = "SELECT JOB_ID, CORRELATION_ID, CONSUMER_PATH, SUBMITTED_AT, QUESTIONS"
            + " FROM DOCPROC_JOB WHERE DONE_AT IS NULL AND ";
    private static final String FIND = WAITING + "JOB_ID = ?";
    private static final String OVERDUE = WAITING + "CONSUMER_PATH = ? AND SUBMITTED_AT < ? AND ASK_AT <= ?"
            + " AND (CLAIMED_BY IS NULL OR CLAIMED_UNTIL < ?) ORDER BY SUBMITTED_AT";
    private static final Duration DONE_IS_KEPT = Duration.ofDays(1);
    private static final Duration BETWEEN_PURGES = Duration.ofHours(1);

    private final DataSource dataSource;
    private final Clock clock;
    private final AtomicReference<Instant> nextPurge = new AtomicReference<>(Instant.MIN);

    /** A log in this database. */
    public JdbcJobLog(DataSource dataSource) {
        this(dataSource, Clock.systemUTC());
    }

    JdbcJobLog(DataSource dataSource, Clock clock) {
        this.dataSource = dataSource;
        this.clock = clock;
    }

    @Override
    protected void doStart() {
        if (!tableExists()) {
            create();
        }
        purge();
    }

    private boolean tableExists() {
        try {
            size();
            return true;
        } catch (IllegalStateException missing) {
            return false;
        }
    }

    /** Two nodes may start at the same moment: the one that comes second finds the table made. */
    private void create() {
        try {
            update(CREATE);
        } catch (IllegalStateException notCreated) {
            if (!tableExists()) {
                throw notCreated;
            }
        }
    }

    private void purge() {
        Instant now = clock.instant();
        Instant due = nextPurge.get();
        if (!now.isBefore(due) && nextPurge.compareAndSet(due, now.plus(BETWEEN_PURGES))) {
            update(PURGE, now.minus(DONE_IS_KEPT).toEpochMilli());
        }
    }

    @Override
    public void submitted(SubmittedJob job) {
        if (count(COUNT_ONE, job.jobId()) == 0) {
            insert(job);
        }
    }

    /** Two nodes may submit at the same moment: the one that comes second finds the job known. */
    private void insert(SubmittedJob job) {
        try {
            update(
                    INSERT,
                    job.jobId(),
                    job.correlationId(),
                    job.path(),
                    job.submittedAt().toEpochMilli(),
                    job.questions());
        } catch (IllegalStateException notInserted) {
            if (count(COUNT_ONE, job.jobId()) == 0) {
                throw notInserted;
            }
        }
    }

    @Override
    public Optional<SubmittedJob> find(String jobId) {
        return jobs(FIND, 1, jobId).stream().findAny();
    }

    @Override
    public Claim claim(String jobId, String owner, Instant now, Instant until) {
        if (update(CLAIM, owner, until.toEpochMilli(), jobId, owner, now.toEpochMilli()) == 1) {
            return Claim.TAKEN;
        }
        if (count(COUNT_ONE_DONE, jobId) == 1) {
            return Claim.DONE;
        }
        return count(COUNT_ONE, jobId) == 0 ? Claim.UNKNOWN : Claim.BUSY;
    }

    @Override
    public void askAgain(String jobId, String owner, Instant at) {
        update(ASK_AGAIN, at.toEpochMilli(), jobId, owner);
    }

    @Override
    public void release(String jobId, String owner) {
        update(RELEASE, jobId, owner);
    }

    @Override
    public void completed(String jobId) {
        update(DONE, clock.millis(), jobId);
        purge();
    }

    @Override
    public List<SubmittedJob> overdue(String path, Instant submittedBefore, Instant now, int most) {
        return jobs(OVERDUE, most, path, submittedBefore.toEpochMilli(), now.toEpochMilli(), now.toEpochMilli());
    }

    private List<SubmittedJob> jobs(String sql, int most, Object... parameters) {
        return run(
                sql,
                statement -> {
                    statement.setMaxRows(most);
                    List<SubmittedJob> jobs = new ArrayList<>();
                    try (ResultSet rows = statement.executeQuery()) {
                        while (rows.next()) {
                            jobs.add(new SubmittedJob(
                                    rows.getString(1),
                                    rows.getString(2),
                                    rows.getString(3),
                                    Instant.ofEpochMilli(rows.getLong(4)),
                                    rows.getInt(5)));
                        }
                    }
                    return jobs;
                },
                parameters);
    }

    @Override
    public int size() {
        return count(COUNT_WAITING);
    }

    private int update(String sql, Object... parameters) {
        return run(sql, PreparedStatement::executeUpdate, parameters);
    }

    private int count(String sql, Object... parameters) {
        return run(
                sql,
                statement -> {
                    statement.setQueryTimeout(COUNTING_SECONDS);
                    try (ResultSet rows = statement.executeQuery()) {
                        rows.next();
                        return rows.getInt(1);
                    }
                },
                parameters);
    }

    private interface Work<T> {
        T with(PreparedStatement statement) throws SQLException;
    }

    /** Each statement has a connection and a transaction of its own, so that none suffers from another's failure. */
    private <T> T run(String sql, Work<T> work, Object... parameters) {
        try (Connection connection = dataSource.getConnection()) {
            return connection.getAutoCommit()
                    ? execute(connection, sql, work, parameters)
                    : executeAndCommit(connection, sql, work, parameters);
        } catch (SQLException failed) {
            throw new IllegalStateException("The job log's database failed: " + failed.getMessage(), failed);
        }
    }

    private static <T> T executeAndCommit(Connection connection, String sql, Work<T> work, Object[] parameters)
            throws SQLException {
        try {
            T result = execute(connection, sql, work, parameters);
            connection.commit();
            return result;
        } catch (SQLException failed) {
            try {
                connection.rollback();
            } catch (SQLException lost) {
                failed.addSuppressed(lost);
            }
            throw failed;
        }
    }

    private static <T> T execute(Connection connection, String sql, Work<T> work, Object[] parameters)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int index = 0; index < parameters.length; index++) {
                statement.setObject(index + 1, parameters[index]);
            }
            return work.with(statement);
        }
    }
}
