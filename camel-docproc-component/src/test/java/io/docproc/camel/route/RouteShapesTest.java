/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.route;

import static org.apache.camel.ExchangePattern.InOnly;
import static org.apache.camel.ExchangePattern.InOut;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import io.docproc.camel.DocprocComponent;
import io.docproc.camel.model.CropResponse;
import io.docproc.camel.model.CroppedImage;
import io.docproc.camel.model.DocumentPart;
import io.docproc.camel.result.FileResultRepository;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.Matrix;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import io.docproc.camel.testkit.TestContexts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Expression;
import org.apache.camel.Header;
import org.apache.camel.Processor;
import org.apache.camel.StreamCache;
import org.apache.camel.builder.Builder;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.jms.JmsComponent;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.impl.engine.PooledExchangeFactory;
import org.apache.camel.impl.engine.PooledProcessorExchangeFactory;
import org.apache.camel.model.ClaimCheckOperation;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.processor.aggregate.GroupedBodyAggregationStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Routes with each EIP around a call: no branch loses a result, and no document is billed again. */
@Timeout(120)
class RouteShapesTest {
    private static final String CROP = "docproc:crop?jpegQuality=90";
    private static final int COPIES = 2;
    private static final int ELEMENTS = 500;
    private static final byte[] IMAGE = new byte[2_000_000];

    static {
        new Random(1).nextBytes(IMAGE);
    }

    @TempDir
    Path directory;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private final List<Object> read = new CopyOnWriteArrayList<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private final AtomicInteger remainingFailures = new AtomicInteger(3);
    private final AtomicInteger successes = new AtomicInteger();

    /** Adds the steps of a route after its start: a call of a number of documents, and a later step. */
    @FunctionalInterface
    private interface Steps {
        void add(RouteBuilder routes, RouteDefinition from, String call, int copies, Processor step);
    }

    private static Expression documents(int copies) {
        return Builder.constant(Collections.nCopies(copies, Replies.DOCUMENT));
    }

