/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** A job repository in a directory. */
abstract class FileJobRepositoryFixture {
    static final Instant NOON = Instant.parse("2026-03-01T12:00:00.123456789Z");
    static final Instant LATER = NOON.plusSeconds(60);
    static final String PATH = "/docproc/completions";

    @TempDir
    Path parent;

    FileJobRepository repository;

    Path directory() {
        return parent.resolve("jobs");
    }

    FileJobRepository open() {
        repository = new FileJobRepository(directory());
        repository.start();
        return repository;
    }

    FileJobRepository reopen() {
        repository.stop();
        return open();
    }

    @AfterEach
    void close() {
        if (repository != null) {
            repository.stop();
        }
    }

    static SubmittedJob job(String id) {
        return new SubmittedJob(id, "doc of " + id, PATH, NOON, 0);
    }
}
