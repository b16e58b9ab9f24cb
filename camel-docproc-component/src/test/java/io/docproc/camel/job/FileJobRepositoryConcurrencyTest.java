/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.job.JobRepository.LeaseResult;
import io.docproc.camel.testkit.ChildProcess;
import io.docproc.camel.testkit.OpenHandles;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.apache.camel.util.FileUtil;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Job repository in a directory: calls during a purge, a start and a stop, and after a stop. */
@Timeout(120)
class FileJobRepositoryConcurrencyTest extends FileJobRepositoryFixture {
    /** Call on a thread of its own. */
    private static final class Call extends FutureTask<Void> {
        private final Thread thread = new Thread(this);

        Call(Runnable runnable) {
            super(runnable, null);
            thread.start();
        }

        void awaitBlocked() {
            await().until(() -> {
                assertThat(isDone()).as("the call has returned").isFalse();
                return thread.getState() == Thread.State.BLOCKED;
            });
        }
    }

    /** Locks the entry of a job until the latch is released. */
    private Call lockEntry(SubmittedJob job, CountDownLatch release) throws InterruptedException {
        CountDownLatch locked = new CountDownLatch(1);
        Call call = new Call(() -> repository.reschedule(job, job.polled(LATER), NOON, change -> {
            locked.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }));
        locked.await();
        return call;
    }

    @Test
    void purgeForcesTheCompletionsOfTheReplacedLogToDisk() throws Exception {
        open().submitted(job("1"));
        repository.submitted(job("2"));
        repository.completed("1", LATER);
        CountDownLatch release = new CountDownLatch(1);
        Call lock = lockEntry(job("2"), release);
        Call purge = new Call(() -> repository.purge(NOON));
        purge.awaitBlocked();

        FileUtil.removeDir(directory().resolve("completed/2026-03-01").toFile());
        release.countDown();
        lock.get();

        assertThatThrownBy(purge::get).hasRootCauseInstanceOf(NoSuchFileException.class);
        repository.stop();
        assertThat(open().lease("1", "a", NOON, LATER)).isEqualTo(LeaseResult.COMPLETED);
        assertThat(repository.find("2")).isPresent();
    }

    /** Tries to start a repository and prints whether it has started. */
    static final class Starter {
        private Starter() {}

        public static void main(String[] arguments) {
            try {
                new FileJobRepository(arguments[0]).start();
                System.out.println("started");
            } catch (RuntimeException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    @Test
    void failedSecondStartDoesNotReleaseTheLock() throws Exception {
        open();
        FileJobRepository second = new FileJobRepository(parent.resolve("jobs/../jobs"));
        assertThatThrownBy(second::start).rootCause().hasMessageContaining("is in use");

        assertThat(ChildProcess.output(
                        List.of(), Map.of(), Starter.class, directory().toString()))
                .last()
                .asString()
                .contains("is in use");
        repository.stop();
        second.start();
        second.stop();
    }

    @Test
    void failedStartReleasesTheLock() throws Exception {
        Path blocking = Files.createDirectories(directory()).resolve("completed");
        Files.createFile(blocking);
        FileJobRepository first = new FileJobRepository(directory());
        assertThatThrownBy(first::start).hasMessageContaining(blocking.toString());
        Files.delete(blocking);

        assertThatCode(this::open).doesNotThrowAnyException();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void jobThatIsCompletedDuringARestartStaysCompleted() throws Exception {
        open().submitted(job("1"));
        repository.submitted(job("2"));
        repository.stop();
        Path pipe = directory().resolve("jobs-9.jsonl");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Call start = new Call(repository::start);
        // Waits for the reader.
        try (OutputStream out = new FileOutputStream(pipe.toFile())) {
            Call completion = new Call(() -> repository.completed("1", LATER));
            completion.awaitBlocked();
            out.write(new JobLine.Open(job("1")).toBytes());
            out.close();
            completion.get();
        }
        start.get();
        Files.delete(pipe);

        assertThat(repository.find("1")).isEmpty();
        assertThat(repository.find("2")).isPresent();
        assertThat(repository.lease("1", "a", NOON, LATER)).isEqualTo(LeaseResult.COMPLETED);
    }

    @Test
    void stopWaitsForAPurge() throws Exception {
        open().submitted(job("1"));
        repository.submitted(job("2"));
        repository.completed("2", LATER);
        CountDownLatch release = new CountDownLatch(1);
        Call lock = lockEntry(job("1"), release);
        Call purge = new Call(() -> repository.purge(NOON));
        purge.awaitBlocked();
        Call stop = new Call(repository::stop);

        stop.awaitBlocked();
        release.countDown();

        lock.get();
        purge.get();
        stop.get();
    }

    @Test
    void purgeAfterAStopDoesNotTouchTheLogOfTheNextOwner() {
        FileJobRepository first = open();
        first.submitted(job("1"));
        first.submitted(job("2"));
        first.completed("2", LATER);
        first.stop();
        open().submitted(job("3"));
        repository.reschedule(job("3"), job("3").polled(LATER), NOON);

        first.purge(NOON);

        assertThat(reopen().find("3")).isPresent();
    }

    @Test
    void nothingIsWrittenAfterAStop() throws Exception {
        FileJobRepository first = open();
        first.submitted(job("1"));
        first.stop();
        List<Path> files = files();

        assertNotStarted(() -> first.submitted(job("2")));
        assertNotStarted(() -> first.completed("1", LATER));
        assertNotStarted(() -> first.reschedule(job("1"), job("1").polled(LATER), NOON));
        assertNotStarted(() -> first.rescheduleAll(Map.of(job("1"), job("1").polled(LATER)), NOON));
        assertNotStarted(() -> first.failed("1", "a", LATER));

        assertThat(files()).isEqualTo(files);
        assertThat(open().find("1")).contains(job("1"));
        first.stop();
        assertNotStarted(() -> first.submitted(job("2")));
        assertThat(reopen().size()).isEqualTo(1);
    }

    private void assertNotStarted(ThrowingCallable call) {
        assertThatIllegalStateException()
                .isThrownBy(call)
                .withMessage("The job repository " + directory() + " is not started; start it before a call");
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(directory())) {
            return files.sorted().toList();
        }
    }

    @Test
    void jobThatIsRefusedAfterAStopIsStoredAfterARestart() {
        open().stop();
        assertNotStarted(() -> repository.submitted(job("1")));

        repository.start();
        repository.submitted(job("1"));

        assertThat(reopen().find("1")).contains(job("1"));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void stoppedRepositoryHasNoOpenFile() throws Exception {
        open().submitted(job("1"));
        repository.stop();

        assertThat(OpenHandles.filesIn(directory())).isEmpty();
    }

    @Test
    void purgeThatCannotWriteReportsTheDirectory() throws Exception {
        open().submitted(job("1"));
        repository.completed("1", LATER);
        Path moved = Files.move(directory(), parent.resolve("moved"));

        assertThatThrownBy(() -> repository.purge(NOON))
                .hasMessageContaining("cannot write to " + directory())
                .hasCauseInstanceOf(IOException.class);

        Files.move(moved, directory());
    }
}
