/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.job.JobRepository.LeaseResult;
import io.docproc.camel.testkit.CapturedLog;
import io.docproc.camel.testkit.DatabaseServer;
import io.docproc.camel.testkit.EachStore;
import io.docproc.camel.testkit.MemoryDatabase;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Table of the job repository: its DDL files, its creation and its indexes. */
class JobTableTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private final List<JdbcJobRepository> started = new ArrayList<>();

    private JdbcJobRepository start(DataSource database) {
        JdbcJobRepository repository = new JdbcJobRepository(database);
        repository.start();
        started.add(repository);
        return repository;
    }

    private JdbcJobRepository startWithoutCreation(DataSource database) {
        JdbcJobRepository repository = new JdbcJobRepository(database);
        repository.setCreateTableIfNotExists(false);
        repository.start();
        started.add(repository);
        return repository;
    }

    @AfterEach
    void stop() {
        started.forEach(JdbcJobRepository::stop);
    }

    private static void run(DataSource database, String ddl) {
        for (String statement : ddl.replaceAll("(?m)^--.*", "").split(";")) {
            if (!statement.isBlank()) {
                new JdbcTemplate(database).execute(statement);
            }
        }
    }

    private static String ddl(String database) throws Exception {
        try (InputStream file =
                JobTableTest.class.getResourceAsStream("/META-INF/docproc/" + database + "/job-repository.sql")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void assertWorks(JobRepository repository) {
        SubmittedJob job = new SubmittedJob("Job-1", "", "/path", NOW, 0);
        repository.submitted(job);
        repository.submitted(new SubmittedJob("job-1", "", "/other", NOW, 0));
        assertThat(repository.find("Job-1")).contains(job);
        assertThat(repository.overdue("/path", NOW.plusSeconds(1), NOW, 10)).containsExactly(job);
        assertThat(repository.reschedule(job, job.polled(NOW.plusSeconds(9)), NOW))
                .isTrue();
        assertThat(repository.lease("Job-1", "a", NOW, NOW.plusSeconds(1))).isEqualTo(LeaseResult.ACQUIRED);
        repository.completed("Job-1", NOW);
        assertThat(repository.size()).isEqualTo(1);
        repository.purge(NOW.plusSeconds(1));
        assertThat(repository.lease("Job-1", "a", NOW, NOW)).isEqualTo(LeaseResult.UNKNOWN);
    }

    @ParameterizedTest
    @EachStore
    void tableThatAMigrationCreatedIsUsed(DatabaseServer server) throws Exception {
        DataSource database = server.newPool();
        run(
                database,
                ddl(server == DatabaseServer.MARIADB ? "mysql" : server.name().toLowerCase(Locale.ROOT)));

        assertThat(log(() -> assertWorks(startWithoutCreation(database)))).doesNotContain("lacks the index");
    }

    /** The compatibility modes of H2 know the data types, but not the collation of a column. */
    @ParameterizedTest
    @CsvSource({"oracle,Oracle", "sqlserver,MSSQLServer"})
    void tableOfADatabaseThatIsNotTestedIsUsedInTheCompatibilityModeOfH2(String folder, String mode) throws Exception {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL(MemoryDatabase.newUrl() + ";MODE=" + mode);
        run(database, ddl(folder).replace(" COLLATE Latin1_General_100_BIN2", ""));

        assertThat(log(() -> assertWorks(startWithoutCreation(database)))).doesNotContain("lacks the index");
    }

    /** H2 sometimes fails statements while another node creates the table. */
    @Test
    void startCreatesTheTableAlthoughItsFirstStatementsFail() {
        DataSource database = DatabaseServer.H2.newPool();
        AtomicInteger connections = new AtomicInteger();
        Set<Integer> failing = Set.of(2, 3);

        assertWorks(start(new DelegatingDataSource(database) {
            @Override
            public Connection getConnection() throws SQLException {
                if (failing.contains(connections.incrementAndGet())) {
                    throw new SQLException("general error");
                }
                return super.getConnection();
            }
        }));
    }

    @ParameterizedTest
    @EachStore
    void startCreatesTheTableWithItsIndexes(DatabaseServer server) {
        DataSource database = server.newPool();

        assertThat(log(() -> assertWorks(start(database)))).doesNotContain("lacks the index");
        assertThat(log(() -> startWithoutCreation(database))).doesNotContain("lacks the index");
    }

    @ParameterizedTest
    @EachStore
    void nodesThatStartAtTheSameTimeCreateOneTable(DatabaseServer server) throws Exception {
        DataSource database = server.newPool();
        ExecutorService nodes = Executors.newFixedThreadPool(4);
        List<Future<JobRepository>> starts = new ArrayList<>();
        try {
            for (int node = 0; node < 4; node++) {
                JdbcJobRepository repository = new JdbcJobRepository(database);
                started.add(repository);
                starts.add(nodes.submit(() -> {
                    repository.start();
                    return repository;
                }));
            }
            for (Future<JobRepository> start : starts) {
                start.get();
            }
        } finally {
            nodes.shutdownNow();
        }

        assertWorks(started.get(0));
        assertThat(log(() -> startWithoutCreation(database))).doesNotContain("lacks the index");
    }

    @ParameterizedTest
    @EachStore
    void missingIndexIsReportedWithItsStatement(DatabaseServer server) {
        DataSource database = server.newPool();
        start(database).submitted(new SubmittedJob("1", "", "/path", NOW, 0));
        new JdbcTemplate(database)
                .execute("DROP INDEX DOCPROC_JOB_OPEN" + (server == DatabaseServer.MARIADB ? " ON DOCPROC_JOB" : ""));

        String log = log(() -> startWithoutCreation(database));

        assertThat(log)
                .contains("WARN")
                .contains("The table DOCPROC_JOB lacks the index DOCPROC_JOB_OPEN")
                .contains("CREATE INDEX DOCPROC_JOB_OPEN ON DOCPROC_JOB (COMPLETED, CONSUMER_PATH, WAITING_SINCE)")
                .doesNotContain("DOCPROC_JOB_KEPT");
        assertThat(log(() -> startWithoutCreation(database)))
                .as("the start has not created it")
                .contains("lacks the index");
        assertThat(log(() -> start(database))).contains("lacks the index");
        assertThat(log(() -> start(database)))
                .as("the last start has created it")
                .doesNotContain("lacks the index");
    }

    @ParameterizedTest
    @EachStore
    void indexesOfAnEmptyTableAreCreatedWithoutAWarning(DatabaseServer server) throws Exception {
        DataSource database = server.newPool();
        runTable(
                database,
                server == DatabaseServer.MARIADB ? "mysql" : server.name().toLowerCase(Locale.ROOT));

        assertThat(log(() -> start(database))).doesNotContain("lacks the index");
        assertThat(log(() -> startWithoutCreation(database))).doesNotContain("lacks the index");
    }

    private static void runTable(DataSource database, String folder) throws Exception {
        run(database, ddl(folder).replaceAll("CREATE INDEX[^;]*;", ""));
    }

    /** The other node has created the table, and creates the indexes when this one opens its n-th connection. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void nodeThatFindsTheTableOfAnotherOneWithoutItsIndexesLogsNoWarning(int connection) throws Exception {
        DataSource database = DatabaseServer.H2.newPool();
        runTable(database, "h2");
        AtomicInteger connections = new AtomicInteger();
        DataSource observed = new DelegatingDataSource(database) {
            @Override
            public Connection getConnection() throws SQLException {
                if (connections.incrementAndGet() == connection) {
                    start(database).submitted(new SubmittedJob("1", "", "/path", NOW, 0));
                }
                return super.getConnection();
            }
        };

        assertThat(log(() -> start(observed))).doesNotContain("lacks the index");
        assertThat(connections).hasValueGreaterThanOrEqualTo(connection);
    }

    @Tag("endurance")
    @Test
    void indexWithAnotherNameOnTheSameColumnsSuffices() {
        DataSource database = DatabaseServer.POSTGRESQL.newPool();
        start(database);
        run(database, "ALTER INDEX DOCPROC_JOB_OPEN RENAME TO OURS");

        assertThat(log(() -> startWithoutCreation(database))).doesNotContain("lacks the index");
    }

    @Tag("endurance")
    @Test
    void indexesOfATableInALaterSchemaOfTheSearchPathAreFound() {
        String url = DatabaseServer.POSTGRESQL.newDatabase();
        DataSource owner = DatabaseServer.pool(url);
        start(owner);
        start(DatabaseServer.POSTGRESQL.newPool());
        String schema = new JdbcTemplate(owner).queryForObject("SELECT current_schema()", String.class);
        String firstSchema = schema + "_app";
        run(owner, "CREATE SCHEMA " + firstSchema);
        DataSource searching = DatabaseServer.pool(url + "_app," + schema);

        assertThat(log(() -> startWithoutCreation(searching))).doesNotContain("lacks the index");
        run(owner, "DROP INDEX DOCPROC_JOB_OPEN");
        assertThat(log(() -> startWithoutCreation(searching)))
                .contains("lacks the index DOCPROC_JOB_OPEN")
                .doesNotContain("DOCPROC_JOB_KEPT");
    }

    @ParameterizedTest
    @EachStore
    void withoutCreationAMissingTableFailsTheStartWithItsStatement(DatabaseServer server) {
        DataSource database = server.newPool();

        assertThatThrownBy(() -> startWithoutCreation(database))
                .hasStackTraceContaining("The table DOCPROC_JOB does not exist")
                .hasStackTraceContaining("create it with: CREATE TABLE DOCPROC_JOB");
        assertThatThrownBy(() -> startWithoutCreation(database)).isNotNull();
    }

    @Tag("endurance")
    @Test
    void permissionsOnRowsAreEnoughIfTheTableExists() throws Exception {
        String url = DatabaseServer.POSTGRESQL.newDatabase();
        DataSource owner = DatabaseServer.pool(url);
        run(owner, ddl("postgresql"));
        String schema = new JdbcTemplate(owner).queryForObject("SELECT current_schema()", String.class);
        String user = schema + "_user";
        run(
                owner,
                "CREATE ROLE " + user + " LOGIN PASSWORD 'x'; GRANT USAGE ON SCHEMA " + schema + " TO " + user
                        + "; GRANT SELECT, INSERT, UPDATE, DELETE ON DOCPROC_JOB TO " + user);

        assertWorks(start(DatabaseServer.pool(url.replaceFirst("user=\\w+", "user=" + user + "&password=x"))));
    }

    private static String log(Runnable work) {
        try (CapturedLog log = new CapturedLog()) {
            work.run();
            return log.text();
        }
    }
}
