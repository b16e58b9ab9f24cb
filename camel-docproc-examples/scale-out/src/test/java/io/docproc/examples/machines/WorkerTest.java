/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

import static io.docproc.examples.machines.MachinesFixture.names;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.examples.samples.NumberedDocuments;
import io.docproc.examples.support.AccountOutage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** References that workers receive, and calls that fail. */
class WorkerTest {
    private static final int DOCUMENTS = 12;
    private static final int CONCURRENCY = 2;

    @TempDir
    private Path home;

    @Test
    void aDocumentThatIsQueuedTwiceIsBilledOnce() throws Exception {
        try (MachinesFixture machines = new MachinesFixture(home, "yaml")) {
            String reference =
                    machines.claim(machines.drop("a.txt", "Delivery report")).json();
            machines.put(reference);
            machines.put(reference);
            machines.startWorker("first");

            machines.until(machines::queueIsEmpty);

            assertThat(machines.service().all()).isEqualTo(1);
            assertThat(machines.folder().results().resolve("a.txt.json"))
                    .content()
                    .contains("Delivery report");
            assertThat(names(machines.folder().outcomes())).hasSize(1);
            assertThat(machines.folder().originals().resolve("a.txt")).exists();
        }
    }

    @Test
    void twoWorkersWithTheSameDocumentAtTheSameTimePayOnce() throws Exception {
        try (MachinesFixture machines = new MachinesFixture(home, "yaml").with("docproc.attempts", "30")) {
            String reference =
                    machines.claim(machines.drop("a.txt", "Delivery report")).json();
            machines.service().delay(1, 1, Duration.ofSeconds(2));
            machines.startWorker("first");
            machines.put(reference);
            machines.until(() -> machines.service().struck() == 1);
            machines.startWorker("second");
            machines.put(reference);
            machines.until(() -> machines.lines().contains("not done: another worker processes inbox/a.txt"));

            machines.until(() -> machines.lines().contains("a.txt was done by first"));

            machines.until(machines::queueIsEmpty);
            assertThat(machines.service().all()).isEqualTo(1);
            assertThat(machines.nothingIsDead()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"yaml", "xml"})
    void anInvalidReferenceIsMovedToTheDeadLetterQueueWithItsReason(String dsl) throws Exception {
        try (MachinesFixture machines = new MachinesFixture(home, dsl).with("docproc.concurrency", "1")) {
            String outside = DocumentReference.of("../../etc/passwd", 1, 1).json();
            String through =
                    DocumentReference.of("inbox/../originals/a.txt", 1, 1).json();
            Path secret = Files.writeString(home.resolve("secret.txt"), "secret");
            Path link = Files.createSymbolicLink(machines.folder().inbox().resolve("link.txt"), secret);
            String linked = machines.claim(link).json();
            String forged = machines.claim(machines.drop("a.txt", "Delivery report"))
                    .json()
                    .replace("a.txt", "b.txt");
            machines.put("no claim");
            machines.put(outside);
            machines.put(through);
            machines.put(linked);
            machines.put(forged);
            machines.put(session -> session.createObjectMessage("an object"));
            machines.put(
                    machines.claim(machines.folder().inbox().resolve("a.txt")).json());
            machines.startWorker("first");

            assertThat(machines.deadLetter()).startsWith("no claim: not the JSON of a claim");
            assertThat(machines.deadLetter()).isEqualTo(outside + ": the path is not that of a document in the inbox");
            assertThat(machines.deadLetter()).isEqualTo(through + ": the path is not that of a document in the inbox");
            assertThat(machines.deadLetter()).isEqualTo(linked + ": the path leads out of the inbox");
            assertThat(machines.deadLetter()).isEqualTo(forged + ": the id is not that of path, size and modified");
            assertThat(machines.deadLetter()).isEqualTo(": not a text message");
            machines.until(machines::queueIsEmpty);
            assertThat(machines.folder().originals().resolve("a.txt")).exists();
            assertThat(machines.service().all()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"yaml", "xml"})
    void theReferenceToAMissingDocumentIsRetriedAndThenMovedToTheDeadLetterQueue(String dsl) throws Exception {
        try (MachinesFixture machines = new MachinesFixture(home, dsl)) {
            String reference = DocumentReference.of("inbox/gone.txt", 1, 1).json();
            machines.put(reference);
            machines.startWorker("first");

            assertThat(machines.deadLetter()).isEqualTo(reference + ": inbox/gone.txt is not there");

            assertThat(machines.lines().stream().filter("not done: inbox/gone.txt is not there"::equals))
                    .hasSize(3);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"yaml", "xml"})
    void aRefusedDocumentLiesBesideItsNoteAndIsSentAgainWhenItIsMovedBack(String dsl) throws Exception {
        try (MachinesFixture machines = new MachinesFixture(home, dsl)) {
            machines.drop("broken.pdf", "%PDF-1.7\nand nothing more");
            machines.startPoller();
            machines.startWorker("first");
            Path failed = machines.folder().failed().resolve("broken.pdf");
            Path note = machines.folder().failed().resolve("broken.pdf.error.txt");
            machines.until(() -> machines.lines().stream().anyMatch(line -> line.startsWith("broken.pdf failed")));
            machines.until(machines::queueIsEmpty);
            assertThat(note).content().contains("40422", "Worker:      first");
            assertThat(machines.nothingIsDead()).isTrue();

            Files.move(failed, machines.folder().inbox().resolve("broken.pdf"), StandardCopyOption.ATOMIC_MOVE);

            machines.until(() -> names(machines.folder().outcomes()).size() == 2);
            machines.until(() -> Files.exists(failed));
            assertThat(machines.service().all()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"yaml", "xml"})
    void aRetryableCallIsRetriedAtOnceAndThenLater(String dsl) throws Exception {
        try (MachinesFixture machines = new MachinesFixture(home, dsl).with("docproc.redeliveries", "2")) {
            machines.service()
                    .setFaults("[{\"operation\":\"parseSync\",\"kind\":\"code\",\"code\":30203,\"times\":4}]");
            machines.put(
                    machines.claim(machines.drop("a.txt", "Delivery report")).json());
            machines.startWorker("first");

            machines.until(() -> Files.exists(machines.folder().originals().resolve("a.txt")));

            assertThat(machines.service().all()).isEqualTo(5);
            assertThat(machines.lines().stream().filter(line -> line.startsWith("not done")))
                    .hasSize(1);
        }
    }

    static Stream<Arguments> accountOutages() {
        return AccountOutage.all().map(outage -> Arguments.of(outage, outage.code() % 2 == 0 ? "yaml" : "xml"));
    }

    @ParameterizedTest
    @MethodSource("accountOutages")
    void anAccountErrorPausesTheWorkerAndCountsAsNoAttempt(AccountOutage outage, String dsl) throws Exception {
        try (MachinesFixture machines = new MachinesFixture(home, dsl).with("docproc.accountPause", "20")) {
            machines.service().plan(outage.fault("parseSync"));
            NumberedDocuments.write(machines.folder().inbox(), DOCUMENTS);
            machines.startPoller();
            machines.startWorker("first");

            machines.until(() -> names(machines.folder().originals()).size() == DOCUMENTS);

            machines.until(machines::queueIsEmpty);
            assertThat(machines.nothingIsDead()).isTrue();
            assertThat(machines.folder().failed()).isEmptyDirectory();
            assertThat(names(machines.folder().results())).hasSize(DOCUMENTS);
            assertThat(machines.service().answered("parseSync", 200)).isEqualTo(DOCUMENTS);
            int refused = machines.service().answered("parseSync", outage.code());
            assertThat(refused + machines.service().answered("balance", outage.code()))
                    .isEqualTo(outage.refusals());
            assertThat(refused)
                    .as("one document for each probe")
                    .isLessThanOrEqualTo(CONCURRENCY * (1 + machines.service().answered("balance", 200)));
        }
    }
}
