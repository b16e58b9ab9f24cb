/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import jakarta.jms.ConnectionFactory;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.Queue;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;

/** Runs the JMS routes of the guides with ActiveMQ Artemis. */
final class DocumentedArtemisTest extends DocumentedJmsTest {
    @Override
    JmsBroker start(int redeliveries) throws Exception {
        return new Artemis(redeliveries);
    }

    /** The broker counts the deliveries. */
    private static final class Artemis implements JmsBroker {
        private static final String ACCEPTOR = "tcp";
        private static final String DEAD_LETTERS = "DLQ";

        private final EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
        private final org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory connections;

        private Artemis(int redeliveries) throws Exception {
            Configuration configuration = new ConfigurationImpl()
                    .setPersistenceEnabled(false)
                    .setSecurityEnabled(false)
                    .setJMXManagementEnabled(false)
                    .addAcceptorConfiguration(ACCEPTOR, "tcp://127.0.0.1:0")
                    .addAddressSetting(
                            "#",
                            new AddressSettings()
                                    .setMaxDeliveryAttempts(1 + redeliveries)
                                    .setRedeliveryDelay(0)
                                    .setDeadLetterAddress(SimpleString.of(DEAD_LETTERS))
                                    .setAutoDeleteQueues(false));
            configuration.addQueueConfiguration(
                    QueueConfiguration.of(DEAD_LETTERS).setRoutingType(RoutingType.ANYCAST));
            broker.setConfiguration(configuration);
            broker.start();
            int port = broker.getActiveMQServer()
                    .getRemotingService()
                    .getAcceptor(ACCEPTOR)
                    .getActualPort();
            connections =
                    new org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory("tcp://127.0.0.1:" + port);
        }

        @Override
        public ConnectionFactory connections() {
            return connections;
        }

        @Override
        public String deadLetterQueue() {
            return DEAD_LETTERS;
        }

        @Override
        public long messages(String queue) {
            Queue found = broker.getActiveMQServer().locateQueue(queue);
            return found == null ? 0 : found.getMessageCount();
        }

        @Override
        public void close() throws Exception {
            connections.close();
            broker.stop();
        }
    }
}
