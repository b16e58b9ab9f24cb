/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.arjuna.common.CoreEnvironmentBeanException;
import com.arjuna.ats.jdbc.TransactionalDriver;
import io.docproc.camel.job.JobRepository.LeaseResult;
import io.docproc.camel.testkit.DatabaseServer;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Properties;
import javax.sql.DataSource;
import javax.sql.XADataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mariadb.jdbc.MariaDbDataSource;
import org.postgresql.xa.PGXADataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.support.TransactionTemplate;

/** The job repository in a transaction of its caller, which it neither joins nor ends nor waits for. */
@Timeout(60)
class JobTransactionTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    @TempDir
    static Path directory;

    private JdbcJobRepository repository;

    @BeforeAll
    static void configureTransactionLog() throws CoreEnvironmentBeanException {
        arjPropertyManager.getCoreEnvironmentBean().setNodeIdentifier("test");
        arjPropertyManager.getObjectStoreEnvironmentBean().setObjectStoreDir(directory.toString());
    }

    @AfterEach
    void stop() {
        repository.stop();
    }

    private void start(DataSource dataSource) {
        repository = new JdbcJobRepository(dataSource);
        repository.start();
        repository.submitted(job("before"));
    }

    private static SubmittedJob job(String jobId) {
        return new SubmittedJob(jobId, "", "/path", NOW, 0);
    }

    /** Uses the repository while the transaction of the caller, which has locked a row of its own, is open. */
    private void useRepository(JdbcTemplate caller) {
        caller.update("INSERT INTO ORDERS VALUES (1)");
        repository.submitted(job("1"));
        repository.submitted(job("2"));
        assertThat(repository.lease("1", "a", NOW, NOW.plusSeconds(60))).isEqualTo(LeaseResult.ACQUIRED);
        repository.completed("1", NOW.plusSeconds(60));
        assertThat(repository.reschedule(job("before"), NOW, NOW.plusSeconds(1))).isTrue();
        repository.purge(NOW);
        assertThat(repository.size()).isEqualTo(2);
    }

    private void assertRolledBack(JdbcTemplate plain) {
        assertThat(plain.queryForObject("SELECT COUNT(*) FROM ORDERS", Integer.class))
                .as("rows of the caller")
                .isZero();
        assertThat(repository.find("2")).contains(job("2"));
        assertThat(repository.lease("1", "b", NOW, NOW)).isEqualTo(LeaseResult.COMPLETED);
        assertThat(repository.find("before").orElseThrow().pollCount()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void springTransactionRollsBackWithoutTheJobs(DatabaseServer server) {
        DataSource dataSource = server.newPool();
        JdbcTemplate plain = new JdbcTemplate(dataSource);
        plain.execute("CREATE TABLE ORDERS (ID INT)");
        DataSource enlisted = new TransactionAwareDataSourceProxy(dataSource);
        start(enlisted);

        new TransactionTemplate(new DataSourceTransactionManager(dataSource)).executeWithoutResult(transaction -> {
            useRepository(new JdbcTemplate(enlisted));
            transaction.setRollbackOnly();
        });

        assertRolledBack(plain);
    }

    @ParameterizedTest
    @EnumSource
    void springTransactionOfTheCallerCommits(DatabaseServer server) {
        DataSource dataSource = server.newPool();
        JdbcTemplate plain = new JdbcTemplate(dataSource);
        plain.execute("CREATE TABLE ORDERS (ID INT)");
        DataSource enlisted = new TransactionAwareDataSourceProxy(dataSource);
        start(enlisted);

        new TransactionTemplate(new DataSourceTransactionManager(dataSource))
                .executeWithoutResult(transaction -> useRepository(new JdbcTemplate(enlisted)));

        assertThat(plain.queryForObject("SELECT COUNT(*) FROM ORDERS", Integer.class)).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void jtaTransactionRollsBackWithoutTheJobs(DatabaseServer server) throws Exception {
        String url = server.newDatabase();
        JdbcTemplate plain = new JdbcTemplate(DatabaseServer.pool(url));
        plain.execute("CREATE TABLE ORDERS (ID INT)");
        DataSource enlisted = enlisted(url);
        start(enlisted);

        TransactionManager transactions = com.arjuna.ats.jta.TransactionManager.transactionManager();
        transactions.begin();
        try {
            useRepository(new JdbcTemplate(enlisted));
        } finally {
            transactions.rollback();
        }

        assertRolledBack(plain);
    }

    /** Returns a data source whose connections join the JTA transaction of the thread. */
    private static DataSource enlisted(String url) throws SQLException {
        Properties properties = new Properties();
        properties.put(TransactionalDriver.XADataSource, xaDataSource(url));
        properties.put(TransactionalDriver.userName, "");
        properties.put(TransactionalDriver.password, "");
        return new SimpleDriverDataSource(new TransactionalDriver(), TransactionalDriver.arjunaDriver + url, properties);
    }

    private static XADataSource xaDataSource(String url) throws SQLException {
        if (url.startsWith("jdbc:h2:")) {
            JdbcDataSource h2 = new JdbcDataSource();
            h2.setURL(url);
            return h2;
        }
        if (url.startsWith("jdbc:mariadb:")) {
            return new MariaDbDataSource(url);
        }
        PGXADataSource postgres = new PGXADataSource();
        postgres.setUrl(url);
        return postgres;
    }
}
