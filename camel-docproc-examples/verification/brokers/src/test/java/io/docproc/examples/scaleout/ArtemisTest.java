/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.scaleout;

import static io.docproc.examples.scaleout.ScaleOutFixture.QUEUE;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.examples.samples.NumberedDocuments;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.Queue;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pollers and workers with ActiveMQ Artemis. */
class ArtemisTest {
    private static final int DOCUMENTS = 12;
    private static final int REDELIVERIES = 2;
    private static final String ACCEPTOR = "tcp";
    private static final String DEAD_LETTERS = "DLQ";

    @TempDir
    private Path home;

    private final EmbeddedActiveMQ broker = new EmbeddedActiveMQ();

    @BeforeEach
    void startBroker() throws Exception {
        Configuration configuration = new ConfigurationImpl()
                .setPersistenceEnabled(false)
                .setSecurityEnabled(false)
                .setJMXManagementEnabled(false)
                .addAcceptorConfiguration(ACCEPTOR, "tcp://127.0.0.1:0")
                .addQueueConfiguration(QueueConfiguration.of(DEAD_LETTERS).setRoutingType(RoutingType.ANYCAST))
                .addAddressSetting(
                        "#",
                        new AddressSettings()
                                .setMaxDeliveryAttempts(1 + REDELIVERIES)
                                .setRedeliveryDelay(10)
                                .setDeadLetterAddress(SimpleString.of(DEAD_LETTERS))
                                .setAutoDeleteQueues(false));
        broker.setConfiguration(configuration);
        broker.start();
    }

    @AfterEach
    void stopBroker() throws Exception {
        broker.stop();
    }

    private ScaleOutFixture nodes(String... faults) throws Exception {
        int port = broker.getActiveMQServer()
                .getRemotingService()
                .getAcceptor(ACCEPTOR)
                .getActualPort();
        return new ScaleOutFixture(home, "yaml", faults)
                .with("docproc.brokerProduct", "artemis")
                .with("docproc.broker", "tcp://127.0.0.1:" + port)
                .with("docproc.concurrency", "1");
    }

    /** Returns the number of messages in a queue, with those in delivery; 0 if the queue does not exist. */
    private long messages(String queue) {
        Queue found = broker.getActiveMQServer().locateQueue(queue);
        return found == null ? 0 : found.getMessageCount();
    }

    @Test
    void aSlowWorkerHoldsNoMessagesOfOthers() throws Exception {
        try (ScaleOutFixture nodes = nodes()) {
            NumberedDocuments.write(nodes.folder("inbox"), DOCUMENTS);
            nodes.start("poller");
            nodes.until(() -> messages(QUEUE) == DOCUMENTS);
            CountDownLatch released = nodes.holdNextResponse();
            nodes.start("worker");
            nodes.until(() -> nodes.calls(200) == 1);
            nodes.start("worker");

            nodes.until(() -> messages(QUEUE) == 1);

            released.countDown();
            nodes.until(() -> messages(QUEUE) == 0);
            assertThat(nodes.results()).hasSize(DOCUMENTS);
            assertThat(nodes.calls(200)).isEqualTo(DOCUMENTS);
            assertThat(messages(DEAD_LETTERS)).isZero();
        }
    }

    @Test
    void aServerErrorIsRetriedByTheWorker() throws Exception {
        try (ScaleOutFixture nodes = nodes("operation=parseSync,kind=code,code=30203,times=2")) {
            nodes.drop("a.txt", "Delivery report");
            nodes.start("poller");
            nodes.until(() -> messages(QUEUE) == 1);
            nodes.start("worker");

            nodes.until(() -> messages(QUEUE) == 0);

            assertThat(nodes.calls(30203)).isEqualTo(2);
            assertThat(nodes.calls(200)).isEqualTo(1);
            assertThat(nodes.results()).hasSize(1);
        }
    }

    @Test
    void theReferenceToAMissingDocumentIsMovedToTheDeadLetterQueue() throws Exception {
        try (ScaleOutFixture nodes = nodes()) {
            Path document = nodes.drop("a.txt", "Delivery report");
            nodes.start("poller");
            nodes.until(() -> messages(QUEUE) == 1);
            Files.delete(document);
            nodes.start("worker");

            nodes.until(() -> messages(DEAD_LETTERS) == 1);

            // The broker removes the message after it has added it to the dead letters.
            nodes.until(() -> messages(QUEUE) == 0);
            assertThat(nodes.calls()).isEmpty();
        }
    }

    @Test
    void theReferenceToARejectedDocumentIsMovedToTheDeadLetterQueueByTheWorker() throws Exception {
        try (ScaleOutFixture nodes = nodes()) {
            Path document = nodes.drop("broken.pdf", "%PDF-1.7\nand nothing more");
            nodes.start("poller");
            nodes.start("worker");

            nodes.until(() -> messages(DEAD_LETTERS) == 1);

            assertThat(nodes.calls(40422)).isEqualTo(1);
            assertThat(document).exists();
        }
    }
}
