/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.job.JobRepository.LeaseResult;
import io.docproc.camel.testkit.ChildProcess;
import io.docproc.camel.testkit.Survives;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Job repository in a directory: persistence and access. */
class FileJobRepositoryTest extends FileJobRepositoryFixture {
    private List<Path> logFiles() throws IOException {
        try (Stream<Path> files = Files.list(directory())) {
            return files.filter(file -> file.toString().endsWith(".jsonl")).toList();
        }
    }

    @Test
    void jobsSurviveARestart() {
        open().submitted(job("1"));
        repository.submitted(job("2"));
        repository.submitted(job("3"));
        repository.reschedule(job("2"), job("2").polled(LATER), NOON);
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
        FileJobRepository second = new FileJobRepository(directory());

        assertThatThrownBy(second::start)
                .rootCause()
                .hasMessageContaining(directory().toString())
                .hasMessageContaining("is in use");
        repository.submitted(job("2"));
        assertThat(reopen().size()).isEqualTo(2);
    }

    @Test
    void unreadableLineIsIgnoredAndKept() throws Exception {
        open().submitted(job("1"));
        repository.submitted(job("2"));
        repository.submitted(job("3"));
        repository.stop();
        Path file = logFiles().get(0);
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        lines.set(1, "{\"jobId\":\"2\"");
        Files.write(file, lines);

        open();
        repository.purge(NOON);
        repository.submitted(job("4"));
        repository.completed("4", LATER);
        repository.purge(NOON);

        assertThat(reopen().find("2")).isEmpty();
        assertThat(repository.size()).isEqualTo(2);
        assertThat(file.resolveSibling(file.getFileName() + ".unreadable")).hasContent(String.join("\n", lines));
    }

    @Survives(61)
    @Test
    void aPowerFailureDuringAnAppendLosesNoEarlierJob() throws Exception {
        open().submitted(job("1"));
        repository.stop();
        Files.writeString(logFiles().get(0), "{\"jobId\":\"2\",\"corr", StandardOpenOption.APPEND);

        open();
        repository.reschedule(job("1"), job("1").polled(LATER), NOON);
        reopen();
        repository.submitted(job("3"));

        assertThat(reopen().overdue(PATH, LATER.plusNanos(1), LATER, 10))
                .extracting(SubmittedJob::jobId)
                .containsExactlyInAnyOrder("1", "3");
        repository.purge(NOON);
        assertThat(directory()).isDirectoryNotContaining("glob:**.unreadable");
    }

