/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

import static io.docproc.examples.machines.MachinesFixture.names;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.examples.samples.NumberedDocuments;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.apache.camel.main.Main;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workers, brokers and documents that disappear or change during a run. */
class WorkerRecoveryTest {
    private static final int DOCUMENTS = 12;

    @TempDir
    private Path home;

    @Test
    void aDocumentThatIsWrittenOverAfterItsClaimIsSentOnlyAsItIsNow() throws Exception {
        try (MachinesFixture machines = new MachinesFixture(home, "yaml").with("docproc.concurrency", "1")) {
            Path document = machines.drop("a.txt", "first");
            machines.put(machines.claim(document).json());
            machines.drop("a.txt", "second");
            Files.setLastModifiedTime(document, FileTime.from(Instant.now().plusSeconds(2)));
            machines.put(machines.claim(document).json());
            machines.startWorker("first");

            machines.until(machines::queueIsEmpty);

            assertThat(machines.service().all()).isEqualTo(1);
            assertThat(machines.folder().results().resolve("a.txt.json"))
                    .content()
                    .contains("second");
        }
    }

    @Test
    void aWorkerThatIsStoppedFinishesItsCall() throws Exception {
        try (MachinesFixture machines = new MachinesFixture(home, "yaml").with("docproc.concurrency", "1")) {
            machines.service().delay(1, 1, Duration.ofSeconds(2));
            machines.put(
                    machines.claim(machines.drop("a.txt", "Delivery report")).json());
            machines.put(
                    machines.claim(machines.drop("b.txt", "Delivery report")).json());
            Main worker = machines.startWorker("first");
            machines.until(() -> machines.service().struck() == 1);

            worker.stop();

            assertThat(machines.lines()).endsWith("sending a.txt", "a.txt is done");
            assertThat(machines.folder().inbox().resolve("b.txt")).exists();
            machines.startWorker("second");
            machines.until(machines::queueIsEmpty);
            assertThat(machines.service().all()).isEqualTo(2);
        }
    }

    @Test
    void aDocumentIsNotMarkedAsQueuedBeforeItsReferenceIsOnTheQueue() throws Exception {
        try (MachinesFixture machines = new MachinesFixture(home, "yaml")) {
            machines.drop("a.txt", "Delivery report");
            machines.stopBroker();
            machines.startPoller();
            machines.until(() -> machines.lines().contains("claiming a.txt"));
            Path claimed = machines.folder().state().resolve("claimed.txt");

            assertThat(claimed).satisfiesAnyOf(it -> assertThat(it).doesNotExist(), it -> assertThat(it)
                    .isEmptyFile());

            machines.restartBroker();
            machines.until(() -> !machines.queueIsEmpty());
            machines.until(() -> Files.readString(claimed).contains("a.txt"));
        }
    }

    @Test
    void aBrokerRestartLosesNothingAndBillsNothing() throws Exception {
        try (MachinesFixture machines = new MachinesFixture(home, "yaml").with("docproc.concurrency", "1")) {
            machines.service().delay(4, 2, Duration.ofSeconds(2));
            NumberedDocuments.write(machines.folder().inbox(), DOCUMENTS);
            machines.startPoller();
            machines.startWorker("first");
            machines.startWorker("second");
            machines.until(() -> machines.service().struck() == 2);
            machines.stopBroker();

            machines.restartBroker();

            machines.until(() -> names(machines.folder().originals()).size() == DOCUMENTS);
            machines.until(machines::queueIsEmpty);
            assertThat(names(machines.folder().results())).hasSize(DOCUMENTS);
            assertThat(machines.service().all()).isEqualTo(DOCUMENTS);
        }
    }

    @Test
    void aQueueThatIsLostIsMadeAgainFromTheInbox() throws Exception {
        try (MachinesFixture machines = new MachinesFixture(home, "yaml")) {
            machines.drop("a.txt", "Delivery report");
            Path claimed = machines.folder().state().resolve("claimed.txt");
            Main poller = machines.startPoller();
            machines.until(
                    () -> Files.exists(claimed) && Files.readString(claimed).contains("a.txt"));
            poller.stop();
            machines.stopBroker();
            machines.startBrokerWithNothing();

            Files.delete(claimed);
            machines.startPoller();
            machines.startWorker("first");

            machines.until(() -> Files.exists(machines.folder().originals().resolve("a.txt")));
            assertThat(machines.service().all()).isEqualTo(1);
        }
    }

    @Test
    void aResultThatCannotBeWrittenIsWrittenLaterAndBilledOnlyThen() throws Exception {
        try (MachinesFixture machines = new MachinesFixture(home, "yaml").with("docproc.attempts", "30")) {
            Path results = machines.folder().results();
            Files.delete(results);
            Files.createFile(results);
            machines.put(
                    machines.claim(machines.drop("a.txt", "Delivery report")).json());
            machines.startWorker("first");
            machines.until(() -> machines.lines().stream().anyMatch(line -> line.startsWith("not done")));
            Files.delete(results);

            machines.until(() -> Files.exists(machines.folder().originals().resolve("a.txt")));

            long putBack = machines.lines().stream()
                    .filter(line -> line.startsWith("not done"))
                    .count();
            assertThat(machines.service().all()).isEqualTo(1 + (int) putBack);
            assertThat(results.resolve("a.txt.json")).exists();
        }
    }

    @Test
    void aReferenceThatKillsEveryWorkerIsMovedToTheDeadLetterQueue() throws Exception {
        try (MachinesFixture machines = new MachinesFixture(home, "yaml")) {
            machines.put(
                    machines.claim(machines.drop("a.txt", "Delivery report")).json());
            for (int death = 0; death < 7; death++) {
                machines.receiveAndDisconnect();
            }
            machines.startWorker("first");

            assertThat(machines.brokerDeadLetterReason()).contains("redelivery policy limit");

            assertThat(machines.service().all()).isZero();
            assertThat(machines.queueIsEmpty()).isTrue();
        }
    }
}
