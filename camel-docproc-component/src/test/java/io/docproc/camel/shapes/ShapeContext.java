/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.shapes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.DocprocConfiguration;
import io.docproc.camel.testkit.Matrix;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.TempFolder;
import io.docproc.camel.testkit.TestContexts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.camel.ExchangePattern;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.jms.JmsComponent;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.impl.event.ExchangeFailedEvent;
import org.apache.camel.spi.CamelEvent;
import org.apache.camel.support.EventNotifierSupport;

/** Context of a variant, in which the cells of the table run one after the other. */
final class ShapeContext {
    private static final int MAX_CONCURRENT_REQUESTS = 20;

    private final ShapeVariant variant;
    private final ShapeService service;
    private final Path folder;
    private final DefaultCamelContext context = Matrix.isFull() ? new DefaultCamelContext() : TestContexts.create();
    private final ProducerTemplate template;
    private final Map<String, String> digests = new HashMap<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private int cells;

    ShapeContext(ShapeVariant variant, ShapeService service, Path folder) throws Exception {
        this.variant = variant;
        this.service = service;
        this.folder = folder;
        context.getStreamCachingStrategy().setSpoolDirectory(spool().toFile());
        variant.configure(context);
        TestContexts.stopSedaSoon(context);
        JmsComponent jms = JmsComponent.jmsComponentAutoAcknowledge(connections(variant));
        jms.getConfiguration().setReceiveTimeout(200);
        context.addComponent("jms", jms);
        DocprocConfiguration configuration =
                context.getComponent("docproc", DocprocComponent.class).getConfiguration();
        ServiceDouble.configure(configuration, "http://localhost:1");
        configuration.setMaxConcurrentRequests(MAX_CONCURRENT_REQUESTS);
        context.getManagementStrategy().addEventNotifier(new Failures());
        context.start();
        template = context.createProducerTemplate();
    }

    private static ActiveMQConnectionFactory connections(ShapeVariant variant) {
        ActiveMQConnectionFactory connections =
                new ActiveMQConnectionFactory("vm://" + variant + "?broker.persistent=false&broker.useJmx=false");
        connections.setUseAsyncSend(true);
        // With advisories, a connection may receive a request before it knows the temporary queue of the reply.
        connections.setWatchTopicAdvisories(false);
        return connections;
    }

    /** Records failures of exchanges, including those of branches on other threads. */
    private final class Failures extends EventNotifierSupport {
        @Override
        public void notify(CamelEvent event) {
            Throwable cause = ((ExchangeFailedEvent) event).getExchange().getException();
            if (cause != null) {
                failures.add(cause);
            }
        }

        @Override
        public boolean isEnabled(CamelEvent event) {
            return event instanceof ExchangeFailedEvent;
        }
    }

    Path folder() {
        return folder;
    }

    private Path spool() {
        return folder.resolve("spool");
    }

    /** Runs a cell and asserts that each branch reads the result and that each document is billed once. */
    void verify(Shape shape, ShapeOperation operation, int size, ShapeInput input) throws Exception {
        String id = "cell" + cells++;
        String uri = operation.uri(service, size);
        int documents = input.documents();
        // The answer of a message that fails is reused for the same document.
        Object body = operation.body() instanceof byte[] document ? withMark(document, id) : operation.body();
        String expected = expected(operation, size);
        ShapeRoutes[] routes = new ShapeRoutes[1];
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                routes[0] = new ShapeRoutes(this, variant, id, uri, documents);
                shape.configure(routes[0]);
            }
        });
        service.drainRequests();
        failures.clear();
        input.deliver(this, id, body);
        int reads = shape.reads(documents);
        await().pollInterval(Duration.ofMillis(5))
                .until(() -> routes[0].records().size() >= reads || !failures.isEmpty());
        await().pollInterval(Duration.ofMillis(2))
                .until(() -> context.getInflightRepository().size() == 0);
        assertThat(failures).isEmpty();
        assertThat(routes[0].records()).isEqualTo(Collections.nCopies(reads, expected));
        List<byte[]> requests = service.drainRequests();
        assertThat(requests).as("billed calls").hasSize(shape.calls(documents));
        if (operation == ShapeOperation.CROP) {
            assertThat(requests).as("documents received").containsOnly((byte[]) body);
        }
    }

    private static byte[] withMark(byte[] document, String mark) {
        byte[] marked = document.clone();
        System.arraycopy(mark.getBytes(StandardCharsets.US_ASCII), 0, marked, document.length / 2, mark.length());
        return marked;
    }

    /** Returns the digest of the body after a plain call. */
    private String expected(ShapeOperation operation, int size) throws IOException {
        String cell = operation.name() + size;
        if (!digests.containsKey(cell)) {
            digests.put(cell, BodyDigest.ofValue(call(operation, size)));
        }
        return digests.get(cell);
    }

    /** Returns the body after a plain call. */
    Object call(ShapeOperation operation, int size) {
        return template.requestBody(operation.uri(service, size), operation.body());
    }

    /** Sends a body to the start of a cell. */
    void send(String id, Object body) {
        template.sendBody("direct:in-" + id, ExchangePattern.InOnly, body);
    }

    /** Returns the folder of a file consumer that delivers each file to the cell of its name. */
    Path inbox() throws Exception {
        Path inbox = folder.resolve("inbox");
        if (!Files.exists(inbox)) {
            Files.createDirectory(inbox);
            route(
                    "file:" + inbox + "?initialDelay=0&delay=10&idempotent=true&moveFailed=.failed",
                    "direct:in-${file:name}");
        }
        return inbox;
    }

    private void route(String from, String to) throws Exception {
        RouteBuilder.addRoutes(context, routes -> routes.from(from).toD(to));
    }

    /** Asserts that the cells leave at most two threads per permit. */
    void assertNoLeaks() {
        assertThat(threads().stream().filter(name -> name.endsWith("- docproc")))
                .hasSizeLessThanOrEqualTo(2 * MAX_CONCURRENT_REQUESTS);
    }

    /** Stops the context and asserts that it leaves no thread and no temporary file, not even in Camel's pools. */
    void stop() {
        context.stop();
        await("threads of " + variant).until(this::threads, List::isEmpty);
        TempFolder.awaitEmpty(spool());
    }

    private List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.contains("(" + context.getName() + ")"))
                .toList();
    }
}
