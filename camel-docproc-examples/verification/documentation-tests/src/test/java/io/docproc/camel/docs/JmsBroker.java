/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import jakarta.jms.ConnectionFactory;
import java.util.UUID;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.command.ActiveMQQueue;

/** JMS broker in this JVM that delivers a message again at once, and then moves it to its dead letter queue. */
interface JmsBroker extends AutoCloseable {

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

        Classic(int redeliveries) throws Exception {
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
}
