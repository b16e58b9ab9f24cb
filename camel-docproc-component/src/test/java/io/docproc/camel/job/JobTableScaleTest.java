/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.DatabaseServer;
import io.docproc.camel.testkit.EachStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Query plans, locks and chunks of a job table with more completed jobs than open ones. */
@Timeout(120)
class JobTableScaleTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final String PATH = "/docproc/completions";
    private static final int OPEN = 100;
    private static final int COMPLETED = 5_000;

    private JdbcJobRepository repository;
    private JdbcTemplate rows;

    private void start(DatabaseServer server) {
        DataSource database = server.newPool();
        start(database);
        rows = new JdbcTemplate(database);
        List<Object[]> jobs = new ArrayList<>();
        for (int number = 0; number < OPEN + COMPLETED; number++) {
            boolean open = number < OPEN;
            long time = NOW.toEpochMilli() + number;
            jobs.add(new Object[] {"job-" + number, PATH, time, time, open ? 0 : 1, open ? null : time});
        }
        rows.batchUpdate("INSERT INTO DOCPROC_JOB VALUES (?, NULL, ?, ?, ?, 0, 0, NULL, 0, ?, ?)", jobs);
        rows.execute(
                switch (server) {
                    case H2 -> "ANALYZE";
                    case POSTGRESQL -> "VACUUM ANALYZE DOCPROC_JOB";
                    case MARIADB -> "ANALYZE TABLE DOCPROC_JOB";
                });
    }

    private void start(DataSource database) {
        repository = new JdbcJobRepository(database);
        repository.start();
    }

    @AfterEach
    void stop() {
        repository.stop();
    }

    private String plan(String sql, Object... parameters) {
        return rows.queryForList("EXPLAIN " + sql, parameters).toString().toUpperCase(Locale.ROOT);
    }

    @ParameterizedTest
    @EachStore
    void overdueJobsAreReadFromTheIndexOfOpenJobs(DatabaseServer server) {
        start(server);
        String limit = server == DatabaseServer.MARIADB ? " LIMIT 500" : " OFFSET 0 ROWS FETCH NEXT 500 ROWS ONLY";
        long waitingBefore = NOW.plusMillis(5).toEpochMilli();

        assertThat(plan(JdbcJobRepository.OVERDUE + limit, PATH, waitingBefore, waitingBefore))
                .contains("DOCPROC_JOB_OPEN")
                .doesNotContain("FILESORT", "SORT  (COST", "SEQ SCAN", "TABLESCAN");
    }

    /** A connection keeps the plan that it made for a small table until the database has statistics. */
    @ParameterizedTest
    @EachStore
    void aJobOfANewTableIsFoundByItsPrimaryKey(DatabaseServer server) {
        DataSource database = server.newPool();
        start(database);
        rows = new JdbcTemplate(database);
        repository.submitted(new SubmittedJob("job-1", "invoice.pdf", PATH, NOW, 0));

        assertThat(plan(JdbcJobRepository.LEASE, "node", 1L, "job-1", "node", 1L))
                .satisfies(this::usesPrimaryKey);
        assertThat(plan(JdbcJobRepository.RESCHEDULE, 1L, 1, "job-1", 1L, 1L)).satisfies(this::usesPrimaryKey);
        assertThat(plan(JdbcJobRepository.FAILED, 1L, "job-1", "node")).satisfies(this::usesPrimaryKey);
        assertThat(plan(JdbcJobRepository.COMPLETE, 1L, "job-1")).satisfies(this::usesPrimaryKey);
        assertThat(plan(JdbcJobRepository.FIND, "job-1")).satisfies(this::usesPrimaryKey);
    }

    private void usesPrimaryKey(String plan) {
        assertThat(plan).containsAnyOf("SCAN USING DOCPROC_JOB_PKEY", " KEY=PRIMARY,", "PUBLIC.PRIMARY_KEY");
    }

    @ParameterizedTest
    @EachStore
    void expiredJobsAreReadFromTheIndexOfKeptJobs(DatabaseServer server) {
        start(server);
        String limit = server == DatabaseServer.MARIADB ? " LIMIT 500" : " OFFSET 0 ROWS FETCH NEXT 500 ROWS ONLY";

        assertThat(plan(JdbcJobRepository.EXPIRED + limit, NOW.plusMillis(300).toEpochMilli()))
                .contains("DOCPROC_JOB_KEPT")
                .doesNotContain("FILESORT", "SORT  (COST", "SEQ SCAN", "TABLESCAN");
    }

    @ParameterizedTest
    @EachStore
    void purgeDoesNotWaitForOpenJobsThatAreLocked(DatabaseServer server) throws SQLException {
        start(server);
        try (Connection other = rows.getDataSource().getConnection();
                Statement lock = other.createStatement()) {
            other.setAutoCommit(false);
            lock.execute("UPDATE DOCPROC_JOB SET LEASE_OWNER = 'other' WHERE JOB_ID = 'job-0'");
            lock.execute("UPDATE DOCPROC_JOB SET LEASE_OWNER = 'other' WHERE JOB_ID = 'job-99'");
            lock.execute(
                    "INSERT INTO DOCPROC_JOB VALUES ('job-200x', NULL, '" + PATH + "', 1, 1, 0, 0, NULL, 0, 0, NULL)");

            repository.purge(NOW.plusSeconds(60));

            other.rollback();
        }

        assertThat(repository.size()).isEqualTo(OPEN);
        assertThat(rows.queryForObject("SELECT COUNT(*) FROM DOCPROC_JOB", Integer.class))
                .isEqualTo(OPEN);
    }

    @ParameterizedTest
    @EachStore
    void purgeDeletesAtMost500JobsInOneTransaction(DatabaseServer server) {
        start(server);
        repository.stop();
        List<Integer> deleted = new CopyOnWriteArrayList<>();
        start(new DelegatingDataSource(rows.getDataSource()) {
            @Override
            public Connection getConnection() throws SQLException {
                int before = rows.queryForObject("SELECT COUNT(*) FROM DOCPROC_JOB", Integer.class);
                deleted.add(before);
                return super.getConnection();
            }
        });
        deleted.clear();

        repository.purge(NOW.plusSeconds(60));

        int previous = OPEN + COMPLETED;
        for (int remaining : deleted) {
            assertThat(previous - remaining).isBetween(0, 500);
            previous = remaining;
        }
        assertThat(rows.queryForObject("SELECT COUNT(*) FROM DOCPROC_JOB", Integer.class))
                .isEqualTo(OPEN);
    }
}
