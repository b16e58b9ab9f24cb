/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.scaleout;

import io.docproc.local.LocalService;
import io.docproc.local.LocalServiceOptions;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.command.ActiveMQQueue;
import org.h2.tools.Server;

/** Broker, database and local service on free ports of this machine. */
public final class ScaleOutServers implements AutoCloseable {
    private static final long MAX_BYTES_ON_DISK = 1L << 30;

    private final Path folder;
    private final LocalService service;
    private final Server database;
    private BrokerService broker;

    /**
     * Starts the servers.
     *
     * @param folder existing folder for the messages of the broker and the database
     */
    public ScaleOutServers(Path folder, LocalServiceOptions options) throws Exception {
        this.folder = folder.toAbsolutePath();
        service = new LocalService(options.port(0).packageCalls(Integer.MAX_VALUE)).start();
        database = Server.createTcpServer(
                        "-tcpPort",
                        "0",
                        "-ifNotExists",
                        "-baseDir",
                        this.folder.resolve("database").toString())
                .start();
        broker = startBroker("tcp://127.0.0.1:0");
    }

    private BrokerService startBroker(String address) throws Exception {
        BrokerService started = new BrokerService();
        started.setUseJmx(false);
        started.setUseShutdownHook(false);
        started.setDataDirectoryFile(folder.resolve("broker").toFile());
        started.getSystemUsage().getStoreUsage().setLimit(MAX_BYTES_ON_DISK);
        started.getSystemUsage().getTempUsage().setLimit(MAX_BYTES_ON_DISK);
        started.addConnector(address);
        started.start();
        started.waitUntilStarted();
        return started;
    }

    /** Returns the properties with which pollers and workers connect to the servers. */
    public Map<String, String> properties() throws Exception {
        return Map.of(
                "docproc.baseUrl", service.baseUrl(),
                "docproc.database", "jdbc:h2:tcp://127.0.0.1:" + database.getPort() + "/docproc;WRITE_DELAY=0",
                "docproc.broker", brokerUrl());
    }

    private String brokerUrl() throws Exception {
        URI address = broker.getTransportConnectors().get(0).getConnectUri();
        return "tcp://127.0.0.1:" + address.getPort();
    }

    /** Returns the number of messages in a queue, with those in delivery. */
    public long messages(String queue) throws Exception {
        return broker.getDestination(new ActiveMQQueue(queue))
                .getDestinationStatistics()
                .getMessages()
                .getCount();
    }

    /** Stops the broker and starts it at the same address with the messages that it has stored. */
    public void restartBroker() throws Exception {
        String address = brokerUrl();
        stop(broker);
        broker = startBroker(address);
    }

    private static void stop(BrokerService broker) throws Exception {
        broker.stop();
        broker.waitUntilStopped();
    }

    @Override
    public void close() throws Exception {
        stop(broker);
        database.stop();
        service.close();
    }
}
