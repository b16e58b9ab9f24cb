/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import static io.docproc.camel.result.ResultRepositoryFixture.enter;
import static io.docproc.camel.result.ResultRepositoryFixture.key;
import static io.docproc.camel.result.ResultRepositoryFixture.lease;
import static io.docproc.camel.result.ResultRepositoryFixture.stored;
import static io.docproc.camel.result.ResultRepositoryFixture.unanswered;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.result.ResultBackend.Database;
import io.docproc.camel.result.ResultBackend.Directory;
import io.docproc.camel.testkit.Calls;
import io.docproc.camel.testkit.ChildProcess;
import io.docproc.camel.testkit.HeldServer;
import io.docproc.camel.testkit.MemoryDatabase;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import io.docproc.camel.testkit.TestContexts;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** Stored results after faults of a disk, a database, a process and other nodes, and in concurrent exchanges. */
@Timeout(300)
class ResultFaultsTest {
    @TempDir
    Path directory;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private final DataSource database = MemoryDatabase.create();

    private void store(ResultRepository repository) {
        Replies.configure(service, docproc -> {
            docproc.getConfiguration().setMaxConcurrentRequests(4);
            docproc.setResultRepository(repository);
        });
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
    }

    private static byte[] document(int number) {
        return (new String(Replies.DOCUMENT, StandardCharsets.US_ASCII) + number).getBytes(StandardCharsets.US_ASCII);
    }