    /** Routes around a call, with the number of calls for two documents and how often the result of each is read. */
    private enum Shape {
        PLAIN((routes, from, call, copies, step) -> from.to(call).process(step)),
        DIRECT((routes, from, call, copies, step) -> {
            from.to("direct:call").process(step);
            routes.from("direct:call").to(call);
        }),
        SPLIT(2, 1, (routes, from, call, copies, step) -> from.split(documents(copies))
                .stopOnException()
                .to(call)
                .process(step)),
        SPLIT_PARALLEL(2, 1, (routes, from, call, copies, step) -> from.split(documents(copies))
                .parallelProcessing()
                .to(call)
                .process(step)),
        SPLIT_AGGREGATED(2, 1, (routes, from, call, copies, step) -> from.split(
                        documents(copies), new GroupedBodyAggregationStrategy())
                .to(call)
                .end()
                .process(step)),
        SPLIT_PARALLEL_AGGREGATED(2, 1, (routes, from, call, copies, step) -> from.split(
                        documents(copies), new GroupedBodyAggregationStrategy())
                .parallelProcessing()
                .to(call)
                .end()
                .process(step)),
        SPLIT_AFTER((routes, from, call, copies, step) ->
                from.to(call).split(routes.body()).stopOnException().process(step)),
        MULTICAST(1, 2, (routes, from, call, copies, step) -> {
            from.to(call).multicast().parallelProcessing().to("direct:step", "direct:step");
            routes.from("direct:step").process(step);
        }),
        MULTICAST_CALL((routes, from, call, copies, step) -> {
            from.multicast().stopOnException().to("direct:call", "direct:step");
            routes.from("direct:call").to(call);
            routes.from("direct:step").process(step);
        }),
        MULTICAST_TO_SEDA(1, 2, (routes, from, call, copies, step) -> {
            from.to(call).multicast().to("seda:step", "seda:step");
            routes.from("seda:step").process(step);
        }),
        RECIPIENT_LIST(2, 1, (routes, from, call, copies, step) -> {
            from.recipientList(Builder.constant("direct:call,direct:call"))
                    .parallelProcessing()
                    .aggregationStrategy(new GroupedBodyAggregationStrategy())
                    .end()
                    .process(step);
            routes.from("direct:call").to(call);
        }),
        ROUTING_SLIP((routes, from, call, copies, step) -> {
            from.routingSlip(routes.constant(call + ",direct:step"));
            routes.from("direct:step").process(step);
        }),
        DYNAMIC_ROUTER((routes, from, call, copies, step) -> {
            from.dynamicRouter(routes.method(new Router()));
            routes.from("direct:step").process(step);
        }),
        ENRICH(1, 1, (routes, from, call, copies, step) -> from.enrich(call).process(step)),
        ENRICH_WITH_FAILING_STRATEGY((routes, from, call, copies, step) -> {
            from.enrich("direct:call", (original, resource) -> processed(step, original));
            routes.from("direct:call").to(call);
        }),
        POLL_ENRICH(1, 1, (routes, from, call, copies, step) -> from.to(call)
                .to(InOnly, "seda:store")
                .setBody(Builder.constant(""))
                .pollEnrich("seda:store", 5_000)
                .process(step)),
        AGGREGATE_BY_SIZE(2, 1, (routes, from, call, copies, step) -> from.split(documents(copies))
                .to(call)
                .aggregate(Builder.constant(true), new GroupedBodyAggregationStrategy())
                .completionSize(2)
                .process(step)),
        AGGREGATE_BY_TIMEOUT(2, 1, (routes, from, call, copies, step) -> from.split(documents(copies))
                .to(call)
                .aggregate(Builder.constant(true), new GroupedBodyAggregationStrategy())
                .completionTimeout(50)
                .completionTimeoutCheckerInterval(10)
                .process(step)),
        AGGREGATE_WITH_FAILING_STRATEGY((routes, from, call, copies, step) -> from.to(call)
                .aggregate(routes.constant(true), (old, added) -> processed(step, added))
                .completionSize(1)
                .to("log:completed?level=DEBUG")),
        SEDA(1, 1, (routes, from, call, copies, step) -> {
            from.to(call).to("seda:step");
            routes.from("seda:step").process(step);
        }),
        SEDA_REQUEST_REPLY(1, 1, (routes, from, call, copies, step) -> {
            from.to(InOut, "seda:call").process(step);
            routes.from("seda:call").to(call);
        }),
        WIRE_TAP(1, 2, (routes, from, call, copies, step) -> {
            from.to(call).wireTap("direct:tap").process(step);
            routes.from("direct:tap").delay(20).process(step);
        }),
        WIRE_TAPPED_CALL((routes, from, call, copies, step) -> {
            from.wireTap("direct:call");
            routes.from("direct:call").to(call).process(step);
        }),
        LOOP(2, 1, (routes, from, call, copies, step) -> from.loop(copies)
                .copy()
                .to(call)
                .process(step)),
        THREADS(
                1,
                1,
                (routes, from, call, copies, step) ->
                        from.threads(2).maxQueueSize(0).to(call).threads().process(step)),
        KAMELET(1, 1, (routes, from, call, copies, step) -> {
            routes.routeTemplate("calling").from("kamelet:source").to(call);
            from.to("kamelet:calling").process(step);
        }),
        TO_D(2, 1, (routes, from, call, copies, step) -> from.split(documents(copies))
                .parallelProcessing()
                .stopOnException()
                .toD(call + "&permitTimeout=${random(10000,999999)}", 1)
                .process(step)),
        CIRCUIT_BREAKER(1, 1, (routes, from, call, copies, step) -> from.circuitBreaker()
                .to(call)
                .process(step)
                .end()),
        CALLED_AND_REDELIVERED((routes, from, call, copies, step) -> {
            from.errorHandler(
                            routes.defaultErrorHandler().maximumRedeliveries(5).redeliveryDelay(1))
                    .to("direct:call");
            routes.from("direct:call")
                    .errorHandler(routes.noErrorHandler())
                    .to(call)
                    .process(step);
        }),
        HANDLED(1, 1, (routes, from, call, copies, step) -> from.onException(IllegalStateException.class)
                .handled(true)
                .process(step)
                .end()
                .to(call)
                .throwException(new IllegalStateException("after the call"))),
        /** A dead letter folder that feeds the input. */
        DEAD_LETTER((routes, from, call, copies, step) -> from.onException(IOException.class)
                .handled(true)
                .to("direct:copy")
                .end()
                .to(call)
                .process(step)),
        TRIED((routes, from, call, copies, step) -> from.doTry()
                .to(call)
                .process(step)
                .doCatch(IOException.class)
                .throwException(new IllegalStateException("again"))
                .end()),
        CLAIM_CHECK(1, 1, (routes, from, call, copies, step) -> from.to(call)
                .claimCheck(ClaimCheckOperation.Push)
                .setBody(Builder.constant("other"))
                .claimCheck(ClaimCheckOperation.Pop)
                .process(step)),
        SAVED_IN_PROPERTY(1, 2, (routes, from, call, copies, step) -> from.to(call)
                .setProperty("result", Builder.body())
                .split(Builder.constant(List.of("a", "b")))
                .setBody(Builder.exchangeProperty("result"))
                .process(step)),
        RESEQUENCE(1, 1, (routes, from, call, copies, step) -> from.to(call)
                .resequence(Builder.simple("${exchangeId}"))
                .batch()
                .timeout(20)
                .process(step)),
        ON_COMPLETION(1, 2, (routes, from, call, copies, step) -> from.onCompletion()
                .parallelProcessing()
                .process(step)
                .end()
                .to(call)
                .process(step)),
        JMS_REQUEST_REPLY(1, 1, (routes, from, call, copies, step) -> {
            from.to(InOut, "jms:queue:call?requestTimeout=20000").process(step);
            routes.from("jms:queue:call").to(call);
        });

