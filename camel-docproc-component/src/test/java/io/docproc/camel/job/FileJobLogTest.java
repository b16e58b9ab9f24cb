/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.job.JobLog.Claim;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the log in a directory keeps, and for whom. */
class FileJobLogTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00.123456789Z");
    private static final Instant LATER = NOON.plusSeconds(60);
    private static final String PATH = "/docproc/completions";

    @TempDir
    Path parent;

    private FileJobLog log;

    private FileJobLog open() {
        log = new FileJobLog(parent.resolve("jobs"));
        log.start();
        return log;
    }

    @AfterEach
    void close() {
        if (log != null) {
            log.stop();
        }
    }

    private FileJobLog reopen() {
        log.stop();
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
    void jobsQuestionsAndPausesSurviveARestart() {
        open().submitted(job("1"));
        log.submitted(job("2"));
        log.submitted(job("3"));
        log.askAgain("2", "a", LATER);
        log.completed("3");

        reopen();

        assertThat(log.size()).isEqualTo(2);
        assertThat(log.overdue(PATH, LATER, NOON, 10)).containsExactly(job("1"));
        assertThat(log.overdue(PATH, LATER, LATER, 10))
                .containsExactlyInAnyOrder(job("1"), new SubmittedJob("2", "doc of 2", PATH, NOON, 1));
    }

    @Test
    void aClaimEndsWithTheProcess() {
        open().submitted(job("1"));
        log.claim("1", "a", NOON, LATER);

        reopen();

        assertThat(log.claim("1", "b", NOON, LATER)).isEqualTo(Claim.TAKEN);
    }

    @Test
    void aSecondLogOnTheSameDirectoryIsRefused() {
        open().submitted(job("1"));
        FileJobLog second = new FileJobLog(parent.resolve("jobs"));

        assertThatThrownBy(second::start)
                .rootCause()
                .hasMessageContaining(parent.resolve("jobs").toString())
                .hasMessageContaining("is in use");
        log.submitted(job("2"));
        assertThat(reopen().size()).isEqualTo(2);
    }

    @Test
    void anUnreadableFileIsLeftWhereItIsAndDoesNotHideTheOthers() throws Exception {
        open().submitted(job("1"));
        log.submitted(job("2"));
        Path damaged = files().get(0);
        Files.writeString(damaged, "{\"jobId\":\"1\"");
        Path foreign = parent.resolve("jobs/foreign.job.json");
        Files.writeString(foreign, "[]");

        reopen();

        assertThat(log.size()).isEqualTo(1);
        assertThat(damaged).hasContent("{\"jobId\":\"1\"");
        assertThat(foreign).hasContent("[]");
    }

    @Test
    void aHalfWrittenFileIsNoJob() throws Exception {
        open().submitted(job("1"));
        log.stop();
        Path file = files().get(0);
        Path aside = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(aside, "{\"jobId\":\"1\",\"corr");

        open();
        log.askAgain("1", "a", LATER);

        assertThat(log.overdue(PATH, LATER, LATER, 10)).hasSize(1);
        assertThat(reopen().size()).isEqualTo(1);
    }

    @Test
    void aJobThatCannotBeWrittenDownIsSaidToBeSo() throws Exception {
        open().submitted(job("1"));
        Path file = files().get(0);
        Files.delete(file);
        log.completed("1");
        Files.createDirectories(file.resolve("in-the-way"));

        assertThatThrownBy(() -> log.submitted(job("1")))
                .hasMessageContaining(parent.resolve("jobs").toString());

        assertThat(log.size()).isZero();
    }
}
