/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.apache.activemq.broker.BrokerPlugin;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.region.Destination;
import org.apache.activemq.broker.region.policy.IndividualDeadLetterStrategy;
import org.apache.activemq.broker.region.policy.PolicyEntry;
import org.apache.activemq.broker.region.policy.PolicyMap;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.security.AuthenticationUser;
import org.apache.activemq.security.SimpleAuthenticationPlugin;

/** ActiveMQ broker with a persistent queue of document references. */
final class MessageBroker implements AutoCloseable {
    /** Maximum message size: larger than a reference, smaller than most documents. */
    private static final int MAX_BYTES = 65_536;

    private static final long MAX_BYTES_ON_DISK = 1L << 30;

    private static final String ALL = "all";

    private final BrokerService service;

    private MessageBroker(BrokerService service) {
        this.service = service;
    }

    /**
     * Starts a broker.
     *
     * @param listen where, such as {@code tcp://127.0.0.1:61616}; with port 0 on a free one. If a user is named,
     *     clients must authenticate as that user
     * @param folder keeps what is on the queues; not a shared one
     * @throws IllegalArgumentException if remote machines could connect and no user is named
     */
    static MessageBroker start(MachinesSettings.Broker listen, Path folder) throws Exception {
        BrokerService service = new BrokerService();
        service.setBrokerName("docproc");
        service.setUseJmx(false);
        service.setDataDirectoryFile(folder.toFile());
        service.getSystemUsage().getStoreUsage().setLimit(MAX_BYTES_ON_DISK);
        service.getSystemUsage().getTempUsage().setLimit(MAX_BYTES_ON_DISK);
        service.getSystemUsage().getJobSchedulerUsage().setLimit(MAX_BYTES_ON_DISK);
        // Keeps messages back until their time has come.
        service.setSchedulerSupport(true);
        service.setDestinationPolicy(deadLetterQueuePerQueue());
        service.setPlugins(users(listen));
        service.addConnector(listen.url() + "?wireFormat.maxFrameSize=" + MAX_BYTES);
        service.start();
        service.waitUntilStarted();
        return new MessageBroker(service);
    }

    private static PolicyMap deadLetterQueuePerQueue() {
        IndividualDeadLetterStrategy deadLetters = new IndividualDeadLetterStrategy();
        deadLetters.setQueuePrefix("DLQ.");
        PolicyEntry policy = new PolicyEntry();
        policy.setDeadLetterStrategy(deadLetters);
        PolicyMap policies = new PolicyMap();
        policies.setDefaultEntry(policy);
        return policies;
    }

    private static BrokerPlugin[] users(MachinesSettings.Broker listen) throws Exception {
        if (!listen.user().isEmpty()) {
            AuthenticationUser user = new AuthenticationUser(listen.user(), listen.password(), ALL);
            return new BrokerPlugin[] {new SimpleAuthenticationPlugin(List.of(user))};
        }
        if (InetAddress.getByName(URI.create(listen.url()).getHost()).isLoopbackAddress()) {
            return new BrokerPlugin[0];
        }
        throw new IllegalArgumentException("others can reach a broker at " + listen.url()
                + ", so the environment variables DOCPROC_BROKER_USER and DOCPROC_BROKER_PASSWORD must be set");
    }

    /** Where to connect to, with the port that it has. */
    String url() throws Exception {
        URI uri = service.getTransportConnectors().get(0).getConnectUri();
        return uri.getScheme() + "://" + uri.getAuthority();
    }

    /** Returns the number of messages on a queue, including those in flight. */
    long messages(String queue) throws Exception {
        Destination destination = service.getDestination(new ActiveMQQueue(queue));
        return destination.getDestinationStatistics().getMessages().getCount();
    }

    void awaitStop() {
        service.waitUntilStopped();
    }

    /** Stops; what is on the queues stays on disk. */
    @Override
    public void close() throws Exception {
        service.stop();
        service.waitUntilStopped();
    }
}
