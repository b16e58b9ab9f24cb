/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.ChildProcess;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a log still knows when its process was killed while it was writing. */
class KilledProcessTest {
    private static final String PATH = "/docproc/completions";
    private static final Instant LONG_AGO = Instant.parse("2026-03-01T12:00:00Z");

    @TempDir
    Path directory;

    private static JobRepository open(String store, Path directory) {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setURL("jdbc:h2:file:" + directory.resolve("jobs") + ";DB_CLOSE_DELAY=-1;WRITE_DELAY=0");
        JobRepository log = store.equals("file") ? new FileJobRepository(directory) : new JdbcJobRepository(dataSource);
        log.start();
        return log;
    }

    /** Submits jobs and completes every fifth, and says each thing after it is done, until it is killed. */
    static final class Writer {
        private Writer() {}

        public static void main(String[] arguments) {
            JobRepository log = open(arguments[0], Path.of(arguments[1]));
            for (int number = 0; ; number++) {
                String id = "job-" + number;
                log.submitted(new SubmittedJob(id, "doc of " + id, PATH, LONG_AGO, 0));
                say("submitted " + id);
                if (number % 5 == 0) {
                    say("completing " + id);
                    log.completed(id, Instant.now());
                    say("completed " + id);
                }
            }
        }

        private static void say(String line) {
            System.out.println(line);
            System.out.flush();
        }
    }

    @ParameterizedTest
    @CsvSource({"file,1", "file,2", "jdbc,3", "jdbc,4"})
    void everyJobThatWasAcknowledgedIsThereAfterAKill(String store, long seed) throws Exception {
        Set<String> submitted = new HashSet<>();
        Set<String> completing = new HashSet<>();
        Set<String> completed = new HashSet<>();
        try (ChildProcess writer = new ChildProcess(Writer.class, store, directory.toString())) {
            int enough = 50 + new Random(seed).nextInt(200);
            for (int line = 0; line < enough; line++) {
                note(writer.nextLine(), submitted, completing, completed);
            }
            writer.kill();
            writer.lastLines().forEach(line -> note(line, submitted, completing, completed));
        }
        Set<String> mustBeThere = new HashSet<>(submitted);
        mustBeThere.removeAll(completing);

        JobRepository log = open(store, directory);

        Set<String> there = new HashSet<>();
        log.overdue(PATH, LONG_AGO.plusSeconds(1), Instant.now(), 100_000).forEach(job -> there.add(job.jobId()));
        log.stop();
        assertThat(mustBeThere).hasSizeGreaterThan(20);
        assertThat(there).containsAll(mustBeThere).doesNotContainAnyElementsOf(completed);
        assertThat(there.size())
                .as("one job may have been written and not been told of")
                .isLessThanOrEqualTo(mustBeThere.size() + 2);
    }

    private static void note(String line, Set<String> submitted, Set<String> completing, Set<String> completed) {
        String[] words = line.split(" ");
        if (words.length == 2) {
            switch (words[0]) {
                case "submitted" -> submitted.add(words[1]);
                case "completing" -> completing.add(words[1]);
                case "completed" -> completed.add(words[1]);
                default -> throw new AssertionError(line);
            }
        }
    }
}
