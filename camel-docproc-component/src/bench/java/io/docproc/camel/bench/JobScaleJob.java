/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import io.docproc.camel.job.JobRepository;
import io.docproc.camel.job.SubmittedJob;
import java.io.IOException;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
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
import java.util.function.LongSupplier;
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

    /** Runs {@code postgresql|memory|file <open jobs> <completed jobs>}. */
    public static void main(String[] arguments) throws Exception {
        BenchmarkEnvironment environment = BenchmarkEnvironment.of(arguments);
        int open = Integer.parseInt(arguments[3]);
        switch (arguments[2]) {
            case "memory" -> memory(open);
            case "file" -> file(environment.folder("jobs"), open);
            default -> database(arguments[2], environment.directory(), open, Integer.parseInt(arguments[4]));
        }
        System.exit(0);
    }

    private static void memory(int open) {
        JobRepository repository = JobStores.open("memory", Path.of("")).repository();
        for (int number = 0; number < open; number++) {
            repository.submitted(JobStores.job(number, submittedAt(number)));
        }
        poll(repository, JobScaleJob::cpuTime);
    }

    private static void file(Path directory, int open) throws IOException {
        write(directory.resolve("jobs-1.jsonl"), open);
        long start = System.nanoTime();
        JobRepository repository = JobStores.open("file", directory).repository();
        Report.value("start", (System.nanoTime() - start) / 1e9);
        System.gc();
        Report.value(
                "heap", ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1e6);
        Report.value("open", repository.size());
        poll(repository, JobScaleJob::cpuTime);
    }

    /** Writes the file of the repository. Submissions of all jobs, each forced to disk, would take long. */
    private static void write(Path file, int open) throws IOException {
        try (Writer out = Files.newBufferedWriter(file)) {
            for (int number = 0; number < open; number++) {
                SubmittedJob job = JobStores.job(number, submittedAt(number));
                out.write(
                        "{\"jobId\":\"%s\",\"correlationId\":\"%s\",\"path\":\"%s\",\"submittedAt\":\"%s\",\"pollCount\":0,"
                                        .formatted(job.jobId(), job.correlationId(), job.path(), job.submittedAt())
                                + "\"failureCount\":0,\"waitingSince\":\"" + job.waitingSince() + "\"}\n");
            }
        }
    }

    private static Instant submittedAt(int number) {
        return number < OVERDUE ? JobStores.SUBMITTED : NOW.minusMillis(number % 600_000);
    }

    private static void database(String name, Path directory, int open, int completed) throws SQLException {
        JobStores store = JobStores.open(name, directory);
        JobRepository repository = store.repository();
        fill(store.database().orElseThrow(), open, completed);
        long start = System.nanoTime();
        Report.value("counted", repository.size());
        Report.value("first size", millis(start));
        poll(repository, System::nanoTime);
        Report.value("single", median(System::nanoTime, () -> roundOfSingleJobs(repository)));
        Report.value("size", median(System::nanoTime, repository::size));
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
    private static void poll(JobRepository repository, LongSupplier time) {
        Report.value("overdue", overdue(repository).size());
        Report.value("query", median(time, () -> overdue(repository)));
        Report.value("round", median(time, () -> round(repository)));
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

    private static double median(LongSupplier time, Runnable work) {
        double[] millis = new double[ROUNDS];
        for (int warmUp = 0; warmUp < WARM_UP_ROUNDS; warmUp++) {
            work.run();
        }
        for (int round = 0; round < ROUNDS; round++) {
            long start = time.getAsLong();
            work.run();
            millis[round] = (time.getAsLong() - start) / 1e6;
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

    private static long cpuTime() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