        private final int calls;
        private final int reads;
        private final Steps steps;

        Shape(Steps steps) {
            this(0, 0, steps);
        }

        Shape(int calls, int readers, Steps steps) {
            this.calls = calls;
            this.reads = calls * readers;
            this.steps = steps;
        }

        private static Exchange processed(Processor step, Exchange exchange) {
            try {
                step.process(exchange);
                return exchange;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Calls, and then runs a later step. */
    public static final class Router {
        /** Returns the next endpoint. */
        public String next(@Header(Exchange.SLIP_ENDPOINT) String previous) {
            return previous == null ? CROP : previous.contains("step") ? null : "direct:step";
        }
    }

    /** A step that fails a number of times. */
    private void failThenSucceed(Exchange exchange) throws IOException {
        if (remainingFailures.getAndDecrement() > 0) {
            throw new IOException("a later step fails");
        }
        successes.incrementAndGet();
    }

    private void route(String from, Shape shape, String call, int copies, Processor step) throws Exception {
        service.route(routes -> {
            shape.steps.add(routes, routes.from(from), call, copies, step);
            routes.from("direct:copy")
                    .setBody(routes.constant(Replies.DOCUMENT))
                    .to("file:" + directory + "?fileName=${exchangeId}.pdf&tempPrefix=.");
        });
    }

    /** Without any configuration, a document that is read again because a later step fails is billed once. */
    @ParameterizedTest
    @EnumSource(
            names = {
                "PLAIN",
                "DIRECT",
                "TO_D",
                "SPLIT",
                "SPLIT_AFTER",
                "SPLIT_AGGREGATED",
                "SPLIT_PARALLEL_AGGREGATED",
                "MULTICAST_CALL",
                "LOOP",
                "THREADS",
                "ENRICH",
                "SEDA",
                "CALLED_AND_REDELIVERED",
                "DEAD_LETTER",
                "TRIED"
            })
    @CoversFault(81)
    void aDocumentIsBilledOnceUntilTheLaterStepWorks(Shape shape) throws Exception {
        service.context().getStreamCachingStrategy().setSpoolEnabled(true);
        service.respondWith(Replies.CROP);
        Files.write(directory.resolve("a.pdf"), Replies.DOCUMENT);
        route("file:" + directory + "?initialDelay=0&delay=20&delete=true", shape, CROP, 1, this::failThenSucceed);

        await().until(() -> successes.get() > 0);
        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"PLAIN", "SPLIT", "THREADS", "SEDA"})
    @CoversFault(81)
    void aDocumentIsBilledOnceWithPooledExchanges(Shape shape) throws Exception {
        service.context().getCamelContextExtension().setExchangeFactory(new PooledExchangeFactory());
        aDocumentIsBilledOnceUntilTheLaterStepWorks(shape);
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "SPLIT",
                "SPLIT_AFTER",
                "SPLIT_PARALLEL",
                "MULTICAST_CALL",
                "RECIPIENT_LIST",
                "ROUTING_SLIP",
                "DYNAMIC_ROUTER",
                "LOOP",
                "ENRICH_WITH_FAILING_STRATEGY",
                "TO_D",
                "AGGREGATE_WITH_FAILING_STRATEGY",
                "SEDA_REQUEST_REPLY",
                "WIRE_TAPPED_CALL",
                "CALLED_AND_REDELIVERED",
                "CIRCUIT_BREAKER"
            })
    @CoversFault(82)
    void withAResultRepositoryADocumentIsBilledOnce(Shape shape) throws Exception {
        Replies.configure(service, component -> component.setResultRepository(new FileResultRepository(directory)));
        service.respondWith(Replies.CROP);
        route("direct:in", shape, CROP, 2, this::failThenSucceed);

        await().until(() -> {
            service.send("direct:in", Replies.DOCUMENT);
            return successes.get() > 0;
        });

        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    private enum Result {
        IMAGE(CROP),
        IMAGES(CROP),
        RESPONSE("docproc:crop?output=response"),
        ELEMENTS("docproc:parseSync?output=elements");

        private final String call;

        Result(String call) {
            this.call = call;
        }
    }

    private enum Variant {
        DEFAULT,
        WITHOUT_STREAM_CACHING,
        SPOOLING,
        ENCRYPTED_SPOOLING,
        POOLED_EXCHANGES;

        private void configure(CamelContext context) {
            context.setStreamCaching(this != WITHOUT_STREAM_CACHING);
            if (this == SPOOLING || this == ENCRYPTED_SPOOLING) {
                context.getStreamCachingStrategy().setSpoolEnabled(true);
                context.getStreamCachingStrategy().setSpoolThreshold(1_000);
            }
            if (this == ENCRYPTED_SPOOLING) {
                context.getStreamCachingStrategy().setSpoolCipher("AES/CTR/NoPadding");
            }
            if (this == POOLED_EXCHANGES) {
                context.getCamelContextExtension().setExchangeFactory(new PooledExchangeFactory());
                context.getCamelContextExtension().setProcessorExchangeFactory(new PooledProcessorExchangeFactory());
            }
        }
    }

    /** Camel starts the steps of a split while it initializes routes, before it starts the components. */
    @Test
    void aSplitInARouteAddedBeforeTheStartCallsForEachPart() throws Exception {
        service.respondWith(Replies.CROP);
        try (DefaultCamelContext context = TestContexts.create()) {
            context.getComponent("docproc", DocprocComponent.class)
                    .setConfiguration(service.component().getConfiguration().copy());
            RouteBuilder.addRoutes(
                    context, routes -> Shape.SPLIT.steps.add(routes, routes.from("direct:in"), CROP, 2, this::read));
            context.start();

            context.createProducerTemplate().requestBody("direct:in", "");
        }
        assertThat(read).hasSize(2);
        assertThat(service.server().getAllServeEvents()).hasSize(2);
    }

    static Stream<Arguments> cells() {
        return Matrix.of(
                Stream.of(Shape.values()).filter(shape -> shape.reads > 0).flatMap(shape -> Stream.of(Result.values())
                        .filter(result -> shape != Shape.JMS_REQUEST_REPLY || result == Result.IMAGE)
                        .flatMap(result ->
                                Stream.of(Variant.values()).map(variant -> Arguments.of(shape, result, variant)))));
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @MethodSource("cells")
    @CoversFault({46, 66})
    void everyBranchReadsTheWholeResult(Shape shape, Result result, Variant variant) throws Exception {
        variant.configure(service.context());
        service.context().getStreamCachingStrategy().setSpoolDirectory(directory.toFile());
        service.context()
                .addComponent(
                        "jms",
                        JmsComponent.jmsComponentAutoAcknowledge(new ActiveMQConnectionFactory(
                                "vm://shapes?broker.persistent=false&broker.useJmx=false")));
        respond(result);
        route("direct:in", shape, result.call, COPIES, this::read);

        service.context().createProducerTemplate().send("direct:in", InOnly, exchange -> exchange.getMessage()
                .setBody(Replies.DOCUMENT));

        int images = result == Result.IMAGES || result == Result.RESPONSE ? 2 : 1;
        await().until(() -> read.size() >= shape.reads * images || !failures.isEmpty());
        await().until(() -> service.context().getInflightRepository().size() == 0);
        assertThat(failures).isEmpty();
        assertThat(read)
                .isEqualTo(Collections.nCopies(
                        shape.reads * images, result == Result.ELEMENTS ? ids() : Arrays.hashCode(IMAGE)));
        assertThat(service.server().getAllServeEvents())
                .hasSize(shape.calls)
                .extracting(ServeEvent::getRequest)
                .allMatch(request -> result == Result.ELEMENTS || Arrays.equals(request.getBody(), Replies.DOCUMENT));
    }

    private void respond(Result result) {
        service.server()
                .stubFor(Stubs.ok(
                        Replies.CROP_PATH, result == Result.IMAGE ? Replies.crop(IMAGE) : Replies.crop(IMAGE, IMAGE)));
        service.server()
                .stubFor(Stubs.ok(
                        Replies.PARSE_PATH,
                        ids().stream()
                                .map(id -> "{\"element_id\":" + id + ",\"text\":\"" + "x".repeat(1_000) + "\"}")
                                .collect(Collectors.joining(",", "{\"code\":200,\"data\":{\"elements\":[", "]}}"))));
    }

    private static List<Integer> ids() {
        return IntStream.range(0, ELEMENTS).boxed().toList();
    }

    private void read(Exchange exchange) {
        try {
            read(exchange.getContext(), exchange.getMessage().getBody());
        } catch (Exception | AssertionError e) {
            failures.add(e);
        }
    }

    private void read(CamelContext context, Object body) throws Exception {
        if (body instanceof CropResponse response) {
            read(
                    context,
                    response.result().images().stream().map(CroppedImage::image).toList());
        } else if (body instanceof List<?> list) {
            for (Object element : list) {
                read(context, element);
            }
        } else if (body instanceof Iterable<?> elements) {
            List<Object> ids = new ArrayList<>();
            elements.forEach(part -> ids.add(((DocumentPart) part).get("element_id")));
            read.add(ids);
        } else {
            byte[] converted = context.getTypeConverter().mandatoryConvertTo(byte[].class, body);
            if (body instanceof StreamCache stream) {
                stream.reset();
                try (InputStream in = (InputStream) stream) {
                    assertThat(in.readAllBytes()).isEqualTo(converted);
                }
            }
            read.add(Arrays.hashCode(converted));
        }
    }
}
