/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import jakarta.jms.ConnectionFactory;
import java.util.UUID;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.Queue;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.command.ActiveMQQueue;

/** JMS broker in this JVM that delivers a message again at once, and then moves it to its dead letter queue. */
interface JmsBroker extends AutoCloseable {

    /** Products that run the routes. */
    enum Product {
        ACTIVEMQ,
        ARTEMIS;

        /**
         * Starts a broker.
         *
         * @param redeliveries of a message before it moves to the dead letter queue
         */
        JmsBroker start(int redeliveries) throws Exception {
            return this == ACTIVEMQ ? new Classic(redeliveries) : new Artemis(redeliveries);
        }
    }

    /** Returns the connections for the routes. */
    ConnectionFactory connections();

    /** Returns the name of the dead letter queue. */
    String deadLetterQueue();

    /** Returns the number of messages in a queue, with those in delivery; 0 if the queue does not exist. */
    long messages(String queue) throws Exception;

    @Override
    void close() throws Exception;

    /** ActiveMQ Classic, whose client counts the redeliveries. */
    final class Classic implements JmsBroker {
        private final BrokerService broker = new BrokerService();
        private final ActiveMQConnectionFactory connections;

        private Classic(int redeliveries) throws Exception {
            String name = "guides-" + UUID.randomUUID();
            broker.setBrokerName(name);
            broker.setPersistent(false);
            broker.setUseJmx(false);
            broker.setUseShutdownHook(false);
            broker.start();
            connections = new ActiveMQConnectionFactory("vm://" + name + "?create=false");
            connections.getRedeliveryPolicy().setMaximumRedeliveries(redeliveries);
            connections.getRedeliveryPolicy().setInitialRedeliveryDelay(0);
            connections.getRedeliveryPolicy().setRedeliveryDelay(0);
            connections.setWatchTopicAdvisories(false);
        }

        @Override
        public ConnectionFactory connections() {
            return connections;
        }

        @Override
        public String deadLetterQueue() {
            return "ActiveMQ.DLQ";
        }

        @Override
        public long messages(String queue) throws Exception {
            return broker.getDestination(new ActiveMQQueue(queue))
                    .getDestinationStatistics()
                    .getMessages()
                    .getCount();
        }

        @Override
        public void close() throws Exception {
            broker.stop();
        }
    }

    /** ActiveMQ Artemis, whose broker counts the deliveries. */
    final class Artemis implements JmsBroker {
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
