/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.job.JobRepository.LeaseResult;
import io.docproc.camel.testkit.DatabaseServer;
import io.docproc.camel.testkit.EachStore;
import io.docproc.camel.testkit.MemoryDatabase;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** Table of the job repository: its DDL files and its creation. */
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

        assertWorks(startWithoutCreation(database));
    }

    /** The compatibility modes of H2 know the data types, but not the collation of a column. */
    @ParameterizedTest
    @CsvSource({"oracle,Oracle", "sqlserver,MSSQLServer"})
    void tableOfADatabaseThatIsNotTestedIsUsedInTheCompatibilityModeOfH2(String folder, String mode) throws Exception {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL(MemoryDatabase.newUrl() + ";MODE=" + mode);
        run(database, ddl(folder).replace(" COLLATE Latin1_General_100_BIN2", ""));

        assertWorks(startWithoutCreation(database));
    }

    @ParameterizedTest
    @EachStore
    void startCreatesTheTableWithItsIndexes(DatabaseServer server) {
        DataSource database = server.newPool();

        assertWorks(start(database));

        assertThatThrownBy(() -> run(database, "CREATE INDEX DOCPROC_JOB_OPEN ON DOCPROC_JOB (COMPLETED)"))
                .isNotNull();
        startWithoutCreation(database);
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
    }

    @ParameterizedTest
    @EachStore
    void withoutCreationAMissingTableFailsTheStartWithItsStatement(DatabaseServer server) {
        DataSource database = server.newPool();

        assertThatThrownBy(() -> startWithoutCreation(database))
                .hasStackTraceContaining("The table DOCPROC_JOB of the job repository does not exist")
                .hasStackTraceContaining("run the statements of META-INF/docproc/");
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
}
