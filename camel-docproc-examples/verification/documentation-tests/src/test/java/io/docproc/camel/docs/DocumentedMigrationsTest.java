/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.job.JdbcJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.result.JdbcResultRepository;
import io.docproc.camel.result.ResultKey;
import io.docproc.camel.testkit.DatabaseServer;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Instant;
import javax.sql.DataSource;
import liquibase.Contexts;
import liquibase.Liquibase;
import liquibase.database.jvm.JdbcConnection;
import liquibase.resource.DirectoryResourceAccessor;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables that a migration tool creates from the DDL files, as shown in the documentation. */
final class DocumentedMigrationsTest {
    @TempDir
    private Path directory;

    private final DataSource database = DatabaseServer.H2.newPool();

    private void copy(String resource, Path target) throws Exception {
        Files.createDirectories(target.getParent());
        try (InputStream file = DocumentedMigrationsTest.class.getResourceAsStream(resource)) {
            Files.copy(file, target);
        }
    }

    private void assertRepositoriesStart() throws Exception {
        JdbcJobRepository jobs = new JdbcJobRepository(database);
        jobs.setCreateTableIfNotExists(false);
        jobs.start();
        jobs.submitted(new SubmittedJob("j-1", "", "/docproc/completions", Instant.EPOCH, 0));
        assertThat(jobs.size()).isEqualTo(1);
        jobs.stop();
        JdbcResultRepository results = new JdbcResultRepository(database);
        results.setCreateTableIfNotExists(false);
        results.start();
        assertThat(results.find(new ResultKey("0".repeat(64)))).isEmpty();
        results.stop();
    }

    @Test
    void flywayMigratesTheCopiedFiles() throws Exception {
        copy("/META-INF/docproc/h2/job-repository.sql", directory.resolve("V7__docproc_job_repository.sql"));
        copy("/META-INF/docproc/h2/result-repository.sql", directory.resolve("V8__docproc_result_repository.sql"));

        Flyway.configure()
                .dataSource(database)
                .locations("filesystem:" + directory)
                .load()
                .migrate();

        assertRepositoriesStart();
    }

    @Test
    void liquibaseRunsTheCopiedFiles() throws Exception {
        copy("/docs/job-repository-liquibase.xml", directory.resolve("changelog.xml"));
        copy("/META-INF/docproc/h2/job-repository.sql", directory.resolve("db/docproc/job-repository.sql"));
        copy("/META-INF/docproc/h2/result-repository.sql", directory.resolve("db/docproc/result-repository.sql"));

        try (Connection connection = database.getConnection();
                Liquibase liquibase = new Liquibase(
                        "changelog.xml", new DirectoryResourceAccessor(directory), new JdbcConnection(connection))) {
            liquibase.update(new Contexts());
        }

        assertRepositoriesStart();
    }
}
