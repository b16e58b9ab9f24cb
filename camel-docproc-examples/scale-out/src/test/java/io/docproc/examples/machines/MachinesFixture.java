/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.Message;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.activemq.ActiveMQConnection;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.camel.main.Main;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.jms.core.MessageCreator;

/** A broker, a service, a shared folder, and pollers and workers in this process. */
final class MachinesFixture implements AutoCloseable {
    private static final String QUEUE = "docproc.claims";

    private final Map<String, String> properties = new HashMap<>();
    private final List<Main> running = new ArrayList<>();
    private final List<DocumentLocks> locks = new ArrayList<>();
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    private final Path brokerFolder;
    private final CountingService service = new CountingService(0);
    private final String url;
    private MessageBroker broker;

    MachinesFixture(Path home, String dsl) throws Exception {
        properties.put("docproc.shared", home.resolve("shared").toString());
        properties.put("docproc.dsl", dsl);
        properties.put("docproc.accountCallsPerSecond", "1000");
        properties.put("docproc.redeliveryDelay", "10");
        properties.put("docproc.postponement", "200");
        properties.put("docproc.attempts", "3");
        brokerFolder = home.resolve("broker");
        broker = MessageBroker.start(new MachinesSettings.Broker("tcp://127.0.0.1:0", "", ""), brokerFolder);
        url = broker.url();
        folder().create();
    }

    MachinesFixture with(String property, String value) {
        properties.put(property, value);
        return this;
    }

    private MachinesSettings settings() throws MachinesSettings.InvalidException {
        return MachinesSettings.from(properties::get, Map.of());
    }

    SharedFolder folder() throws MachinesSettings.InvalidException {
        return settings().folder();
    }

    CountingService service() {
        return service;
    }

    private MachinesSettings.Broker connection() {
        return new MachinesSettings.Broker(url, "", "");
    }

    Main startPoller() throws Exception {
        return start(RoleMain.poller(settings(), connection(), lines::add));
    }

    Main startWorker(String name) throws Exception {
        DocumentLocks own = new DocumentLocks(folder().state().resolve("locks"));
        locks.add(own);
        return start(RoleMain.worker(
                with("docproc.worker", name).settings(), service.account(), connection(), own, lines::add));
    }

    private Main start(Main main) {
        running.add(main);
        main.start();
        return main;
    }

    void stopBroker() throws Exception {
        broker.close();
    }

    void restartBroker() throws Exception {
        broker = MessageBroker.start(new MachinesSettings.Broker(url, "", ""), brokerFolder);
    }

    void startBrokerWithNothing() throws Exception {
        broker = MessageBroker.start(
                new MachinesSettings.Broker(url, "", ""), brokerFolder.resolveSibling("another broker"));
    }

    /** Receives a message and drops the connection without an acknowledgement. */
    void receiveAndDisconnect() throws Exception {
        ActiveMQConnection connection = (ActiveMQConnection) new ActiveMQConnectionFactory(url).createConnection();
        connection.start();
        Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
        assertThat(session.createConsumer(session.createQueue(QUEUE)).receive(60_000))
                .isNotNull();
        connection.getTransport().stop();
    }

    Path drop(String name, String content) throws Exception {
        return Files.writeString(folder().inbox().resolve(name), content);
    }

    DocumentReference claim(Path document) throws Exception {
        return DocumentReference.of(folder(), document);
    }

    void put(String text) {
        put(session -> session.createTextMessage(text));
    }

    void put(MessageCreator message) {
        jms().send(QUEUE, message);
    }

    private JmsTemplate jms() {
        JmsTemplate jms = new JmsTemplate(new ActiveMQConnectionFactory(url));
        jms.setReceiveTimeout(60_000);
        return jms;
    }

    /** Returns the next message on the dead letter queue with its reason. */
    String deadLetter() throws Exception {
        Message message = jms().receive("DLQ." + QUEUE);
        String text = message instanceof TextMessage content ? content.getText() : "";
        return text + ": " + message.getStringProperty("DocprocReason");
    }

    /** Returns the reason for which the broker moved the next message to the dead letter queue. */
    String brokerDeadLetterReason() throws Exception {
        return jms().receive("DLQ." + QUEUE).getStringProperty("dlqDeliveryFailureCause");
    }

    boolean queueIsEmpty() throws Exception {
        return broker.messages(QUEUE) == 0;
    }

    boolean nothingIsDead() throws Exception {
        return broker.messages("DLQ." + QUEUE) == 0;
    }

    void until(Callable<Boolean> condition) {
        await().alias("after " + lines).atMost(60, TimeUnit.SECONDS).until(condition);
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Override
    public void close() throws Exception {
        for (Main main : running) {
            main.stop();
        }
        for (DocumentLocks own : locks) {
            own.close();
        }
        broker.close();
        service.close();
    }
}
