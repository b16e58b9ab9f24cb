/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

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
import java.util.Optional;
import java.util.Random;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Content and counts of a result repository after its process was killed. */
class KilledWriterTest {
    private static final Duration AFTER_THE_LEASE = Duration.ofMinutes(2);

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

    /** Stores one result after the other, and says so after each, until it is killed. */
    static final class Writer {
        private Writer() {}

        public static void main(String[] arguments) throws IOException {
            ResultRepository repository =
                    backend(arguments[0], Path.of(arguments[1])).open();
            repository.start();
            for (int number = 0; ; number++) {
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
    @CsvSource("directory,1")
    void aStoredResultSurvivesAKillAndAnIncompleteOneIsNeverSeen(String kind, long seed) throws Exception {
        int last = -1;
        try (ChildProcess writer = new ChildProcess(Writer.class, kind, directory.toString())) {
            int enough = 10 + new Random(seed).nextInt(20);
            while (last < enough) {
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
        backend.advance(AFTER_THE_LEASE);
        try {
            for (int number = 0; number <= last; number++) {
                assertThat(stored(repository, key("document " + number)))
                        .as("result %d", number)
                        .hasValue(body(number));
            }
            Optional<byte[]> next = stored(repository, key("document " + (last + 1)));
            if (next.isPresent()) {
                assertThat(next).hasValue(body(last + 1));
            }
            assertThat(lease(repository, key("document " + (last + 1))))
                    .as("the lease has expired")
                    .isTrue();
        } finally {
            repository.stop();
        }
    }

    /** Enters attempts for three keys in turn, and says so after each, until it is killed. Never releases the last lease. */
    static final class Sender {
        private Sender() {}

        public static void main(String[] arguments) throws IOException {
            ResultRepository repository =
                    backend(arguments[0], Path.of(arguments[1])).open();
            repository.start();
            for (int number = 0; ; number++) {
                ResultKey key = key("document " + number % 3);
                if (!lease(repository, key) || !repository.enter(key)) {
                    throw new IOException("the lease is taken");
                }
                System.out.println(number);
                System.out.flush();
                repository.releaseLease(key);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"directory,1", "database,2"})
    void eachAttemptThatWasEnteredIsCountedAfterAKill(String kind, long seed) throws Exception {
        int last = -1;
        try (ChildProcess sender = new ChildProcess(Sender.class, kind, directory.toString())) {
            int enough = 10 + new Random(seed).nextInt(20);
            while (last < enough) {
                last = Integer.parseInt(sender.nextLine());
            }
            sender.kill();
            for (String line : sender.lastLines()) {
                last = Integer.parseInt(line);
            }
        }

        ResultBackend backend = backend(kind, directory);
        ResultRepository repository = backend.open();
        repository.start();
        try {
            backend.advance(AFTER_THE_LEASE);
            int sum = 0;
            for (int document = 0; document < 3; document++) {
                ResultKey key = key("document " + document);
                int before = unanswered(repository, key).count();
                sum += before;
                assertThat(lease(repository, key)).isTrue();
                assertThat(repository.enter(key)).isTrue();
                repository.releaseLease(key);
                assertThat(unanswered(repository, key).count()).isEqualTo(before + 1);
            }
            assertThat(sum)
                    .as("one more may have been entered without its line")
                    .isBetween(last + 1, last + 2);
        } finally {
            repository.stop();
        }
    }
}
