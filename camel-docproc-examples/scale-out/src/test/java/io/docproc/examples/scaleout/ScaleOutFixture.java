/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.scaleout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.zaxxer.hikari.HikariDataSource;
import io.docproc.examples.support.ExampleMain;
import io.docproc.examples.support.FileTree;
import io.docproc.local.LocalServiceOptions;
import io.docproc.local.fault.FaultDefinition;
import jakarta.jms.Message;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.activemq.ActiveMQConnection;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.springframework.jms.connection.SingleConnectionFactory;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.jms.core.MessageCreator;

/** Local servers, a shared folder, and pollers and workers in this process. */
final class ScaleOutFixture implements AutoCloseable {
    static final String QUEUE = "docproc.documents";
    static final String DEAD_LETTER_QUEUE = "ActiveMQ.DLQ";

    private static final long TIMEOUT = TimeUnit.SECONDS.toMillis(60);

    private final Map<String, String> properties = new HashMap<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final AtomicReference<CountDownLatch> held = new AtomicReference<>(new CountDownLatch(0));
    private final List<ExampleMain> running = new CopyOnWriteArrayList<>();
    private final Path folder;
    private final ScaleOutServers servers;

    /** @param faults of the service, as {@link FaultDefinition} reads them */
    ScaleOutFixture(Path home, String dsl, String... faults) throws Exception {
        folder = home.resolve("shared");
        Files.createDirectories(folder("inbox"));
        servers = new ScaleOutServers(
                home,
                new LocalServiceOptions()
                        .temporaryFolder(home)
                        .callLines(this::called)
                        .faults(Stream.of(faults).map(FaultDefinition::parse).toList()));
        properties.putAll(servers.properties());
        properties.put("camel.component.docproc.app-id", "local-app");
        properties.put("camel.component.docproc.secret-code", "local-secret");
        properties.put("docproc.folder", folder.toString());
        properties.put("docproc.dsl", dsl);
        properties.put("docproc.callsPerSecond", "1000");
        properties.put("docproc.brokerRedeliveries", "2");
        properties.put("docproc.brokerRedeliveryDelay", "10");
        properties.put("docproc.leaseTimeout", "PT3S");
    }

    ScaleOutFixture with(String property, String value) {
        properties.put(property, value);
        return this;
    }

    ExampleMain start(String role) {
        ExampleMain node = Main.init(role, properties, System.out);
        running.add(node);
        node.main().start();
        return node;
    }

    /** Stops a poller or a worker after its calls in flight. */
    void stop(ExampleMain node) throws Exception {
        running.remove(node);
        HikariDataSource database = node.main().lookup("dataSource", HikariDataSource.class);
        SingleConnectionFactory connection = node.main().lookup("connection", SingleConnectionFactory.class);
        node.close();
        connection.destroy();
        database.close();
    }

    ScaleOutServers servers() {
        return servers;
    }

    Path folder(String name) {
        return folder.resolve(name);
    }

    Path drop(String name, String content) throws IOException {
        return Files.writeString(folder("inbox").resolve(name), content);
    }

    /** Sends the reference to a document. */
    void send(Path document) throws IOException {
        send(folder("inbox").relativize(document).toString(), Documents.version(document));
    }

    void send(String document, String version) {
        send(session -> {
            Message message = session.createTextMessage(document);
            message.setStringProperty("DocumentVersion", version);
            return message;
        });
    }

    void send(MessageCreator message) {
        jms().send(QUEUE, message);
    }

    private ActiveMQConnectionFactory connections() {
        return new ActiveMQConnectionFactory(properties.get("docproc.broker"));
    }

    private JmsTemplate jms() {
        JmsTemplate jms = new JmsTemplate(connections());
        jms.setReceiveTimeout(TIMEOUT);
        return jms;
    }

    /** Returns the next message on the dead letter queue. */
    Message deadLetter() {
        return jms().receive(DEAD_LETTER_QUEUE);
    }

    /** Returns the dead letters, each with the reason of the worker or of the broker. */
    List<String> deadLetters() {
        return jms().browse(DEAD_LETTER_QUEUE, (session, browser) -> {
            List<String> letters = new ArrayList<>();
            for (Object letter : Collections.list((Enumeration<?>) browser.getEnumeration())) {
                Message message = (Message) letter;
                letters.add(((TextMessage) message).getText() + ": " + message.getStringProperty("DocumentFailure")
                        + ", " + message.getStringProperty("dlqDeliveryFailureCause"));
            }
            return letters;
        });
    }

    /** Returns whether a queue has no message: a browser does not see one that waits for its redelivery. */
    boolean isEmpty(String queue) throws Exception {
        return servers.messages(queue) == 0;
    }

    /** Receives a message and drops the connection without an acknowledgement, like a worker that is killed. */
    void receiveAndDisconnect() throws Exception {
        ActiveMQConnection connection = (ActiveMQConnection) connections().createConnection();
        connection.start();
        Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
        assertThat(session.createConsumer(session.createQueue(QUEUE)).receive(TIMEOUT))
                .isNotNull();
        connection.getTransport().stop();
    }

    /** Holds the response to the next call until the latch is counted down. */
    CountDownLatch holdNextResponse() {
        held.set(new CountDownLatch(1));
        return held.get();
    }

    /** The service calls this before it responds. */
    private void called(String line) {
        calls.add(line);
        try {
            held.getAndSet(new CountDownLatch(0)).await();
        } catch (InterruptedException e) {
            // The service is being closed.
            Thread.currentThread().interrupt();
        }
    }

    /** Returns a line for each call of the service: operation, code, milliseconds. */
    List<String> calls() {
        return calls;
    }

    /** Returns the number of parse calls that had the code. */
    long calls(int code) {
        return calls.stream()
                .filter(call -> call.startsWith("parseSync " + code + " "))
                .count();
    }

    /** Returns the number of requests that the service has received and to which it has applied its first fault. */
    int appliedFaults() throws IOException {
        URI faults = URI.create(properties.get("docproc.baseUrl") + "/_local/faults");
        return new JsonMapper().readTree(faults.toURL()).findValue("applied").asInt();
    }

    /** Returns the contents of the results, whose names begin with the name of their document. */
    List<String> results() throws IOException {
        List<String> results = new ArrayList<>();
        for (Path file : FileTree.files(folder("results"))) {
            if (!file.getFileName().toString().startsWith(".")) {
                results.add(Files.readString(file));
            }
        }
        return results;
    }

    void until(Callable<Boolean> condition) {
        await().atMost(TIMEOUT, TimeUnit.MILLISECONDS).until(condition);
    }

    @Override
    public void close() throws Exception {
        for (ExampleMain node : List.copyOf(running)) {
            stop(node);
        }
        servers.close();
    }
}
