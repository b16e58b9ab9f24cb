/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import com.zaxxer.hikari.HikariDataSource;
import io.docproc.camel.job.JdbcJobRepository;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.testkit.DatabaseServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/**
 * Measures a poll round of a job repository: the query for 100 overdue jobs, and the update of their next polls. Its
 * practical limit is the same with bare JDBC.
 */
final class PollRound {
    private static final int OPEN = Math.min(100_000, 10_000 * Benchmark.ROUNDS);
    private static final int OVERDUE = 100;
    private static final int HEAP = 96;
    private static final String PATH = "/completions";
    private static final Instant SUBMITTED = Instant.parse("2026-03-01T12:00:00Z");
    private static final Instant NOW = SUBMITTED.plus(Duration.ofDays(1));
    private static final Instant WAITING_BEFORE = NOW.minus(Duration.ofMinutes(15));

    private PollRound() {}

    static List<Row> measure(Benchmark benchmark) throws Exception {
        Path files = Files.createTempDirectory(benchmark.data().directory(), "jobs-");
        return List.of(
                row(benchmark, "H2", peer -> "jdbc:h2:" + files.resolve(peer.name()) + ";WRITE_DELAY=0"),
                row(benchmark, "PostgreSQL", peer -> DatabaseServer.POSTGRESQL.newDatabase()));
    }

    private static Row row(Benchmark benchmark, String database, Function<Peer, String> url) throws Exception {
        Predicate<Peer> peers = peer -> peer.isDocproc() || peer == Peer.LIMIT;
        try (Rounds rounds = new Rounds(benchmark, "poll-round", HEAP, peers, url)) {
            rounds.warmUp(1, 50 * Benchmark.ROUNDS);
            String open = String.format(Locale.ROOT, "%,d open jobs, ", OPEN);
            Row row = new Row("poll round of 100 overdue among " + open + database, "%.2f ms");
            rounds.median(1, Benchmark.ROUNDS)
                    .forEach((peer, figures) -> row.value(peer, 1_000 / figures[Caller.PER_SECOND]));
            return row.atMost(Peer.LIMIT, 3);
        }
    }

    /** Stores the jobs and returns a round that leaves the same jobs overdue, one millisecond later. */
    static Callable<?> of(Peer peer, String url) throws SQLException {
        HikariDataSource database = new HikariDataSource();
        database.setJdbcUrl(url);
        Callable<Integer> round = peer.isDocproc() ? repository(database) : jdbc(database);
        return () -> {
            Caller.require("overdue jobs", round.call(), OVERDUE);
            return null;
        };
    }

    private static String id(int number) {
        return "job-%08d-0000-4000-8000-000000000000".formatted(number);
    }

    private static Instant submittedAt(int number) {
        return number < OVERDUE ? SUBMITTED : NOW.minusMillis(number % 600_000);
    }

    private static Callable<Integer> repository(DataSource database) {
        JobRepository repository = new JdbcJobRepository(database);
        repository.start();
        IntStream.range(0, OPEN)
                .parallel()
                .forEach(number -> repository.submitted(
                        new SubmittedJob(id(number), "document.pdf", PATH, submittedAt(number), 0)));
        return () -> {
            return (int) repository.overdue(PATH, WAITING_BEFORE, NOW, 500).stream()
                    .filter(job -> repository.reschedule(
                            job, job.polled(job.waitingSince().plusMillis(1)), NOW))
                    .count();
        };
    }

    private static Callable<Integer> jdbc(DataSource database) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE JOB (ID VARCHAR(255) NOT NULL PRIMARY KEY, DOCUMENT VARCHAR(1024),"
                    + " CONSUMER VARCHAR(255) NOT NULL, WAITING BIGINT NOT NULL, POLLS INTEGER NOT NULL)");
            statement.execute("CREATE INDEX JOB_WAITING ON JOB (CONSUMER, WAITING)");
            connection.setAutoCommit(false);
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO JOB VALUES (?, 'document.pdf', '" + PATH + "', ?, 0)")) {
                for (int number = 0; number < OPEN; number++) {
                    insert.setString(1, id(number));
                    insert.setLong(2, submittedAt(number).toEpochMilli());
                    insert.addBatch();
                }
                insert.executeBatch();
            }
            connection.commit();
        }
        return () -> jdbcRound(database);
    }

    private static int jdbcRound(DataSource database) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement select = connection.prepareStatement("SELECT ID, DOCUMENT, WAITING, POLLS FROM JOB"
                        + " WHERE CONSUMER = ? AND WAITING < ? ORDER BY WAITING LIMIT 500");
                PreparedStatement update = connection.prepareStatement(
                        "UPDATE JOB SET WAITING = ?, POLLS = ? WHERE ID = ? AND WAITING = ?")) {
            connection.setAutoCommit(false);
            select.setString(1, PATH);
            select.setLong(2, WAITING_BEFORE.toEpochMilli());
            try (ResultSet jobs = select.executeQuery()) {
                while (jobs.next()) {
                    update.setLong(1, jobs.getLong("WAITING") + 1);
                    update.setInt(2, jobs.getInt("POLLS") + 1);
                    update.setString(3, jobs.getString("ID"));
                    update.setLong(4, jobs.getLong("WAITING"));
                    update.addBatch();
                }
            }
            int updated = IntStream.of(update.executeBatch()).sum();
            connection.commit();
            return updated;
        }
    }
}
