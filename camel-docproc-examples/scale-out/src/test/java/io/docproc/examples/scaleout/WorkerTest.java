/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.scaleout;

import static io.docproc.examples.scaleout.ScaleOutFixture.QUEUE;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.examples.samples.NumberedDocuments;
import io.docproc.examples.support.ExampleMain;
import io.docproc.examples.support.FileTree;
import io.docproc.examples.support.RotatingValueSource;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

class WorkerTest {
    private static final int DOCUMENTS = 12;
    private static final String SLOW_FIRST_CALL = "operation=parseSync,kind=latency,ms=1500,times=1";

    @TempDir
    private Path home;

    @Test
    void aDocumentThatIsQueuedTwiceIsBilledOnce() throws Exception {
        try (ScaleOutFixture nodes = new ScaleOutFixture(home, "yaml")) {
            Path document = nodes.drop("a.txt", "Delivery report");
            nodes.send(document);
            nodes.send(document);
            nodes.start("worker");

            nodes.until(() -> nodes.isEmpty(QUEUE));

            assertThat(nodes.calls(200)).isEqualTo(1);
            assertThat(nodes.results()).singleElement().asString().contains("Delivery report");
            assertThat(document).doesNotExist();
            assertThat(nodes.deadLetters()).isEmpty();
        }
    }

    @Test
    void twoWorkersWithTheSameDocumentAtTheSameTimeAreBilledOnce() throws Exception {
        try (ScaleOutFixture nodes = new ScaleOutFixture(home, "yaml", SLOW_FIRST_CALL)) {
            nodes.with("docproc.concurrency", "1");
            nodes.start("worker");
            nodes.start("worker");
            Path document = nodes.drop("a.txt", "Delivery report");
            nodes.send(document);
            nodes.send(document);

            nodes.until(() -> nodes.isEmpty(QUEUE));

            assertThat(nodes.calls(200)).isEqualTo(1);
            assertThat(nodes.results()).hasSize(1);
            assertThat(nodes.deadLetters()).isEmpty();
        }
    }

    @ParameterizedTest
    @RotatingValueSource({"yaml", "xml"})
    void anInvalidReferenceIsMovedToTheDeadLetterQueueWithItsReason(String dsl) throws Exception {
        try (ScaleOutFixture nodes = new ScaleOutFixture(home, dsl)) {
            nodes.with("docproc.concurrency", "1");
            Path secret = Files.writeString(home.resolve("secret.txt"), "secret");
            Files.createSymbolicLink(nodes.folder("inbox").resolve("link.txt"), secret);
            nodes.send("../../secret.txt", "1-1");
            nodes.send("link.txt", Documents.version(secret));
            nodes.send(session -> session.createTextMessage("a.txt"));
            nodes.send("a.txt", "../1-1");
            nodes.start("worker");

            assertDead(nodes.deadLetter(), "../../secret.txt", "the document is not in the inbox");
            assertDead(nodes.deadLetter(), "link.txt", "the document is not in the inbox");
            assertDead(nodes.deadLetter(), "a.txt", "the message is not a reference to a document");
            assertDead(nodes.deadLetter(), "a.txt", "the message is not a reference to a document");
            assertThat(nodes.calls()).isEmpty();
        }
    }

    private static void assertDead(Message message, String document, String reason) throws Exception {
        assertThat(((TextMessage) message).getText()).isEqualTo(document);
        assertThat(message.getStringProperty("DocumentFailure")).isEqualTo(reason);
    }

    @ParameterizedTest
    @RotatingValueSource({"yaml", "xml"})
    void theReferenceToAMissingDocumentIsRedeliveredAndThenMovedToTheDeadLetterQueue(String dsl) throws Exception {
        try (ScaleOutFixture nodes = new ScaleOutFixture(home, dsl)) {
            nodes.send("gone.txt", "1-1");
            nodes.start("worker");

            Message dead = nodes.deadLetter();

            assertThat(((TextMessage) dead).getText()).isEqualTo("gone.txt");
            assertThat(dead.getStringProperty("dlqDeliveryFailureCause"))
                    .contains("Delivery[3] exceeds redelivery policy limit");
        }
    }

    @ParameterizedTest
    @RotatingValueSource({"yaml", "xml"})
    void theReferenceToARejectedDocumentIsMovedToTheDeadLetterQueueAndCanBeSentAgain(String dsl) throws Exception {
        try (ScaleOutFixture nodes = new ScaleOutFixture(home, dsl)) {
            Path document = nodes.drop("broken.pdf", "%PDF-1.7\nand nothing more");
            String version = Documents.version(document);
            nodes.send(document);
            nodes.start("worker");

            Message dead = nodes.deadLetter();

            assertThat(((TextMessage) dead).getText()).isEqualTo("broken.pdf");
            assertThat(dead.getStringProperty("DocumentVersion")).isEqualTo(version);
            assertThat(dead.getStringProperty("DocumentFailure")).contains("40422");
            assertThat(document).exists();
            assertThat(nodes.calls(40422)).isEqualTo(1);

            nodes.send(document);

            assertThat(nodes.deadLetter().getStringProperty("DocumentFailure")).contains("40422");
            assertThat(nodes.calls(40422)).isEqualTo(2);
            nodes.until(() -> nodes.isEmpty(QUEUE));
        }
    }

