/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.apache.camel.support.service.ServiceSupport;

/**
 * A job log in a database table, {@code DOCPROC_JOB}: survives the process, and several nodes can share it. The table is
 * made at start when it is not there. Times are milliseconds since the epoch, by the clocks of the nodes, which must
 * agree to well within {@code claimTimeout}.
 */
public final class JdbcJobLog extends ServiceSupport implements JobLog {
    private static final String CREATE = "CREATE TABLE DOCPROC_JOB (JOB_ID VARCHAR(255) PRIMARY KEY,"
            + " CORRELATION_ID VARCHAR(1024) NOT NULL, CONSUMER_PATH VARCHAR(255) NOT NULL,"
            + " SUBMITTED_AT BIGINT NOT NULL, QUESTIONS INT NOT NULL, ASK_AT BIGINT NOT NULL,"
            + " CLAIMED_BY VARCHAR(64), CLAIMED_UNTIL BIGINT NOT NULL)";
    private static final String INSERT = "INSERT INTO DOCPROC_JOB (JOB_ID, CORRELATION_ID, CONSUMER_PATH, SUBMITTED_AT,"
            + " QUESTIONS, ASK_AT, CLAIMED_UNTIL) VALUES (?, ?, ?, ?, ?, 0, 0)";
    private static final String CLAIM = "UPDATE DOCPROC_JOB SET CLAIMED_BY = ?, CLAIMED_UNTIL = ? WHERE JOB_ID = ?"
            + " AND (CLAIMED_BY IS NULL OR CLAIMED_BY = ? OR CLAIMED_UNTIL < ?)";
    private static final String ASK_AGAIN = "UPDATE DOCPROC_JOB SET CLAIMED_BY = NULL, CLAIMED_UNTIL = 0, ASK_AT = ?,"
            + " QUESTIONS = QUESTIONS + 1 WHERE JOB_ID = ? AND (CLAIMED_BY IS NULL OR CLAIMED_BY = ?)";
    private static final String RELEASE =
            "UPDATE DOCPROC_JOB SET CLAIMED_BY = NULL, CLAIMED_UNTIL = 0 WHERE JOB_ID = ? AND CLAIMED_BY = ?";
    private static final String DELETE = "DELETE FROM DOCPROC_JOB WHERE JOB_ID = ?";
    private static final String COUNT = "SELECT COUNT(*) FROM DOCPROC_JOB";
    private static final String COUNT_ONE = COUNT + " WHERE JOB_ID = ?";
    private static final String OVERDUE = "SELECT JOB_ID, CORRELATION_ID, CONSUMER_PATH, SUBMITTED_AT, QUESTIONS"
            + " FROM DOCPROC_JOB WHERE CONSUMER_PATH = ? AND SUBMITTED_AT < ? AND ASK_AT <= ?"
            + " AND (CLAIMED_BY IS NULL OR CLAIMED_UNTIL < ?) ORDER BY SUBMITTED_AT";

    private final DataSource dataSource;

    /** A log in this database. */
    public JdbcJobLog(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    @Override
    protected void doStart() throws Exception {
        try (Connection connection = dataSource.getConnection()) {
            if (!tableExists(connection)) {
                create(connection);
            }
        }
    }

    private static boolean tableExists(Connection connection) {
        try (PreparedStatement count = connection.prepareStatement(COUNT);
                ResultSet rows = count.executeQuery()) {
            return rows.next();
        } catch (SQLException missing) {
            return false;
        }
    }

    /** Two nodes may start at the same moment: the one that comes second finds the table made. */
    private static void create(Connection connection) throws SQLException {
        try (PreparedStatement create = connection.prepareStatement(CREATE)) {
            create.execute();
        } catch (SQLException notCreated) {
            if (!tableExists(connection)) {
                throw notCreated;
            }
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
    public Claim claim(String jobId, String owner, Instant now, Instant until) {
        if (update(CLAIM, owner, until.toEpochMilli(), jobId, owner, now.toEpochMilli()) == 1) {
            return Claim.TAKEN;
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
        update(DELETE, jobId);
    }

    @Override
    public List<SubmittedJob> overdue(String path, Instant submittedBefore, Instant now, int most) {
        return run(
                OVERDUE,
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
                path,
                submittedBefore.toEpochMilli(),
                now.toEpochMilli(),
                now.toEpochMilli());
    }

    @Override
    public int size() {
        return count(COUNT);
    }

    private int update(String sql, Object... parameters) {
        return run(sql, PreparedStatement::executeUpdate, parameters);
    }

    private int count(String sql, Object... parameters) {
        return run(
                sql,
                statement -> {
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

    private <T> T run(String sql, Work<T> work, Object... parameters) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int index = 0; index < parameters.length; index++) {
                statement.setObject(index + 1, parameters[index]);
            }
            T result = work.with(statement);
            if (!connection.getAutoCommit()) {
                connection.commit();
            }
            return result;
        } catch (SQLException failed) {
            throw new IllegalStateException("The job log's database failed: " + failed.getMessage(), failed);
        }
    }
}
