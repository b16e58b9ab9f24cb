/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.scaleout;

import static io.docproc.examples.scaleout.ScaleOutFixture.QUEUE;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.examples.samples.NumberedDocuments;
import io.docproc.examples.support.ExampleMain;
import io.docproc.examples.support.FileTree;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("databases")
class PostgreSqlTest {
    private static final int DOCUMENTS = 20;

    @TempDir
    private Path home;

    @Test
    void nodesThatStartAtTheSameTimeShareAnEmptyPostgreSqlDatabase() throws Exception {
        try (EmbeddedPostgres database = EmbeddedPostgres.start();
                ScaleOutFixture nodes = new ScaleOutFixture(home, "yaml")) {
            nodes.with("docproc.database", database.getJdbcUrl("postgres", "postgres"))
                    .with("docproc.databaseUser", "postgres");
            List<Path> documents = NumberedDocuments.write(nodes.folder("inbox"), DOCUMENTS);
            String version = Documents.version(documents.get(0));
            startTogether(nodes, "poller", "poller", "worker", "worker");
            nodes.until(() -> FileTree.files(nodes.folder("inbox")).isEmpty());
            nodes.until(() -> nodes.isEmpty(QUEUE));

            nodes.send(documents.get(0).getFileName().toString(), version);
            nodes.until(() -> nodes.isEmpty(QUEUE));

            assertThat(nodes.results()).hasSize(DOCUMENTS);
            assertThat(nodes.calls(200)).isEqualTo(DOCUMENTS);
            assertThat(nodes.deadLetters()).isEmpty();
        }
    }

    private static void startTogether(ScaleOutFixture nodes, String... roles) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(roles.length);
        try {
            List<Callable<ExampleMain>> starts = Stream.of(roles)
                    .<Callable<ExampleMain>>map(role -> () -> nodes.start(role))
                    .toList();
            for (Future<ExampleMain> start : threads.invokeAll(starts)) {
                start.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
