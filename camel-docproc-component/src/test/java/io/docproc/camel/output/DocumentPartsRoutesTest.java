/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.model.DocumentPart;
import io.docproc.camel.testkit.Matrix;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.TempFolder;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.Message;
import org.apache.camel.builder.Builder;
import org.apache.camel.builder.LambdaRouteBuilder;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.mock.MockEndpoint;
import org.apache.camel.impl.engine.PooledExchangeFactory;
import org.apache.camel.impl.engine.PooledProcessorExchangeFactory;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.processor.aggregate.GroupedBodyAggregationStrategy;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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

    /** A folder for each way, checked after all of them with one collection of garbage. */
    @TempDir
    static Path folders;

    private final AtomicInteger finished = new AtomicInteger();

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

    void poolExchanges() {
        service.context().getCamelContextExtension().setExchangeFactory(new PooledExchangeFactory());
        service.context().getCamelContextExtension().setProcessorExchangeFactory(new PooledProcessorExchangeFactory());
    }

    /** Ways of a body through a route after which two splits read it. */
    enum Way {
        ENRICH(routes -> routes.from("seda:in").enrich("direct:parse"), 1),
        ENRICH_WITH_AGGREGATION(
                routes -> routes.from("seda:in").enrich("direct:parse", (original, resource) -> {
                    original.getMessage().setBody(resource.getMessage().getBody());
                    return original;
                }),
                1),
        SEDA_IN_OUT(routes -> routes.from("seda:in").to(ExchangePattern.InOut, "seda:parse"), 1),
        TRANSFORM(routes -> parsed(routes).transform().body(), 1),
        SET_BODY(routes -> parsed(routes).setBody().body(), 1),
        WIRE_TAP(routes -> parsed(routes).wireTap("seda:tapped"), 2),
        WIRE_TAP_OF_A_COPY(routes -> parsed(routes).transform().body().wireTap("seda:tapped"), 2),
        MULTICAST(
                routes -> parsed(routes)
                        .multicast()
                        .parallelProcessing()
                        .to("direct:read", "direct:read")
                        .end()
                        .stop(),
                2),
        MULTICAST_OF_A_COPY(
                routes -> parsed(routes)
                        .transform()
                        .body()
                        .multicast()
                        .parallelProcessing()
                        .to("direct:read", "direct:read")
                        .end()
                        .stop(),
                2),
        SPLIT_IN_SPLIT(
                routes -> parsed(routes)
                        .setProperty("parts", Builder.body())
                        .split(Builder.constant(List.of("a", "b")))
                        .setBody(Builder.exchangeProperty("parts"))
                        .to("direct:read")
                        .end(),
                3),
        TO_D(routes -> routes.from("seda:in").toD("${header.call}"), 1);

        private final Function<RouteBuilder, ProcessorDefinition<?>> route;
        private final int readers;

        Way(Function<RouteBuilder, ProcessorDefinition<?>> route, int readers) {
            this.route = route;
            this.readers = readers;
        }

        private static ProcessorDefinition<?> parsed(RouteBuilder routes) {
            return routes.from("seda:in").to(CALL);
        }
    }

    @AfterAll
    static void noFileRemains() {
        for (File folder : Objects.requireNonNull(folders.toFile().listFiles())) {
            TempFolder.awaitEmpty(folder.toPath());
        }
    }

    private void read(ProcessorDefinition<?> route) {
        split(route, "first").process(exchange -> finished.incrementAndGet());
    }

    private void readTwice(ProcessorDefinition<?> route) {
        read(split(route, "second"));
    }

    private ProcessorDefinition<?> split(ProcessorDefinition<?> route, String branch) {
        return route.split(Builder.body())
                .streaming()
                .process(part -> record(part.getMessage().getHeader("call") == null ? "without header" : branch, part))
                .end();
    }

    private void runAll(Way way, Consumer<ProcessorDefinition<?>> reader) throws Exception {
        Path folder = Files.createDirectories(folders.resolve(way.name()));
        service.context().getStreamCachingStrategy().setSpoolDirectory(folder.toFile());
        RouteBuilder.addRoutes(service.context(), routes -> {
            for (String parse : List.of("direct:parse", "seda:parse")) {
                routes.from(parse).to(CALL);
            }
            for (String read : List.of("direct:read", "seda:tapped")) {
                reader.accept(routes.from(read));
            }
            reader.accept(way.route.apply(routes));
        });
        service.context().createProducerTemplate().sendBodyAndHeader("seda:in", Replies.DOCUMENT, "call", CALL);
        await().until(() -> finished.get() == way.readers);
    }

    @ParameterizedTest
    @EnumSource
    void everyReaderReceivesAllElements(Way way) throws Exception {
        runAll(way, this::readTwice);

        assertAllReceived("first", way.readers);
        assertAllReceived("second", way.readers);
        assertThat(service.server().getAllServeEvents()).as("billed once").hasSize(1);
    }

    /** One split each, because Camel does not support two of them on a pooled exchange. */
    @Tag("endurance")
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SPLIT_IN_SPLIT")
    void everyReaderOfAPooledExchangeReceivesAllElements(Way way) throws Exception {
        poolExchanges();

        runAll(way, this::read);

        assertAllReceived("first", way.readers);
    }

    private void run(LambdaRouteBuilder routes) throws Exception {
        RouteBuilder.addRoutes(service.context(), routes);
        MockEndpoint done = service.context().getEndpoint("mock:done", MockEndpoint.class);
        done.expectedMessageCount(1);
        service.context().createProducerTemplate().sendBody("seda:in", Replies.DOCUMENT);
        done.assertIsSatisfied(20_000);
    }

    @Test
    void theFileOfAPooledExchangeIsDeleted() throws Exception {
        poolExchanges();
        run(routes -> routes.from("seda:in")
                .to(CALL)
                .setHeader("branch", Builder.constant("pooled"))
                .split(Builder.body())
                .streaming()
                .process(this::record)
                .end()
                .setBody(Builder.constant("done"))
                .to("mock:done"));

        assertAllReceived("pooled");
        assertNoFileRemains();
    }

    @Test
    void headersThatAreSetAfterSedaAreInherited() throws Exception {
        run(routes -> {
            routes.from("seda:in").to(CALL).to("seda:next");
            routes.from("seda:next")
                    .setHeader("branch", Builder.constant("after seda"))
                    .split(Builder.body())
                    .streaming()
                    .process(this::record)
                    .end()
                    .to("mock:done");
        });

        assertAllReceived("after seda");
        assertNoFileRemains();
    }

    @Test
    void aggregatedPartsAreReadable() throws Exception {
        run(routes -> routes.from("seda:in")
                .to(CALL)
                .aggregate(Builder.constant(1), new GroupedBodyAggregationStrategy())
                .completionSize(1)
                .split(Builder.body())
                .split(Builder.body())
                .streaming()
                .process(this::record)
                .end()
                .to("mock:done"));

        assertAllReceived("one");
        assertNoFileRemains();
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
