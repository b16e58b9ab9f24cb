/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.model.DocumentPart;
import io.docproc.camel.testkit.Matrix;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.TempFolder;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.builder.Builder;
import org.apache.camel.builder.LambdaRouteBuilder;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.mock.MockEndpoint;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Elements of a document that one or several splits read, and the lifetime of the spooled response. */
@Timeout(60)
class DocumentPartsRoutesTest {
    private static final int ELEMENTS = 500;
    static final String CALL = "docproc:parseSync?output=elements";
    private static final String TEXT = "x".repeat(1_000);

    @TempDir
    Path spool;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    final Map<String, List<Integer>> received = new ConcurrentHashMap<>();
    private final AtomicBoolean collected = new AtomicBoolean();

    @BeforeEach
    void respondWithALargeDocument() {
        service.context().getStreamCachingStrategy().setSpoolDirectory(spool.toFile());
        service.respondWith("{\"code\":200,\"data\":{\"elements\":"
                + IntStream.range(0, ELEMENTS)
                        .mapToObj(id -> "{\"element_id\":" + id + ",\"text\":\"" + TEXT + "\"}")
                        .collect(Collectors.joining(",", "[", "]"))
                + "}}");
    }

    void record(Exchange exchange) {
        record(exchange.getMessage().getHeader("branch", "one", String.class), exchange);
    }

    void record(String branch, Exchange exchange) {
        int id = (Integer) exchange.getMessage().getBody(DocumentPart.class).get("element_id");
        if (id == ELEMENTS / 2 && (Matrix.isFull() || collected.compareAndSet(false, true))) {
            System.gc();
        }
        received.computeIfAbsent(branch, name -> new CopyOnWriteArrayList<>()).add(id);
    }

    void assertAllReceived(String branch) {
        assertAllReceived(branch, 1);
    }

    void assertAllReceived(String branch, int readers) {
        assertThat(received.get(branch).stream().sorted().toList())
                .as(branch)
                .isEqualTo(IntStream.range(0, ELEMENTS * readers)
                        .map(index -> index / readers)
                        .boxed()
                        .toList());
    }

    void assertNoFileRemains() {
        MockEndpoint.resetMocks(service.context());
        TempFolder.awaitEmpty(spool);
    }

    private void run(LambdaRouteBuilder routes) throws Exception {
        RouteBuilder.addRoutes(service.context(), routes);
        MockEndpoint done = service.context().getEndpoint("mock:done", MockEndpoint.class);
        done.expectedMessageCount(1);
        service.context().createProducerTemplate().sendBody("seda:in", Replies.DOCUMENT);
        done.assertIsSatisfied(20_000);
    }

    @Test
    void aRedeliveredSplitReceivesAllElementsAgain() throws Exception {
        AtomicInteger failures = new AtomicInteger();
        run(routes -> {
            routes.errorHandler(
                    routes.defaultErrorHandler().maximumRedeliveries(1).redeliveryDelay(0));
            routes.from("seda:in").to(CALL).to("direct:split").to("mock:done");
            routes.from("direct:split")
                    .errorHandler(routes.noErrorHandler())
                    .split(Builder.body())
                    .streaming()
                    .stopOnException()
                    .process(exchange -> {
                        int id = (Integer) exchange.getMessage()
                                .getBody(DocumentPart.class)
                                .get("element_id");
                        if (id == 100 && failures.getAndIncrement() == 0) {
                            received.clear();
                            throw new IllegalStateException("the archive is full");
                        }
                        record(exchange);
                    })
                    .end();
        });

        assertThat(failures).hasValue(2);
        assertAllReceived("one");
        assertThat(service.server().getAllServeEvents()).as("billed once").hasSize(1);
    }

    @Test
    void anIteratorThatIsReadPartlyAndDroppedLeavesNoFile() {
        Iterator<?> elements =
                service.call(CALL, Replies.DOCUMENT).getBody(Iterable.class).iterator();
        assertThat(((Message) elements.next()).getBody(DocumentPart.class)).containsEntry("element_id", 0);
        System.gc();
        assertThat(((Message) elements.next()).getBody(DocumentPart.class)).containsEntry("element_id", 1);
        assertThat(TempFolder.count(spool)).isEqualTo(1);
        assertThat(elements.hasNext()).isTrue();

        elements = null;

        TempFolder.awaitEmpty(spool);
    }

    @Test
    void theMarkdownAloneIsKept() {
        service.respondWith("{\"code\":200,\"data\":{\"elements\":[\"" + "x".repeat(600_000) + "\"],\"markdown\":\""
                + "标题\\n".repeat(100_000) + "\"}}");

        Message message = service.call("docproc:parseSync?output=markdown", Replies.DOCUMENT);

        TempFolder.awaitCount(spool, 1);
        assertThat(message.getBody(String.class)).isEqualTo("标题\n".repeat(100_000));
    }
}