    @Test
    void jobThatCannotBeSavedIsSavedByTheNextAttempt() throws Exception {
        open();
        Path moved = Files.move(directory(), parent.resolve("moved"));

        assertThatThrownBy(() -> repository.submitted(job("1")))
                .hasMessageContaining(directory().toString());
        assertThat(repository.find("1")).contains(job("1"));
        Files.move(moved, directory());
        repository.submitted(job("1"));

        assertThat(reopen().find("1")).contains(job("1"));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void onlyTheOwnerCanReadJobs() throws Exception {
        open().submitted(job("open"));
        repository.submitted(job("polled"));
        repository.reschedule(job("polled"), job("polled").polled(LATER), NOON);
        repository.submitted(job("completed"));
        repository.completed("completed", LATER);

        try (Stream<Path> paths = Files.walk(directory())) {
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
        repository.reschedule(job("1"), job("1").polled(LATER), NOON);
        assertThat(Thread.interrupted()).isTrue();

        assertThat(reopen().find("1")).contains(new SubmittedJob("1", "doc of 1", PATH, NOON, 1, 0, LATER));
    }

    @Survives(61)
    @Test
    void aPowerFailureBetweenWritingAndRenamingLosesNoJob() throws Exception {
        open().submitted(job("1"));
        repository.submitted(job("2"));
        repository.stop();
        Path file = logFiles().get(0);
        Path unfinished = directory().resolve("jobs-7.jsonl.new");
        Files.write(unfinished, Files.readAllLines(file).subList(0, 1));

        open();
        repository.completed("1", LATER);
        repository.purge(NOON);

        assertThat(reopen().find("2")).contains(job("2"));
        assertThat(repository.size()).isEqualTo(1);
        assertThat(unfinished).doesNotExist();
    }

    @Test
    void purgeKeepsTheLinesOfOpenJobsOnly() throws Exception {
        open().submitted(job("1"));
        repository.submitted(job("2"));
        reopen().reschedule(job("2"), job("2").polled(LATER), NOON);
        repository.completed("1", LATER);

        repository.purge(NOON);

        List<String> lines = new ArrayList<>();
        for (Path file : logFiles()) {
            lines.addAll(Files.readAllLines(file));
        }
        assertThat(lines)
                .containsExactly("{\"jobId\":\"2\",\"correlationId\":\"doc of 2\",\"path\":\"/docproc/completions\","
                        + "\"submittedAt\":\"2026-03-01T12:00:00.123456789Z\",\"pollCount\":1,\"failureCount\":0,"
                        + "\"waitingSince\":\"2026-03-01T12:01:00.123456789Z\"}");
        assertThat(reopen().lease("1", "a", NOON, LATER)).isEqualTo(LeaseResult.COMPLETED);
        assertThat(repository.find("2")).contains(new SubmittedJob("2", "doc of 2", PATH, NOON, 1, 0, LATER));
    }

    @Test
    void rescheduledJobsSurviveARestart() {
        open();
        Map<SubmittedJob, SubmittedJob> polls = new HashMap<>();
        for (int number = 0; number < 100; number++) {
            repository.submitted(job("job " + number));
            polls.put(job("job " + number), job("job " + number).polled(LATER));
        }

        assertThat(repository.rescheduleAll(polls, NOON)).hasSize(100);

        assertThat(reopen().overdue(PATH, LATER, NOON, 1)).isEmpty();
        assertThat(repository.overdue(PATH, LATER.plusNanos(1), NOON, 200))
                .hasSize(100)
                .allMatch(job -> job.pollCount() == 1);
    }

    /** Reschedules 100 jobs in one batch, and prints a line before and after it. */
    static final class Batch {
        private Batch() {}

        public static void main(String[] arguments) {
            FileJobRepository repository = new FileJobRepository(arguments[0]);
            repository.start();
            Map<SubmittedJob, SubmittedJob> polls = new HashMap<>();
            for (int number = 0; number < 100; number++) {
                repository.submitted(job("job " + number));
                polls.put(job("job " + number), job("job " + number).polled(LATER));
            }
            System.out.println("batch");
            repository.rescheduleAll(polls, NOON);
            System.out.println("end of the batch");
            repository.stop();
        }
    }

    @Test
    void batchNeedsOneForcedWrite() throws Exception {
        List<String> output = ChildProcess.output(
                List.of("-Dorg.slf4j.simpleLogger.log.io.docproc.camel.internal.storage=trace"),
                Map.of(),
                Batch.class,
                directory().toString());

        assertThat(output.subList(0, output.indexOf("batch")))
                .filteredOn(line -> line.contains("are on disk"))
                .hasSize(100);
        assertThat(output.subList(output.indexOf("batch"), output.indexOf("end of the batch")))
                .filteredOn(line -> line.contains("are on disk"))
                .hasSize(1);
    }

    @Test
    void changesDuringPurgesSurviveARestart() throws Exception {
        open();
        ExecutorService threads = Executors.newFixedThreadPool(5);
        List<Future<?>> writers = new ArrayList<>();
        for (String writer : List.of("a", "b", "c", "d")) {
            writers.add(threads.submit(() -> change(writer)));
        }
        AtomicBoolean writing = new AtomicBoolean(true);
        Future<?> purges = threads.submit(() -> {
            while (writing.get()) {
                repository.purge(NOON);
            }
        });
        for (Future<?> writer : writers) {
            writer.get();
        }
        writing.set(false);
        purges.get();
        threads.shutdown();
        List<SubmittedJob> expected = repository.overdue(PATH, LATER.plusNanos(1), NOON, 1000);

        assertThat(expected).hasSize(4 * 40);
        assertThat(reopen().overdue(PATH, LATER.plusNanos(1), NOON, 1000)).containsExactlyElementsOf(expected);
        assertThat(repository.lease("a0", "a", NOON, LATER)).isEqualTo(LeaseResult.COMPLETED);
    }

    /** Submits 60 jobs, reschedules them and completes every third one. */
    private void change(String prefix) {
        for (int number = 0; number < 60; number++) {
            SubmittedJob job = job(prefix + number);
            repository.submitted(job);
            repository.reschedule(job, job.polled(LATER), NOON);
            if (number % 3 == 0) {
                repository.completed(job.jobId(), LATER);
            }
        }
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
        try (Stream<Path> rest = Files.list(directory().resolve("completed"))) {
            assertThat(rest).isEmpty();
        }
    }

    @Test
    void aPowerFailureAfterACompletionDoesNotReopenTheJob() throws Exception {
        open().submitted(job("1"));
        repository.completed("1", LATER);
        repository.stop();
        try (Stream<Path> files = Files.walk(directory().resolve("completed"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.delete(file);
            }
        }

        assertThat(open().lease("1", "a", NOON, LATER)).isEqualTo(LeaseResult.COMPLETED);
    }
}
