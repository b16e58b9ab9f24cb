/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("endurance")
class KilledJobTest {
    private static final int DOCUMENTS = 30;

    @TempDir
    private Path folder;

    @Test
    void theNextRunDoesWhatAKilledOneDidNotFinish() throws Exception {
        JobFixture job = new JobFixture(folder);
        for (int number = 1; number <= DOCUMENTS; number++) {
            job.drop("order-" + number + ".txt", "Order No.: N-" + number);
        }
        Process killed = start(job);
        try {
            // A process starts slowly beside a busy build.
            await().atMost(5, TimeUnit.MINUTES)
                    .until(() -> Files.isDirectory(job.outbox("originals"))
                            && !JobFixture.names(job.outbox("originals")).isEmpty());
        } finally {
            killed.destroyForcibly().waitFor();
        }

        assertThat(job.run()).as(job.console()).isTrue();

        assertThat(JobFixture.names(job.inbox())).isEmpty();
        assertThat(JobFixture.names(job.outbox("originals"))).hasSize(DOCUMENTS);
        assertThat(JobFixture.names(job.outbox(""))).hasSize(DOCUMENTS + 1).contains("index.html");
        for (int number = 1; number <= DOCUMENTS; number++) {
            String document = "order-" + number + ".txt";
            assertThat(job.fields(document).path("invoice_number").asText()).isEqualTo("N-" + number);
            assertThat(job.report()).contains(document);
        }
    }

    private Process start(JobFixture job) throws Exception {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-Djava.io.tmpdir=" + folder,
                        "-Ddocproc.inbox=" + job.inbox(),
                        "-Ddocproc.outbox=" + job.outbox(""),
                        "-Ddocproc.failed=" + job.failed(""),
                        Main.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(new File(folder.toFile(), "killed.txt"))
                .start();
    }
}
