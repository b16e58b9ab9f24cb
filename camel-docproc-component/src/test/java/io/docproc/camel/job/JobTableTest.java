/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.job.JobRepository.LeaseResult;
import io.docproc.camel.testkit.DatabaseServer;
import io.docproc.camel.testkit.EachStore;
import io.docproc.camel.testkit.Matrix;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.springframework.jdbc.core.JdbcTemplate;

/** Table of the job repository: its DDL files, its creation, query plans, purging, and nodes that use it together. */
@Timeout(120)
class JobTableTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private static final String PATH = "/docproc/completions";
    private static final int OPEN = 100;
    private static final int COMPLETED = 5_000;
    private static final int NODES = 4;
    private static final int JOBS = Matrix.isFull() ? 100 : 50;

    private final List<JdbcJobRepository> started = new ArrayList<>();
    private JdbcTemplate rows;

    private JdbcJobRepository start(DataSource database) {
        return start(database, true);
    }

    private JdbcJobRepository start(DataSource database, boolean createTable) {
        JdbcJobRepository repository = new JdbcJobRepository(database);
        repository.setCreateTableIfNotExists(createTable);
        started.add(repository);
        repository.start();
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

        assertWorks(start(database, false));
    }

    @ParameterizedTest
    @EachStore
    void nodesThatStartAtTheSameTimeCreateOneTable(DatabaseServer server) throws Exception {
        DataSource database = server.newPool();
        started.addAll(runTogether(Collections.nCopies(NODES, () -> {
            JdbcJobRepository repository = new JdbcJobRepository(database);
            repository.start();
            return repository;
        })));
        assertWorks(started.get(0));
    }

    @ParameterizedTest
    @EachStore
    void withoutCreationAMissingTableFailsTheStartWithItsStatement(DatabaseServer server) {
        DataSource database = server.newPool();

        assertThatThrownBy(() -> start(database, false))
                .hasStackTraceContaining("The table DOCPROC_JOB of the job repository does not exist")
                .hasStackTraceContaining("run the statements of META-INF/docproc/");
        assertThatThrownBy(() -> start(database, false)).isNotNull();
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @EachStore(except = {"H2", "MARIADB"})
    void permissionsOnRowsAreEnoughIfTheTableExists(DatabaseServer server) throws Exception {
        String url = server.newDatabase();
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

    /** Starts a repository whose table has more completed jobs than open ones. */
    private JdbcJobRepository startWithRows(DatabaseServer server) {
        DataSource database = server.newPool();
        JdbcJobRepository repository = start(database);
        rows = new JdbcTemplate(database);
        List<Object[]> jobs = new ArrayList<>();
        for (int number = 0; number < OPEN + COMPLETED; number++) {
            boolean open = number < OPEN;
            long time = NOW.toEpochMilli() + number;
            jobs.add(new Object[] {"job-" + number, PATH, time, time, open ? 0 : 1, open ? null : time});
        }
        rows.batchUpdate("INSERT INTO DOCPROC_JOB VALUES (?, NULL, NULL, ?, ?, ?, 0, 0, NULL, 0, ?, ?)", jobs);
        rows.execute(
                switch (server) {
                    case H2 -> "ANALYZE";
                    case POSTGRESQL -> "VACUUM ANALYZE DOCPROC_JOB";
                    case MARIADB -> "ANALYZE TABLE DOCPROC_JOB";
                });
        return repository;
    }

    private String plan(String sql, Object... parameters) {
        return rows.queryForList("EXPLAIN " + sql, parameters).toString().toUpperCase(Locale.ROOT);
    }

    @ParameterizedTest
    @EachStore
    void overdueAndExpiredJobsAreReadFromTheirIndexes(DatabaseServer server) {
        startWithRows(server);
        String limit = " LIMIT 500";
        long before = NOW.plusMillis(5).toEpochMilli();

        assertThat(plan(JdbcJobRepository.OVERDUE + limit, PATH, before, before))
                .contains("DOCPROC_JOB_OPEN")
                .doesNotContain("FILESORT", "SORT  (COST", "SEQ SCAN", "TABLESCAN");
        assertThat(plan(JdbcJobRepository.EXPIRED + limit, NOW.plusMillis(300).toEpochMilli()))
                .contains("DOCPROC_JOB_KEPT")
                .doesNotContain("FILESORT", "SORT  (COST", "SEQ SCAN", "TABLESCAN");
    }

    /** A connection keeps the plan that it made for a small table until the database has statistics. */
    @ParameterizedTest
    @EachStore
    void aJobOfANewTableIsFoundByItsPrimaryKey(DatabaseServer server) {
        DataSource database = server.newPool();
        start(database).submitted(new SubmittedJob("job-1", "invoice.pdf", PATH, NOW, 0));
        rows = new JdbcTemplate(database);

        assertThat(List.of(
                        plan(JdbcJobRepository.LEASE, "node", 1L, "job-1", "node", 1L),
                        plan(JdbcJobRepository.RESCHEDULE, 1L, 1, "job-1", 1L, 1L),
                        plan(JdbcJobRepository.FAILED, 1L, "job-1", "node"),
                        plan(JdbcJobRepository.COMPLETE, 1L, "job-1"),
                        plan(JdbcJobRepository.FIND, "job-1")))
                .allSatisfy(plan -> assertThat(plan)
                        .containsAnyOf("SCAN USING DOCPROC_JOB_PKEY", " KEY=PRIMARY,", "PUBLIC.PRIMARY_KEY"));
    }

    @ParameterizedTest
    @EachStore
    void purgeDoesNotWaitForOpenJobsThatAreLocked(DatabaseServer server) throws SQLException {
        JdbcJobRepository repository = startWithRows(server);
        try (Connection other = rows.getDataSource().getConnection();
                Statement lock = other.createStatement()) {
            other.setAutoCommit(false);
            lock.execute("UPDATE DOCPROC_JOB SET LEASE_OWNER = 'other' WHERE JOB_ID IN ('job-0', 'job-99')");
            lock.execute("INSERT INTO DOCPROC_JOB VALUES ('job-200x', NULL, NULL, '" + PATH
                    + "', 1, 1, 0, 0, NULL, 0, 0, NULL)");
            repository.purge(NOW.plusSeconds(60));
            other.rollback();
        }
        assertThat(repository.size()).isEqualTo(OPEN);
        assertThat(count()).isEqualTo(OPEN);
    }

    private int count() {
        return rows.queryForObject("SELECT COUNT(*) FROM DOCPROC_JOB", Integer.class);
    }

    /** Starts nodes, each with connections of its own and the isolation that the database has by default. */
    private void startNodes(DatabaseServer server) {
        String url = server.newDatabase();
        IntStream.range(0, NODES).forEach(node -> start(DatabaseServer.pool(url)));
    }

    private static SubmittedJob job(int number) {
        return new SubmittedJob("job-" + number, "", PATH, NOW, 0);
    }

    /** Runs the work of each node for all jobs at the same time, in an order of its own. */
    private void onAllNodes(ObjIntConsumer<JdbcJobRepository> work) throws Exception {
        List<Callable<Void>> nodes = new ArrayList<>();
        for (JdbcJobRepository node : started) {
            nodes.add(() -> {
                List<Integer> jobs =
                        new ArrayList<>(IntStream.range(0, JOBS).boxed().toList());
                Collections.shuffle(jobs, new Random(started.indexOf(node)));
                jobs.forEach(job -> work.accept(node, job));
                return null;
            });
        }
        runTogether(nodes);
    }

    private static <T> List<T> runTogether(List<Callable<T>> tasks) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> result : threads.invokeAll(tasks)) {
                results.add(result.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    @ParameterizedTest
    @EachStore
    void oneNodeLeasesAndCompletesEachJob(DatabaseServer server) throws Exception {
        startNodes(server);
        ConcurrentLinkedQueue<Integer> completed = new ConcurrentLinkedQueue<>();

        onAllNodes((repository, job) -> {
            repository.submitted(job(job));
            if (repository.lease("job-" + job, "node-" + started.indexOf(repository), NOW, NOW.plusSeconds(60))
                    == LeaseResult.ACQUIRED) {
                completed.add(job);
                repository.completed("job-" + job, NOW.minusSeconds(1));
            }
        });

        assertThat(completed).doesNotHaveDuplicates().hasSize(JOBS);
        assertThat(started.get(0).size()).isZero();
    }
}
