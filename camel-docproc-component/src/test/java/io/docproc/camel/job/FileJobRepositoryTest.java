/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.job.JobRepository.LeaseResult;
import io.docproc.camel.testkit.Survives;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Job repository in a directory: persistence and access. */
class FileJobRepositoryTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00.123456789Z");
    private static final Instant LATER = NOON.plusSeconds(60);
    private static final String PATH = "/docproc/completions";

    @TempDir
    Path parent;

    private FileJobRepository repository;

    private FileJobRepository open() {
        repository = new FileJobRepository(parent.resolve("jobs"));
        repository.start();
        return repository;
    }

    @AfterEach
    void close() {
        if (repository != null) {
            repository.stop();
        }
    }

    private FileJobRepository reopen() {
        repository.stop();
        return open();
    }

    private static SubmittedJob job(String id) {
        return new SubmittedJob(id, "doc of " + id, PATH, NOON, 0);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(parent.resolve("jobs"))) {
            return files.filter(file -> file.toString().endsWith(".json")).toList();
        }
    }

    @Test
    void jobsSurviveARestart() {
        open().submitted(job("1"));
        repository.submitted(job("2"));
        repository.submitted(job("3"));
        repository.reschedule(job("2"), NOON, LATER);
        repository.completed("3", LATER);

        reopen();

        assertThat(repository.size()).isEqualTo(2);
        assertThat(repository.overdue(PATH, LATER, NOON, 10)).containsExactly(job("1"));
        assertThat(repository.overdue(PATH, LATER.plusNanos(1), LATER, 10))
                .containsExactly(job("1"), new SubmittedJob("2", "doc of 2", PATH, NOON, 1, 0, LATER));
    }

    @Test
    void leaseDoesNotSurviveARestart() {
        open().submitted(job("1"));
        repository.lease("1", "a", NOON, LATER);

        reopen();

        assertThat(repository.lease("1", "b", NOON, LATER)).isEqualTo(LeaseResult.ACQUIRED);
    }

    @Test
    void secondRepositoryOnTheDirectoryFailsToStart() {
        open().submitted(job("1"));
        FileJobRepository second = new FileJobRepository(parent.resolve("jobs"));

        assertThatThrownBy(second::start)
                .rootCause()
                .hasMessageContaining(parent.resolve("jobs").toString())
                .hasMessageContaining("is in use");
        repository.submitted(job("2"));
        assertThat(reopen().size()).isEqualTo(2);
    }

    @Test
    void unreadableFileIsIgnoredAndKept() throws Exception {
        open().submitted(job("1"));
        repository.submitted(job("2"));
        Path damaged = files().get(0);
        Files.writeString(damaged, "{\"jobId\":\"1\"");
        Path foreign = parent.resolve("jobs/foreign.job.json");
        Files.writeString(foreign, "[]");

        reopen();

        assertThat(repository.size()).isEqualTo(1);
        assertThat(damaged).hasContent("{\"jobId\":\"1\"");
        assertThat(foreign).hasContent("[]");
    }

    @Test
    void incompleteFileIsIgnored() throws Exception {
        open().submitted(job("1"));
        repository.stop();
        Path file = files().get(0);
        Path unfinished = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(unfinished, "{\"jobId\":\"1\",\"corr");

        open();
        repository.reschedule(job("1"), NOON, LATER);

        assertThat(repository.overdue(PATH, LATER.plusNanos(1), LATER, 10)).hasSize(1);
        assertThat(reopen().size()).isEqualTo(1);
    }

    @Test
    void jobThatCannotBeSavedIsSavedByTheNextAttempt() throws Exception {
        open().submitted(job("1"));
        Path file = files().get(0);
        Files.delete(file);
        reopen();
        Path blockingDirectory = file.resolveSibling(file.getFileName() + ".new");
        Files.createDirectories(blockingDirectory);

        assertThatThrownBy(() -> repository.submitted(job("1")))
                .hasMessageContaining(parent.resolve("jobs").toString());
        assertThat(repository.find("1")).contains(job("1"));
        Files.delete(blockingDirectory);
        repository.submitted(job("1"));

        assertThat(reopen().find("1")).contains(job("1"));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void onlyTheOwnerCanReadJobs() throws Exception {
        open().submitted(job("open"));
        repository.submitted(job("polled"));
        repository.reschedule(job("polled"), NOON, LATER);
        repository.submitted(job("completed"));
        repository.completed("completed", LATER);

        try (Stream<Path> paths = Files.walk(parent.resolve("jobs"))) {
            assertThat(paths).hasSize(7).allSatisfy(path -> assertThat(permissions(path))
                    .as(path.toString())
                    .isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------"));
        }
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Survives(61)
    @Test
    void aJobWhoseSubmittingThreadIsInterruptedIsSaved() {
        open();
        Thread.currentThread().interrupt();
        repository.submitted(job("1"));
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        repository.reschedule(job("1"), NOON, LATER);
        assertThat(Thread.interrupted()).isTrue();

        assertThat(reopen().find("1")).contains(new SubmittedJob("1", "doc of 1", PATH, NOON, 1, 0, LATER));
    }

    @Survives(61)
    @Test
    void aPowerFailureBetweenWritingAndRenamingLosesNoJob() throws Exception {
        open().submitted(job("1"));
        repository.stop();
        Path file = files().get(0);
        Files.move(file, file.resolveSibling(file.getFileName() + ".new"));

        open();

        assertThat(repository.find("1")).contains(job("1"));
        assertThat(files()).containsExactly(file);
        assertThat(reopen().size()).isEqualTo(1);
    }

    @Test
    void unfinishedFileDoesNotReopenACompletedJob() throws Exception {
        open().submitted(job("1"));
        Path file = files().get(0);
        byte[] content = Files.readAllBytes(file);
        repository.completed("1", LATER);
        Files.write(file.resolveSibling(file.getFileName() + ".new"), content);

        assertThat(reopen().size()).isZero();
        assertThat(reopen().size()).isZero();
    }

    @Test
    void completedJobSurvivesARestartUntilItExpires() throws Exception {
        open().submitted(job("1"));
        repository.completed("1", NOON.plus(Duration.ofDays(7)));

        reopen();
        repository.purge(NOON.plus(Duration.ofDays(7)));

        assertThat(repository.lease("1", "a", NOON, LATER)).isEqualTo(LeaseResult.COMPLETED);
        repository.submitted(job("1"));
        assertThat(repository.size()).isZero();

        repository.purge(NOON.plus(Duration.ofDays(8)));

        assertThat(reopen().lease("1", "a", NOON, LATER)).isEqualTo(LeaseResult.UNKNOWN);
        try (Stream<Path> rest = Files.list(parent.resolve("jobs/completed"))) {
            assertThat(rest).isEmpty();
        }
    }

    @Test
    void jobWithoutAFileCanBeCompleted() throws Exception {
        open().submitted(job("1"));
        Files.delete(files().get(0));

        repository.completed("1", LATER);

        assertThat(reopen().lease("1", "a", NOON, LATER)).isEqualTo(LeaseResult.COMPLETED);
    }
}
