/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import io.docproc.camel.job.JobRepository;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;

/** Main class of a child process that submits and completes jobs, and does the same with bare JDBC statements. */
public final class JobStoreJob {
    private static final int THREADS = 4;

    private JobStoreJob() {}

    @FunctionalInterface
    private interface Step {
        void run(int number) throws Exception;
    }

    /** Runs {@code <store> <number of jobs>}. */
    public static void main(String[] arguments) throws Exception {
        BenchmarkEnvironment environment = BenchmarkEnvironment.of(arguments);
        JobStores store = JobStores.open(arguments[2], environment.folder("jobs"));
        int jobs = Integer.parseInt(arguments[3]);
        JobRepository repository = store.repository();
        Instant now = Instant.now();
        Step submit = number -> repository.submitted(JobStores.job(number, now));
        Step complete =
                number -> complete(repository, JobStores.job(number, now).jobId(), now);
        perSecond(0, jobs / 4, submit);
        perSecond(0, jobs / 4, complete);
        Report.value("submissions", perSecond(jobs, jobs, submit));
        Report.value("completions", perSecond(jobs, jobs, complete));
        if (store.database().isPresent()) {
            bare(store.database().get(), jobs);
        }
        System.exit(0);
    }

    private static void complete(JobRepository repository, String jobId, Instant now) {
        repository.lease(jobId, "node", now, now.plusSeconds(300));
        repository.completed(jobId, now.plusSeconds(300));
    }

    private static void bare(DataSource database, int jobs) throws Exception {
        try (Connection connection = database.getConnection();
                Statement create = connection.createStatement()) {
            create.execute("CREATE TABLE BARE (ID VARCHAR(255) NOT NULL PRIMARY KEY, DOCUMENT VARCHAR(1024),"
                    + " CREATED BIGINT NOT NULL, COMPLETED SMALLINT NOT NULL)");
        }
        Step insert = number -> execute(
                database,
                "INSERT INTO BARE VALUES (?, 'document.pdf', 0, 0)",
                JobStores.job(number, Instant.EPOCH).jobId());
        Step update = number -> execute(
                database,
                "UPDATE BARE SET COMPLETED = 1 WHERE ID = ?",
                JobStores.job(number, Instant.EPOCH).jobId());
        perSecond(0, jobs / 4, insert);
        perSecond(0, jobs / 4, update);
        Report.value("inserts", perSecond(jobs, jobs, insert));
        Report.value("updates", perSecond(jobs, jobs, update));
    }

    private static void execute(DataSource database, String sql, String id) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, id);
            statement.executeUpdate();
        }
    }

    private static double perSecond(int from, int jobs, Step step) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        long start = System.nanoTime();
        List<Future<?>> results = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            int first = from + thread;
            results.add(threads.submit(() -> {
                for (int number = first; number < from + jobs; number += THREADS) {
                    step.run(number);
                }
                return null;
            }));
        }
        for (Future<?> result : results) {
            result.get();
        }
        threads.shutdown();
        return jobs * 1e9 / (System.nanoTime() - start);
    }
}
