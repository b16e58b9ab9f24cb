/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.arjuna.ats.arjuna.common.CoreEnvironmentBeanException;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.jta.common.jtaPropertyManager;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.narayana.NarayanaTransactionIntegration;
import io.docproc.camel.job.JobRepository.LeaseResult;
import io.docproc.camel.testkit.DatabaseServer;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import javax.sql.DataSource;
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
        assertThat(repository.reschedule(job("before"), NOW, NOW.plusSeconds(1)))
                .isTrue();
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

        assertThat(plain.queryForObject("SELECT COUNT(*) FROM ORDERS", Integer.class))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void jtaTransactionRollsBackWithoutTheJobs(DatabaseServer server) throws Exception {
        String url = server.newDatabase();
        JdbcTemplate plain = new JdbcTemplate(DatabaseServer.pool(url));
        plain.execute("CREATE TABLE ORDERS (ID INT)");
        TransactionManager transactions = com.arjuna.ats.jta.TransactionManager.transactionManager();

        try (AgroalDataSource enlisted = enlisted(url, transactions)) {
            start(enlisted);
            transactions.begin();
            try {
                useRepository(new JdbcTemplate(enlisted));
            } finally {
                transactions.rollback();
            }

            assertRolledBack(plain);
        }
    }

    @ParameterizedTest
    @EnumSource
    void jtaTransactionOfTheCallerCommits(DatabaseServer server) throws Exception {
        String url = server.newDatabase();
        JdbcTemplate plain = new JdbcTemplate(DatabaseServer.pool(url));
        plain.execute("CREATE TABLE ORDERS (ID INT)");
        TransactionManager transactions = com.arjuna.ats.jta.TransactionManager.transactionManager();

        try (AgroalDataSource enlisted = enlisted(url, transactions)) {
            start(enlisted);
            transactions.begin();
            try {
                useRepository(new JdbcTemplate(enlisted));
            } finally {
                transactions.commit();
            }
        }

        assertThat(plain.queryForObject("SELECT COUNT(*) FROM ORDERS", Integer.class))
                .isEqualTo(1);
    }

    /** Returns pooled connections that join the JTA transaction of the thread. */
    private static AgroalDataSource enlisted(String url, TransactionManager transactions) throws SQLException {
        return AgroalDataSource.from(
                new AgroalDataSourceConfigurationSupplier().connectionPoolConfiguration(pool -> pool.maxSize(10)
                        .transactionIntegration(new NarayanaTransactionIntegration(
                                transactions,
                                jtaPropertyManager.getJTAEnvironmentBean().getTransactionSynchronizationRegistry()))
                        .connectionFactoryConfiguration(
                                factory -> factory.jdbcUrl(url).connectionProviderClass(xaDataSource(url)))));
    }

    private static Class<?> xaDataSource(String url) {
        if (url.startsWith("jdbc:h2:")) {
            return JdbcDataSource.class;
        }
        return url.startsWith("jdbc:mariadb:") ? MariaDbDataSource.class : PGXADataSource.class;
    }
}