    @ParameterizedTest
    @RotatingValueSource({"yaml", "xml"})
    void aServerErrorIsRetriedByTheWorker(String dsl) throws Exception {
        try (ScaleOutFixture nodes =
                new ScaleOutFixture(home, dsl, "operation=parseSync,kind=code,code=30203,times=2")) {
            nodes.send(nodes.drop("a.txt", "Delivery report"));
            nodes.start("worker");

            nodes.until(() -> nodes.isEmpty(QUEUE));

            assertThat(nodes.calls(30203)).isEqualTo(2);
            assertThat(nodes.calls(200)).isEqualTo(1);
            assertThat(nodes.results()).hasSize(1);
        }
    }

    @Test
    void aResultThatCannotBeWrittenIsWrittenLaterAndNotBilledAgain() throws Exception {
        try (ScaleOutFixture nodes = new ScaleOutFixture(home, "yaml")) {
            nodes.with("docproc.maximumBrokerRedeliveryDelay", "50").with("docproc.brokerRedeliveries", "1000");
            Files.createFile(nodes.folder("results"));
            nodes.send(nodes.drop("a.txt", "Delivery report"));
            nodes.start("worker");
            nodes.until(() -> nodes.calls(200) == 1);
            nodes.until(() -> !nodes.isEmpty(QUEUE));

            Files.delete(nodes.folder("results"));

            nodes.until(() -> nodes.isEmpty(QUEUE));
            assertThat(nodes.results()).hasSize(1);
            assertThat(nodes.calls(200)).isEqualTo(1);
        }
    }

    @Test
    void theReferenceToAnEarlierVersionIsSkipped() throws Exception {
        try (ScaleOutFixture nodes = new ScaleOutFixture(home, "yaml")) {
            Path document = nodes.drop("a.txt", "first");
            nodes.send(document);
            Files.writeString(document, "second");
            Files.setLastModifiedTime(document, FileTime.from(Instant.now().plusSeconds(2)));
            nodes.send(document);
            nodes.start("worker");

            nodes.until(() -> nodes.isEmpty(QUEUE));

            assertThat(nodes.calls(200)).isEqualTo(1);
            assertThat(nodes.results()).singleElement().asString().contains("second");
        }
    }

    @Test
    void aWorkerThatIsStoppedCompletesItsCall() throws Exception {
        try (ScaleOutFixture nodes = new ScaleOutFixture(home, "yaml", SLOW_FIRST_CALL)) {
            nodes.with("docproc.concurrency", "1");
            nodes.send(nodes.drop("a.txt", "Delivery report a"));
            nodes.send(nodes.drop("b.txt", "Delivery report b"));
            ExampleMain first = nodes.start("worker");
            // A call that is not sent when the worker is stopped would be made by the next one.
            nodes.until(() -> nodes.appliedFaults() == 1);

            nodes.stop(first);

            assertThat(nodes.results()).singleElement().asString().contains("Delivery report a");
            nodes.start("worker");
            nodes.until(() -> nodes.isEmpty(QUEUE));
            assertThat(nodes.calls(200)).isEqualTo(2);
        }
    }

    @Test
    void aBrokerRestartLosesNothingAndBillsNothingTwice() throws Exception {
        try (ScaleOutFixture nodes = new ScaleOutFixture(home, "yaml", SLOW_FIRST_CALL)) {
            for (Path document : NumberedDocuments.write(nodes.folder("inbox"), DOCUMENTS)) {
                nodes.send(document);
            }
            ExampleMain worker = nodes.start("worker");
            nodes.until(() ->
                    worker.main().getCamelContext().getInflightRepository().size("worker") > 0);

            nodes.servers().restartBroker();

            nodes.until(() -> FileTree.files(nodes.folder("inbox")).isEmpty());
            nodes.until(() -> nodes.isEmpty(QUEUE));
            assertThat(nodes.results()).hasSize(DOCUMENTS);
            assertThat(nodes.calls(200)).isEqualTo(DOCUMENTS);
            assertThat(nodes.deadLetters()).isEmpty();
        }
    }

    @Test
    void aReferenceThatKillsEveryWorkerIsMovedToTheDeadLetterQueue() throws Exception {
        try (ScaleOutFixture nodes = new ScaleOutFixture(home, "yaml")) {
            nodes.send(nodes.drop("a.txt", "Delivery report"));
            for (int death = 0; death < 3; death++) {
                nodes.receiveAndDisconnect();
            }
            nodes.start("worker");

            assertThat(nodes.deadLetter().getStringProperty("dlqDeliveryFailureCause"))
                    .contains("redelivery policy limit");

            assertThat(nodes.calls()).isEmpty();
            nodes.until(() -> nodes.isEmpty(QUEUE));
        }
    }
}
