/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.internal.storage.Database;
import io.docproc.camel.testkit.MemoryDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Number of open jobs in a database. */
class OpenJobCountTest {
    private final JdbcDataSource dataSource = MemoryDatabase.create();
    private final AtomicBoolean unavailable = new AtomicBoolean();
    private final DataSource connections = new DelegatingDataSource(dataSource) {
        @Override
        public Connection getConnection() throws SQLException {
            if (unavailable.get()) {
                throw new SQLException("connection refused");
            }
            return super.getConnection();
        }
    };
    private final Database<IllegalStateException> database =
            new Database<>(connections, "job repository", IllegalStateException::new);
    private final OpenJobCount count = new OpenJobCount(database);
    private JdbcJobRepository repository;
    private JdbcTemplate rows;

    @BeforeEach
    void start() {
        rows = new JdbcTemplate(dataSource);
        repository = new JdbcJobRepository(dataSource);
        repository.start();
        database.start(repository);
    }

    @AfterEach
    void stop() {
        database.shutdown(repository);
        repository.stop();
        repository.shutdown();
    }

    private void insert(int from, int to) {
        rows.execute("INSERT INTO DOCPROC_JOB SELECT 'job-' || X, NULL, '/path', 0, 0, 0, 0, NULL, 0, 0, NULL"
                + " FROM SYSTEM_RANGE(" + from + ", " + to + ")");
    }

    @Test
    void smallNumberIsCountedAtEachCall() {
        insert(1, 9_998);
        assertThat(count.get()).isEqualTo(9_998);

        insert(9_999, 9_999);

        assertThat(count.get()).isEqualTo(9_999);
    }

    @Test
    void largeNumberIsThatOfTheLastRefresh() {
        insert(1, 12_000);
        assertThat(count.get()).isEqualTo(12_000);
        insert(12_001, 12_500);
        assertThat(count.get()).isEqualTo(12_000);

        count.refreshQuietly();
        assertThat(count.get()).isEqualTo(12_500);

        rows.execute("UPDATE DOCPROC_JOB SET COMPLETED = 1 WHERE JOB_ID <> 'job-1'");
        count.refreshQuietly();
        assertThat(count.get()).isEqualTo(1);
        insert(20_000, 20_000);
        assertThat(count.get()).isEqualTo(2);
    }

    @Test
    void failedRefreshIsReportedByTheNextCall() {
        insert(1, 10_000);
        count.refresh();
        rows.execute("DROP TABLE DOCPROC_JOB");

        count.refreshQuietly();

        assertThatThrownBy(count::get).hasMessageContaining("The database of the job repository failed");
    }

    @Test
    void numberOfAnUnavailableDatabaseIsUnknownUntilItIsAvailableAgain() {
        insert(1, 10_000);
        assertThat(count.get()).isEqualTo(10_000);
        unavailable.set(true);
        assertThat(count.get()).as("the last count").isEqualTo(10_000);
        count.refreshQuietly();
        assertThatThrownBy(count::get).hasMessageContaining("connection refused");

        unavailable.set(false);
        insert(10_001, 10_001);

        assertThat(count.get()).isEqualTo(10_001);
    }

    @Test
    void stoppedRepositoryReturnsNoOldNumber() {
        insert(1, 10_000);
        await().until(() -> repository.size() == 10_000);
        repository.stop();
        rows.execute("DELETE FROM DOCPROC_JOB WHERE JOB_ID <> 'job-1'");

        assertThat(repository.size()).isEqualTo(1);
    }
}
