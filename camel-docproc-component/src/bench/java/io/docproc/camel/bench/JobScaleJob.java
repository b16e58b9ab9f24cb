/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import io.docproc.camel.job.JobRepository;
import io.docproc.camel.job.SubmittedJob;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/** Main class of a child process that polls, counts and purges a store with many jobs. */
public final class JobScaleJob {
    private static final int OVERDUE = 100;
    private static final int ROUNDS = 21;
    /** Rounds before the measured ones, until the JVM has compiled what a poller executes for days. */
    private static final int WARM_UP_ROUNDS = 200;

    private static final int EXPIRED = 100_000;
    private static final Instant NOW = JobStores.SUBMITTED.plus(Duration.ofDays(1));
    private static final Duration POLL_AFTER = Duration.ofMinutes(15);

    private JobScaleJob() {}

    /** Runs {@code postgresql|memory|embedded <open jobs> <completed jobs>}. */
    public static void main(String[] arguments) throws Exception {
        BenchmarkEnvironment environment = BenchmarkEnvironment.of(arguments);
        int open = Integer.parseInt(arguments[3]);
        switch (arguments[2]) {
            case "memory", "embedded" -> inProcess(arguments[2], environment.folder("jobs"), open);
            default -> database(arguments[2], environment.directory(), open, Integer.parseInt(arguments[4]));
        }
        System.exit(0);
    }

    /** Opens a store in this process, submits the jobs and reports the heap that is in use afterwards. */
    private static void inProcess(String store, Path directory, int open) {
        JobRepository repository = JobStores.open(store, directory).repository();
        for (int number = 0; number < open; number++) {
            repository.submitted(JobStores.job(number, submittedAt(number)));
        }
        System.gc();
        Report.value(
                "heap", ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1e6);
        Report.value("open", repository.size());
        poll(repository);
    }

    private static Instant submittedAt(int number) {
        return number < OVERDUE ? JobStores.SUBMITTED : NOW.minusMillis(number % 600_000);
    }

    private static void database(String name, Path directory, int open, int completed) throws SQLException {
        JobStores store = JobStores.open(name, directory);
        JobRepository repository = store.repository();
        fill(store.database().orElseThrow(), open, completed);
        poll(repository);
        Report.value("single", median(() -> roundOfSingleJobs(repository)));
        purge(repository);
    }

    /** Inserts the rows before their indexes exist, because this is faster. */
    private static void fill(DataSource database, int open, int completed) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP INDEX DOCPROC_JOB_OPEN");
            statement.execute("DROP INDEX DOCPROC_JOB_KEPT");
            insert(
                    statement,
                    open,
                    "'job-' || lpad(n::text, 8, '0') || '-open'",
                    Long.toString(NOW.toEpochMilli()) + " - n % 600000",
                    "0, NULL");
            insert(
                    statement,
                    OVERDUE,
                    "'job-' || lpad(n::text, 8, '0') || '-overdue'",
                    Long.toString(JobStores.SUBMITTED.toEpochMilli()),
                    "0, NULL");
            insert(
                    statement,
                    completed,
                    "'job-' || lpad(n::text, 8, '0') || '-completed'",
                    Long.toString(JobStores.SUBMITTED.toEpochMilli()),
                    "1, " + NOW.toEpochMilli() + " - " + EXPIRED + " + n");
            statement.execute("CREATE INDEX DOCPROC_JOB_OPEN ON DOCPROC_JOB (COMPLETED, CONSUMER_PATH, WAITING_SINCE)");
            statement.execute("CREATE INDEX DOCPROC_JOB_KEPT ON DOCPROC_JOB (KEEP_UNTIL)");
            statement.execute("VACUUM ANALYZE DOCPROC_JOB");
        }
    }

    private static void insert(Statement statement, int rows, String id, String waitingSince, String completion)
            throws SQLException {
        statement.execute("INSERT INTO DOCPROC_JOB SELECT " + id + ", 'document-' || n || '.pdf', '" + JobStores.PATH
                + "', " + waitingSince + ", " + waitingSince + ", 0, 0, NULL, 0, " + completion
                + " FROM generate_series(0, " + (rows - 1) + ") n");
    }

    /** Reports the duration of a query for the overdue jobs, and of a round, which also reschedules each of them. */
    private static void poll(JobRepository repository) {
        Report.value("overdue", overdue(repository).size());
        Report.value("query", median(() -> overdue(repository)));
        Report.value("round", median(() -> round(repository)));
    }

    /** Reschedules the overdue jobs so that they are overdue again, all together as the poller does. */
    private static void round(JobRepository repository) {
        repository.rescheduleAll(
                overdue(repository).stream()
                        .collect(Collectors.toMap(
                                Function.identity(),
                                job -> job.polled(job.waitingSince().plusMillis(1)))),
                NOW);
    }

    private static void roundOfSingleJobs(JobRepository repository) {
        for (SubmittedJob job : overdue(repository)) {
            repository.reschedule(job, job.polled(job.waitingSince().plusMillis(1)), NOW);
        }
    }

    private static List<SubmittedJob> overdue(JobRepository repository) {
        return repository.overdue(JobStores.PATH, NOW.minus(POLL_AFTER), NOW, 500);
    }

    private static double median(Runnable work) {
        double[] millis = new double[ROUNDS];
        for (int warmUp = 0; warmUp < WARM_UP_ROUNDS; warmUp++) {
            work.run();
        }
        for (int round = 0; round < ROUNDS; round++) {
            long start = System.nanoTime();
            work.run();
            millis[round] = (System.nanoTime() - start) / 1e6;
        }
        Arrays.sort(millis);
        return millis[ROUNDS / 2];
    }

    /** Reports the duration of a purge, and the longest lease of an open job meanwhile. */
    private static void purge(JobRepository repository) {
        AtomicBoolean purging = new AtomicBoolean(true);
        Thread purge = new Thread(() -> {
            long start = System.nanoTime();
            repository.purge(NOW);
            Report.value("purge", millis(start));
            purging.set(false);
        });
        purge.start();
        double longest = 0;
        for (int number = 0; purging.get(); number++) {
            long start = System.nanoTime();
            repository.lease("job-%08d-open".formatted(number), "node", NOW, NOW.plusSeconds(60));
            longest = Math.max(longest, millis(start));
        }
        Report.value("longest lease", longest);
        Report.value("purged", EXPIRED);
    }

    private static double millis(long start) {
        return (System.nanoTime() - start) / 1e6;
    }
}
