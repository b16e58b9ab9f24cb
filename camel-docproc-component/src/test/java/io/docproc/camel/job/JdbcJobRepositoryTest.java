/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.job.JobRepository.LeaseResult;
import io.docproc.camel.testkit.DatabaseServer;
import io.docproc.camel.testkit.ManualClock;
import io.docproc.camel.testkit.MemoryDatabase;
import io.docproc.camel.testkit.Survives;
import io.docproc.camel.testkit.WithoutAutoCommit;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transactions, tables and purging of the job repository in a database. */
class JdbcJobRepositoryTest {
    private static final Duration A_WEEK = Duration.ofDays(7);

    @TempDir
    Path directory;

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
    @Survives(61)
    void aJobWhoseSubmittingThreadIsInterruptedIsStored() {
        JdbcJobRepository repository = open();

        Thread.currentThread().interrupt();
        repository.submitted(job("1"));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(repository.size()).isEqualTo(1);
    }

    @Test
    void aJobThatIsKeptForEverStaysCompleted() {
        JdbcJobRepository repository = open();
        repository.submitted(job("1"));

        repository.completed("1", Instant.MAX);
        repository.purge(clock.instant().plus(A_WEEK.multipliedBy(1_000)));

        assertThat(lease(repository, "1")).isEqualTo(LeaseResult.COMPLETED);
    }

    @Test
    void aStopClosesAnEmbeddedDatabaseWithItsJobsAndItsUser() throws Exception {
        String url = "jdbc:h2:" + directory.resolve("jobs");
        JdbcJobRepository repository = new JdbcJobRepository(url, "operator", "password");
        repository.start();
        repository.submitted(job("1"));
        assertThatThrownBy(() -> new JdbcJobRepository(url, "operator", "other").start())
                .hasStackTraceContaining("Wrong user name or password");

        repository.stop();

        Path moved = Files.move(directory.resolve("jobs.mv.db"), directory.resolve("moved.mv.db"));
        JdbcJobRepository reopened =
                new JdbcJobRepository("jdbc:h2:" + directory.resolve("moved"), "operator", "password");
        reopened.start();
        assertThat(reopened.find("1")).contains(job("1"));
        reopened.stop();
        assertThat(moved).exists();
    }

    /** H2 keeps SET WRITE_DELAY 0 as a setting, but has the default delay when it opens the database again. */
    @Test
    void anH2DatabaseThatMayLoseJobsIsRefused() throws Exception {
        String url = "jdbc:h2:" + directory.resolve("jobs");
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("SET WRITE_DELAY 0");
        }

        assertThatThrownBy(() -> open(DatabaseServer.pool(url)))
                .hasStackTraceContaining("has a WRITE_DELAY of 500 ms; 0 is required")
                .hasStackTraceContaining("add ;WRITE_DELAY=0 to the JDBC URL");
        assertThatThrownBy(() -> new JdbcJobRepository(url + ";WRITE_DELAY=100").start())
                .hasStackTraceContaining("WRITE_DELAY of 100 ms");
        open(DatabaseServer.pool(url + ";WRITE_DELAY=0")).submitted(job("1"));
        open(DatabaseServer.pool("jdbc:h2:mem:" + directory.getFileName())).submitted(job("2"));
    }

    @Test
    void aUrlWithoutDriverIsReportedWithoutItsPassword() {
        assertThatThrownBy(() -> new JdbcJobRepository("jdbc:unknown:secret").start())
                .hasStackTraceContaining("accepts a URL that begins with jdbc:unknown; add the driver")
                .satisfies(failure -> assertThat(failure).hasStackTraceContaining("com.h2database:h2"))
                .extracting(Throwable::getMessage)
                .asString()
                .doesNotContain("secret");
    }

    @Test
    void aRepositoryThatIsNotStartedSaysSo() {
        assertThatThrownBy(() -> new JdbcJobRepository(database).submitted(job("1")))
                .hasMessage("The job repository is not started; start it before a call");
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