    private Path onlyResult() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".result"))
                    .findAny()
                    .orElseThrow();
        }
    }

    /** At each tenth of its bytes, an entry is changed by one bit, and it is truncated there. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
    void aDamagedEntryIsNotBilledAgainUntilItIsDeleted(int tenth) throws IOException {
        FileResultRepository repository = new FileResultRepository(directory);
        store(repository);
        service.call("docproc:crop", Replies.DOCUMENT);
        byte[] entry = Files.readAllBytes(onlyResult());
        int position = tenth * entry.length / 10;
        byte[] changed = entry.clone();
        changed[position] ^= 4;

        Files.write(onlyResult(), changed);
        assertRefusedUntilDeleted(repository);
        Files.write(onlyResult(), Arrays.copyOf(entry, position));
        assertRefusedUntilDeleted(repository);
    }

    private void assertRefusedUntilDeleted(ResultRepository repository) throws IOException {
        service.server().resetRequests();
        DocprocException failure = service.failure(DocprocException.class, "docproc:crop", Replies.DOCUMENT);
        assertThat(failure.isRetryable()).isFalse();
        Matcher key =
                Pattern.compile("the stored result ([0-9a-f]{64}) is damaged").matcher(failure.getMessage());
        assertThat(key.find()).isTrue();
        service.assertNothingSent();

        repository.delete(new ResultKey(key.group(1)));
        assertBilledThenStored();
    }

    private void assertBilledThenStored() {
        for (boolean billed : new boolean[] {true, false}) {
            Message result = service.call("docproc:crop", Replies.DOCUMENT);
            assertThat(result.getHeader(DocprocConstants.BILLED)).isEqualTo(billed);
            assertThat(result.getBody(byte[].class)).isEqualTo(Replies.JPEG);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"UPDATE DOCPROC_RESULT_CHUNK SET CONTENT = X'00'", "DELETE FROM DOCPROC_RESULT_CHUNK"})
    void aDamagedRowIsNotBilledAgainUntilItIsDeleted(String damage) throws IOException {
        JdbcResultRepository repository = new JdbcResultRepository(database);
        store(repository);
        service.call("docproc:crop", Replies.DOCUMENT);

        new JdbcTemplate(database).update(damage);

        assertRefusedUntilDeleted(repository);
    }

    /** A pause of the process that is longer than the lease, such as a garbage collection. */
    @Test
    void aProcessThatWasSuspendedBillsADocumentOnce() throws Exception {
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            store(new JdbcResultRepository(database));
            Calls calls = new Calls(service.context(), "docproc:crop?baseUrl=" + server.url());
            calls.offer();
            await().until(server::inFlight, Integer.valueOf(1)::equals);
            new JdbcTemplate(database).update("UPDATE DOCPROC_RESULT_LEASE SET EXPIRES_AT = 0");

            calls.offer();
            await().during(Duration.ofMillis(300)).until(() -> server.requests() == 1);
            server.release(2);
            calls.awaitDone(2);
            assertThat(server.requests()).isEqualTo(1);
        }
    }

    /** Calls with results of 200 KB on a disk of 4 MB; prints whether each was stored. */
    static final class SmallDisk {
        private SmallDisk() {}

        public static void main(String[] arguments) throws Exception {
            byte[] image = new byte[200_000];
            new Random(1).nextBytes(image);
            System.arraycopy(Replies.JPEG, 0, image, 0, 4);
            try (HeldServer server = new HeldServer(Replies.crop(image));
                    CamelContext context = TestContexts.create()) {
                server.release(100);
                DocprocComponent docproc = context.getComponent("docproc", DocprocComponent.class);
                ServiceDouble.configure(docproc.getConfiguration(), server.url());
                docproc.setResultRepository(new FileResultRepository(arguments[0]));
                context.start();
                for (int number = 0; number < 30; number++) {
                    byte[] document = document(number);
                    context.createProducerTemplate().requestBody("docproc:crop", document);
                    System.out.println("stored "
                            + !(Boolean) context.createProducerTemplate()
                                    .request("docproc:crop", exchange -> exchange.getMessage()
                                            .setBody(document))
                                    .getMessage()
                                    .getHeader(DocprocConstants.BILLED));
                }
            }
            System.exit(0);
        }
    }

    @Test
    void aFullDiskEvictsAndRecovers() throws Exception {
        List<String> output = ChildProcess.outputOnDisk(directory, "4m", SmallDisk.class, directory.toString());

        List<String> stored =
                output.stream().filter(line -> line.startsWith("stored")).toList();
        assertThat(stored).as("%s", output).hasSize(30);
        assertThat(stored.subList(20, 30)).contains("stored true");
        assertThat(stored).contains("stored false");
    }

    private volatile String failingMethod = "";

    /** Returns a repository one of whose methods fails: {@code releaseLease} after its effect, the others before. */
    private ResultRepository failing(ResultRepository repository) {
        return (ResultRepository) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ResultRepository.class}, (proxy, method, arguments) -> {
                    boolean fails = method.getName().equals(failingMethod);
                    if (fails && !failingMethod.equals("releaseLease")) {
                        throw new IOException("the disk is gone");
                    }
                    Object result = method.invoke(repository, arguments);
                    if (fails) {
                        throw new IllegalStateException("the cache is closed");
                    }
                    return result;
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"find", "tryLease"})
    void aFailureBeforeTheCallPreventsTheCall(String method) {
        store(failing(new FileResultRepository(directory)));
        failingMethod = method;
        DocprocTransportException unsent =
                service.failure(DocprocTransportException.class, "docproc:crop", Replies.DOCUMENT);

        assertThat((Throwable) unsent)
                .hasMessageContaining("the disk is gone")
                .hasMessageContaining("nothing was sent");
        assertThat(unsent.isUnsent()).isTrue();
        assertThat(unsent.isRetryable()).isTrue();
        service.assertNothingSent();

        failingMethod = "";
        assertBilledThenStored();
    }

    @ParameterizedTest
    @CsvSource({"store, true", "releaseLease, false"})
    void aBilledResultIsDeliveredWhenTheRepositoryFailsAfterTheCall(String method, boolean billedAgain) {
        store(failing(new FileResultRepository(directory)));
        failingMethod = method;
        assertThat(service.call("docproc:crop", Replies.DOCUMENT).getBody(byte[].class))
                .isEqualTo(Replies.JPEG);

        failingMethod = "";
        assertThat(service.call("docproc:crop", Replies.DOCUMENT).getHeader(DocprocConstants.BILLED))
                .isEqualTo(billedAgain);
    }

    @Test
    void equalExchangesMakeOneCallAndHoldNoPermitWhileTheyWait() throws Exception {
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            store(new FileResultRepository(directory));
            Calls calls = new Calls(service.context(), "docproc:crop?baseUrl=" + server.url());
            calls.offer(20);
            await().until(server::inFlight, Integer.valueOf(1)::equals);
            for (int number = 1; number < 4; number++) {
                Exchange other = calls.exchange();
                other.getMessage().setBody(document(number));
                calls.offer(other);
            }
            await().until(server::inFlight, Integer.valueOf(4)::equals);
            server.release(4);
            calls.awaitDone(23);

            assertThat(server.requests()).isEqualTo(4);
            assertThat(calls.done())
                    .allSatisfy(exchange -> assertThat(exchange.getMessage().getBody(byte[].class))
                            .isEqualTo(Replies.JPEG))
                    .filteredOn(exchange -> (Boolean) exchange.getMessage().getHeader(DocprocConstants.BILLED))
                    .hasSize(4);
        }
    }

    @Test
    void aStopAbortsTheWaitForAnotherExchange() throws Exception {
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            store(new FileResultRepository(directory));
            service.context().getShutdownStrategy().setTimeout(1);
            Calls calls = new Calls(service.context(), "docproc:crop?baseUrl=" + server.url());
            calls.offer();
            await().until(server::inFlight, Integer.valueOf(1)::equals);
            Thread second = calls.offer();
            await().until(() -> Calls.isWaiting(second));
            service.context().stop();
            calls.awaitDone(2);

            assertThat(server.requests()).isEqualTo(1);
            assertThat(calls.done())
                    .extracting(exchange -> ((DocprocTransportException) exchange.getException()).isUnsent())
                    .containsExactlyInAnyOrder(true, false);
        }
    }

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
                ResultRepositoryFixture.store(repository, key, body(number));
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
