/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import static io.docproc.camel.result.ResultRepositoryFixture.enter;
import static io.docproc.camel.result.ResultRepositoryFixture.key;
import static io.docproc.camel.result.ResultRepositoryFixture.lease;
import static io.docproc.camel.result.ResultRepositoryFixture.store;
import static io.docproc.camel.result.ResultRepositoryFixture.stored;
import static io.docproc.camel.result.ResultRepositoryFixture.unanswered;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.result.ResultBackend.Database;
import io.docproc.camel.result.ResultBackend.Directory;
import io.docproc.camel.testkit.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Content and counts of a result repository after its process was killed. */
class KilledWriterTest {
    @TempDir
    Path directory;

    private static ResultBackend backend(String kind, Path directory) {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setURL("jdbc:h2:file:" + directory.resolve("results") + ";DB_CLOSE_DELAY=-1;WRITE_DELAY=0");
        return kind.equals("directory") ? new Directory(directory.resolve("results")) : new Database(dataSource);
    }

    private static byte[] body(int number) {
        Random random = new Random(number);
        byte[] body = new byte[random.nextInt(400_000)];
        random.nextBytes(body);
        return body;
    }

    /** Enters an attempt, stores a result, and says so, again and again until it is killed. */
    static final class Writer {
        private Writer() {}

        public static void main(String[] arguments) throws IOException {
            ResultRepository repository =
                    backend(arguments[0], Path.of(arguments[1])).open();
            repository.start();
            for (int number = 0; ; number++) {
                enter(repository, key("unanswered " + number % 3));
                ResultKey key = key("document " + number);
                if (!lease(repository, key)) {
                    throw new IOException("the lease is taken");
                }
                store(repository, key, body(number));
                repository.releaseLease(key);
                System.out.println(number);
                System.out.flush();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"directory", "database"})
    void aStoredResultAndEachAttemptSurviveAKillAndAnIncompleteResultIsNeverSeen(String kind) throws Exception {
        int last = -1;
        try (ChildProcess writer = new ChildProcess(Writer.class, kind, directory.toString())) {
            while (last < 15) {
                last = Integer.parseInt(writer.nextLine());
            }
            writer.kill();
            for (String line : writer.lastLines()) {
                last = Integer.parseInt(line);
            }
        }

        ResultBackend backend = backend(kind, directory);
        ResultRepository repository = backend.open();
        repository.start();
        try {
            backend.advance(Duration.ofMinutes(2));
            for (int number = 0; number <= last; number++) {
                assertThat(stored(repository, key("document " + number)))
                        .as("result %d", number)
                        .hasValue(body(number));
            }
            ResultKey next = key("document " + (last + 1));
            assertThat(stored(repository, next).orElse(body(last + 1))).isEqualTo(body(last + 1));
            assertThat(lease(repository, next)).as("the lease has expired").isTrue();
            int attempts = 0;
            for (int document = 0; document < 3; document++) {
                attempts +=
                        unanswered(repository, key("unanswered " + document)).count();
            }
            assertThat(attempts)
                    .as("one more may have been entered without its line")
                    .isBetween(last + 1, last + 2);
        } finally {
            repository.stop();
        }
    }
}
