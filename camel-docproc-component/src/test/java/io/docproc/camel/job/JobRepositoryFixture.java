/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import io.docproc.camel.testkit.DatabaseServer;
import io.docproc.camel.testkit.WithoutAutoCommit;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** A job repository in each of its stores. */
abstract class JobRepositoryFixture {
    static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    static final Instant LATER = NOON.plusSeconds(60);
    static final String PATH = "/docproc/completions";

    @TempDir
    Path directory;

    JobRepository repository;

    /** The stores. */
    enum Store {
        MEMORY(test -> new MemoryJobRepository()),
        H2(test -> new JdbcJobRepository("jdbc:h2:" + test.directory.resolve("jobs"))),
        HSQLDB(test -> new JdbcJobRepository("jdbc:hsqldb:file:" + test.directory.resolve("jobs"))),
        SQLITE(test -> new JdbcJobRepository("jdbc:sqlite:" + test.directory.resolve("jobs"))),
        POSTGRESQL(test -> new JdbcJobRepository(DatabaseServer.POSTGRESQL.newPool())),
        POSTGRESQL_WITHOUT_AUTOCOMMIT(
                test -> new JdbcJobRepository(new WithoutAutoCommit(DatabaseServer.POSTGRESQL.newPool()))),
        MARIADB(test -> new JdbcJobRepository(DatabaseServer.MARIADB.newPool())),
        MARIADB_WITHOUT_AUTOCOMMIT(
                test -> new JdbcJobRepository(new WithoutAutoCommit(DatabaseServer.MARIADB.newPool())));

        private final Opener opener;

        Store(Opener opener) {
            this.opener = opener;
        }
    }

    @FunctionalInterface
    private interface Opener {
        JobRepository open(JobRepositoryFixture test);
    }

    void open(Store store) {
        repository = store.opener.open(this);
        repository.start();
    }

    @AfterEach
    void close() {
        if (repository != null) {
            repository.stop();
        }
    }

    static SubmittedJob job(String id, Instant at) {
        return new SubmittedJob(id, "doc of " + id, PATH, at, 0);
    }

    SubmittedJob found(String id) {
        return repository.find(id).orElseThrow();
    }

    List<String> overdue(Instant now) {
        return repository.overdue(PATH, now, now, 100).stream()
                .map(SubmittedJob::jobId)
                .toList();
    }
}
