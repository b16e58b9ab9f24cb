/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.model.DocumentPart;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.TempFolder;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.mock.MockEndpoint;
import org.apache.camel.impl.engine.PooledExchangeFactory;
import org.apache.camel.impl.engine.PooledProcessorExchangeFactory;
import org.apache.camel.processor.aggregate.GroupedBodyAggregationStrategy;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies of iterators over the elements of a document, and the lifetime of the spooled response. */
@Timeout(60)
class DocumentPartsLifetimeTest {
    private static final int ELEMENTS = 500;
    private static final String TEXT = "x".repeat(1_000);

    @TempDir
    Path spool;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private final Map<String, List<Integer>> received = new ConcurrentHashMap<>();

    @BeforeEach
    void respondWithALargeDocument() {
        service.context().getStreamCachingStrategy().setSpoolDirectory(spool.toFile());
        service.respondWith("{\"code\":200,\"data\":{\"elements\":"
                + IntStream.range(0, ELEMENTS)
                        .mapToObj(id -> "{\"element_id\":" + id + ",\"text\":\"" + TEXT + "\"}")
                        .collect(Collectors.joining(",", "[", "]"))
                + "}}");
    }

    private void record(Exchange exchange) {
        record(exchange.getMessage().getHeader("branch", "one", String.class), exchange);
    }

    private void record(String branch, Exchange exchange) {
        received.computeIfAbsent(branch, name -> new CopyOnWriteArrayList<>())
                .add((Integer) exchange.getMessage().getBody(DocumentPart.class).get("element_id"));
    }

    private void run(RouteBuilder routes, int documents) throws Exception {
        service.context().addRoutes(routes);
        MockEndpoint done = service.context().getEndpoint("mock:done", MockEndpoint.class);
        done.expectedMessageCount(documents);
        service.context().createProducerTemplate().sendBody("seda:in", Replies.DOCUMENT);
        done.assertIsSatisfied(20_000);
    }

    private void assertAllReceived(String branch) {
        assertThat(received.get(branch))
                .as(branch)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, ELEMENTS).boxed().toList());
    }

    private void assertNoFileRemains() {
        MockEndpoint.resetMocks(service.context());
        TempFolder.awaitEmpty(spool);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eachBranchReceivesAllElements(boolean pooled) throws Exception {
        if (pooled) {
            poolExchanges();
        }
        run(
                new RouteBuilder() {
                    @Override
                    public void configure() {
                        from("seda:in")
                                .to("docproc:parseSync?output=elements")
                                .wireTap("seda:tapped")
                                .multicast()
                                .parallelProcessing()
                                .to("direct:sequential", "direct:parallel");
                        from("seda:tapped")
                                .split(body())
                                .streaming()
                                .process(part -> record("tapped", part))
                                .end()
                                .to("mock:done");
                        from("direct:sequential")
                                .split(body())
                                .streaming()
                                .process(part -> record("sequential", part))
                                .end()
                                .to("mock:done");
                        from("direct:parallel")
                                .split(body())
                                .streaming()
                                .parallelProcessing()
                                .process(part -> record("parallel", part))
                                .end()
                                .to("mock:done");
                    }
                },
                3);

        assertAllReceived("tapped");
        assertAllReceived("sequential");
        assertAllReceived("parallel");
        if (!pooled) {
            // A pool keeps the last copies of an exchange until it reuses them.
            assertNoFileRemains();
        }
    }

    private void poolExchanges() {
        service.context().getCamelContextExtension().setExchangeFactory(new PooledExchangeFactory());
        service.context().getCamelContextExtension().setProcessorExchangeFactory(new PooledProcessorExchangeFactory());
    }

    @Test
    void theFileOfAPooledExchangeIsDeleted() throws Exception {
        poolExchanges();
        run(
                new RouteBuilder() {
                    @Override
                    public void configure() {
                        from("seda:in")
                                .to("docproc:parseSync?output=elements")
                                .setHeader("branch", constant("pooled"))
                                .split(body())
                                .streaming()
                                .process(DocumentPartsLifetimeTest.this::record)
                                .end()
                                .setBody(constant("done"))
                                .to("mock:done");
                    }
                },
                1);

        assertAllReceived("pooled");
        assertNoFileRemains();
    }

    @Test
    void headersThatAreSetAfterSedaAreInherited() throws Exception {
        run(
                new RouteBuilder() {
                    @Override
                    public void configure() {
                        from("seda:in").to("docproc:parseSync?output=elements").to("seda:next");
                        from("seda:next")
                                .setHeader("branch", constant("after seda"))
                                .split(body())
                                .streaming()
                                .process(DocumentPartsLifetimeTest.this::record)
                                .end()
                                .to("mock:done");
                    }
                },
                1);

        assertAllReceived("after seda");
        assertNoFileRemains();
    }

    @Test
    void anAggregatedIteratorIsReadable() throws Exception {
        run(
                new RouteBuilder() {
                    @Override
                    public void configure() {
                        from("seda:in")
                                .to("docproc:parseSync?output=elements")
                                .aggregate(constant(1), new GroupedBodyAggregationStrategy())
                                .completionSize(1)
                                .split(body())
                                .split(body())
                                .streaming()
                                .process(DocumentPartsLifetimeTest.this::record)
                                .end()
                                .to("mock:done");
                    }
                },
                1);

        assertAllReceived("one");
        assertNoFileRemains();
    }

    @Test
    void aRedeliveredSplitReceivesAllElementsAgain() throws Exception {
        AtomicInteger failures = new AtomicInteger();
        run(
                new RouteBuilder() {
                    @Override
                    public void configure() {
                        errorHandler(
                                defaultErrorHandler().maximumRedeliveries(1).redeliveryDelay(0));
                        from("seda:in")
                                .to("docproc:parseSync?output=elements")
                                .to("direct:split")
                                .to("mock:done");
                        from("direct:split")
                                .errorHandler(noErrorHandler())
                                .split(body())
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
                    }
                },
                1);

        assertThat(failures).hasValue(2);
        assertAllReceived("one");
        assertThat(service.server().getAllServeEvents()).as("billed once").hasSize(1);
        assertNoFileRemains();
    }

    @Test
    void anIteratorThatIsReadPartlyAndDroppedLeavesNoFile() {
        Iterator<?> elements = service.call("docproc:parseSync?output=elements", Replies.DOCUMENT)
                .getBody(Iterator.class);
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

        assertThat(message.getBody(String.class)).isEqualTo("标题\n".repeat(100_000));
        assertThat(TempFolder.count(spool)).isEqualTo(1);
    }
}
