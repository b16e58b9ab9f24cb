/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.job.JobRepository.LeaseResult;
import io.docproc.camel.testkit.DatabaseServer;
import io.docproc.camel.testkit.ManualClock;
import io.docproc.camel.testkit.MemoryDatabase;
import io.docproc.camel.testkit.WithoutAutoCommit;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Transactions, tables and purging of the job repository in a database. */
class JdbcJobRepositoryTest {
    private static final Duration A_WEEK = Duration.ofDays(7);

    private final JdbcDataSource database = MemoryDatabase.create();
    private final ManualClock clock = new ManualClock();

    private JdbcJobRepository open() {
        return open(database);
    }

    private JdbcJobRepository open(DataSource dataSource) {
        JdbcJobRepository repository = new JdbcJobRepository(dataSource);
        repository.start();
        return repository;
    }

    private SubmittedJob job(String jobId) {
        return new SubmittedJob(jobId, "", "/path", clock.instant(), 0);
    }

    private void complete(JobRepository repository, String jobId) {
        repository.submitted(job(jobId));
        repository.completed(jobId, clock.instant().plus(A_WEEK));
    }

    private LeaseResult lease(JobRepository repository, String jobId) {
        Instant now = clock.instant();
        return repository.lease(jobId, "owner", now, now.plusSeconds(1));
    }

    @Test
    @Tag("endurance")
    void createdTableIsVisibleToTheNextNode() {
        DataSource withoutAutoCommit = new WithoutAutoCommit(DatabaseServer.POSTGRESQL.newPool());
        open(withoutAutoCommit).submitted(job("1"));

        assertThat(open(withoutAutoCommit).size()).isEqualTo(1);
    }

    @Test
    void completedJobIsPurgedWhenItsCallbackExpires() {
        JdbcJobRepository repository = open();
        complete(repository, "1");
        clock.advance(Duration.ofHours(1));
        complete(repository, "2");

        clock.advance(A_WEEK.minusMinutes(1));
        repository.purge(clock.instant());

        assertThat(lease(repository, "1")).isEqualTo(LeaseResult.UNKNOWN);
        assertThat(lease(repository, "2")).isEqualTo(LeaseResult.COMPLETED);
    }

    @Test
    void purgeDeletesMoreJobsThanOneBatch() throws Exception {
        JdbcJobRepository repository = open();
        repository.submitted(job("open"));
        for (int number = 0; number < 1_001; number++) {
            complete(repository, "job-" + number);
        }

        repository.purge(clock.instant().plus(A_WEEK).plusMillis(1));

        assertThat(count("SELECT COUNT(*) FROM DOCPROC_JOB")).isEqualTo(1);
    }

    @Test
    void pendingJobIsNeverPurged() {
        JdbcJobRepository repository = open();
        repository.submitted(job("1"));
        clock.advance(A_WEEK.multipliedBy(100));

        repository.purge(clock.instant());

        assertThat(repository.size()).isEqualTo(1);
    }

    @Test
    void connectionOfTheCallersThreadIsNotUsed() {
        ThreadLocal<Boolean> inGlobalTransaction = ThreadLocal.withInitial(() -> false);
        JdbcJobRepository repository = open(managed(() -> inGlobalTransaction.get()));

        inGlobalTransaction.set(true);
        repository.submitted(job("1"));
        inGlobalTransaction.set(false);

        assertThat(repository.size()).isEqualTo(1);
    }

    @Test
    void dataSourceThatNeverCommitsFailsAtStart() {
        JdbcJobRepository repository = new JdbcJobRepository(managed(() -> true));

        assertThatThrownBy(repository::start)
                .hasMessageContaining("commit() is illegal in a global transaction")
                .hasMessageContaining("give the repository a DataSource whose connections commit");
    }

    @FunctionalInterface
    private interface Condition {
        boolean holds();
    }

    /** A data source of an application server: in a global transaction, the application may not commit. */
    private DataSource managed(Condition enlisted) {
        return proxy(DataSource.class, database, name -> {
            Connection connection = database.getConnection();
            connection.setAutoCommit(!enlisted.holds());
            return proxy(Connection.class, connection, method -> {
                if (method.equals("commit")) {
                    throw new SQLException("commit() is illegal in a global transaction");
                }
                return null;
            });
        });
    }

    @FunctionalInterface
    private interface Interception {
        /** Returns null to call the delegate. */
        Object result(String method) throws SQLException;
    }

    private static <T> T proxy(Class<T> type, T delegate, Interception interception) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    Object result = interception.result(method.getName());
                    try {
                        return result == null ? method.invoke(delegate, arguments) : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    @Test
    void interruptOfTheCallerDoesNotAbortTheStatement() {
        JdbcJobRepository repository = open();

        Thread.currentThread().interrupt();
        repository.submitted(job("1"));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(repository.size()).isEqualTo(1);
    }

    private int count(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
