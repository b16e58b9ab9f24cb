/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import io.docproc.camel.job.JdbcJobRepository;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.testkit.DatabaseServer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Job repository with its storage.
 *
 * @param repository the repository
 * @param database connections to its database; empty without a database
 */
record JobStores(JobRepository repository, Optional<DataSource> database) {
    static final List<String> DATABASES = List.of("h2", "postgresql", "mariadb");
    static final String PATH = "/docproc/completions";
    static final Instant SUBMITTED = Instant.parse("2026-03-01T12:00:00Z");

    /** Opens a new store: {@code memory}, {@code embedded} (H2 in a file) or a database server. */
    static JobStores open(String store, Path directory) {
        Optional<DataSource> database = DATABASES.contains(store)
                ? Optional.<DataSource>of(
                        DatabaseServer.valueOf(store.toUpperCase(Locale.ROOT)).newPool())
                : Optional.empty();
        JobRepository repository = database.<JobRepository>map(JdbcJobRepository::new)
                .orElseGet(() -> store.equals("embedded")
                        ? new JdbcJobRepository("jdbc:h2:" + directory.resolve("jobs"))
                        : new MemoryJobRepository());
        repository.start();
        return new JobStores(repository, database);
    }

    static SubmittedJob job(int number, Instant submittedAt) {
        String id = "job-%08d-0000-4000-8000-000000000000".formatted(number);
        return new SubmittedJob(id, "document-" + number + ".pdf", PATH, submittedAt, 0);
    }
}
