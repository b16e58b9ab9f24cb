/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.route;

import static org.apache.camel.ExchangePattern.InOnly;
import static org.apache.camel.ExchangePattern.InOut;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import io.docproc.camel.model.CropResponse;
import io.docproc.camel.model.CroppedImage;
import io.docproc.camel.model.DocumentPart;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.Matrix;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import io.docproc.camel.testkit.TestContexts;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Expression;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.apache.camel.StreamCache;
import org.apache.camel.builder.Builder;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.jms.JmsComponent;
import org.apache.camel.impl.engine.PooledExchangeFactory;
import org.apache.camel.impl.engine.PooledProcessorExchangeFactory;
import org.apache.camel.model.ClaimCheckOperation;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.processor.aggregate.GroupedBodyAggregationStrategy;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** In routes with each EIP, each branch reads the whole result, each document is billed once, and no file is left. */
@Timeout(120)
class RouteShapesTest {
    private static final int ELEMENTS = 500;
    private static final byte[] IMAGE = new byte[2_000_000];
    private static final Expression COPIES = Builder.constant(List.of(Replies.DOCUMENT, Replies.DOCUMENT));

    static {
        new Random(1).nextBytes(IMAGE);
    }

    @TempDir
    Path spool;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private final List<Object> read = new CopyOnWriteArrayList<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();

    /** Adds the steps of a route after its start. */
    @FunctionalInterface
    private interface Steps {
        void add(RouteBuilder routes, RouteDefinition from, String call, Processor read);
    }

    /** Routes around a call, with the number of calls and how often the result of each is read. */
    private enum Shape {
        SPLIT(2, 1, (routes, from, call, read) -> from.split(COPIES).to(call).process(read)),
        SPLIT_PARALLEL(2, 1, (routes, from, call, read) -> from.split(COPIES)
                .parallelProcessing()
                .to(call)
                .process(read)),
        SPLIT_AGGREGATED(2, 1, (routes, from, call, read) -> from.split(COPIES, new GroupedBodyAggregationStrategy())
                .to(call)
                .end()
                .process(read)),
        MULTICAST(1, 2, (routes, from, call, read) -> {
            from.to(call).multicast().parallelProcessing().to("direct:read", "direct:read");
            routes.from("direct:read").process(read);
        }),
        MULTICAST_TO_SEDA(1, 2, (routes, from, call, read) -> {
            from.to(call).multicast().to("seda:read", "seda:read");
            routes.from("seda:read").process(read);
        }),
        RECIPIENT_LIST(2, 1, (routes, from, call, read) -> {
            from.recipientList(Builder.constant("direct:call,direct:call"))
                    .parallelProcessing()
                    .aggregationStrategy(new GroupedBodyAggregationStrategy())
                    .end()
                    .process(read);
            routes.from("direct:call").to(call);
        }),
        ENRICH(1, 1, (routes, from, call, read) -> {
            from.enrich("direct:call").process(read);
            routes.from("direct:call").to(call);
        }),
        POLL_ENRICH(1, 1, (routes, from, call, read) -> from.to(call)
                .to(InOnly, "seda:store")
                .setBody(Builder.constant(""))
                .pollEnrich("seda:store", 5_000)
                .process(read)),
        AGGREGATE_BY_SIZE(2, 1, (routes, from, call, read) -> from.split(COPIES)
                .to(call)
                .aggregate(Builder.constant(true), new GroupedBodyAggregationStrategy())
                .completionSize(2)
                .process(read)),
        AGGREGATE_BY_TIMEOUT(2, 1, (routes, from, call, read) -> from.split(COPIES)
                .to(call)
                .aggregate(Builder.constant(true), new GroupedBodyAggregationStrategy())
                .completionTimeout(50)
                .completionTimeoutCheckerInterval(10)
                .process(read)),
        SEDA_REQUEST_REPLY(1, 1, (routes, from, call, read) -> {
            from.to(InOut, "seda:call").process(read);
            routes.from("seda:call").to(call);
        }),
        WIRE_TAP(1, 2, (routes, from, call, read) -> {
            from.to(call).wireTap("direct:tap").process(read);
            routes.from("direct:tap").delay(20).process(read);
        }),
        LOOP(2, 1, (routes, from, call, read) -> from.loop(2).copy().to(call).process(read)),
        THREADS(1, 1, (routes, from, call, read) -> from.to(call).threads().process(read)),
        KAMELET(1, 1, (routes, from, call, read) -> {
            routes.routeTemplate("calling").from("kamelet:source").to(call);
            from.to("kamelet:calling").process(read);
        }),
        TO_D(2, 1, (routes, from, call, read) -> from.split(COPIES)
                .parallelProcessing()
                .toD(call + "&permitTimeout=${random(10000,999999)}", 1)
                .process(read)),
        CIRCUIT_BREAKER(1, 1, (routes, from, call, read) -> from.circuitBreaker()
                .to(call)
                .end()
                .process(read)),
        HANDLED(1, 1, (routes, from, call, read) -> from.onException(IllegalStateException.class)
                .handled(true)
                .process(read)
                .end()
                .to(call)
                .throwException(new IllegalStateException("after the call"))),
        CLAIM_CHECK(1, 1, (routes, from, call, read) -> from.to(call)
                .claimCheck(ClaimCheckOperation.Push)
                .setBody(Builder.constant("other"))
                .claimCheck(ClaimCheckOperation.Pop)
                .process(read)),
        SAVED_IN_PROPERTY(1, 2, (routes, from, call, read) -> from.to(call)
                .setProperty("result", Builder.body())
                .split(Builder.constant(List.of("a", "b")))
                .setBody(Builder.exchangeProperty("result"))
                .process(read)),
        RESEQUENCE(1, 1, (routes, from, call, read) -> from.to(call)
                .resequence(Builder.simple("${exchangeId}"))
                .batch()
                .timeout(20)
                .process(read)),
        ON_COMPLETION(1, 2, (routes, from, call, read) -> from.onCompletion()
                .parallelProcessing()
                .process(read)
                .end()
                .to(call)
                .process(read)),
        JMS_REQUEST_REPLY(1, 1, (routes, from, call, read) -> {
            from.to(InOut, "jms:queue:call?requestTimeout=20000").process(read);
            routes.from("jms:queue:call").to(call);
        });

        private final int calls;
        private final int reads;
        private final Steps steps;

        Shape(int calls, int readers, Steps steps) {
            this.calls = calls;
            this.reads = calls * readers;
            this.steps = steps;
        }
    }

    private enum Result {
        IMAGE("docproc:crop?jpegQuality=90"),
        IMAGES("docproc:crop?jpegQuality=90"),
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

    static Stream<Arguments> cells() {
        return Matrix.of(Stream.of(Shape.values()).flatMap(shape -> Stream.of(Result.values())
                .filter(result -> shape != Shape.JMS_REQUEST_REPLY || result == Result.IMAGE)
                .flatMap(result -> Stream.of(Variant.values()).map(variant -> Arguments.of(shape, result, variant)))));
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @MethodSource("cells")
    @CoversFault({46, 66})
    void everyBranchReadsTheWholeResult(Shape shape, Result result, Variant variant) throws Exception {
        variant.configure(service.context());
        service.context().getStreamCachingStrategy().setSpoolDirectory(spool.toFile());
        TestContexts.stopSedaSoon(service.context());
        service.context()
                .addComponent(
                        "jms",
                        JmsComponent.jmsComponentAutoAcknowledge(new ActiveMQConnectionFactory(
                                "vm://shapes?broker.persistent=false&broker.useJmx=false")));
        respond(result);
        service.route(routes -> shape.steps.add(routes, routes.from("direct:in"), result.call, this::read));

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
            elements.forEach(
                    part -> ids.add(((Message) part).getBody(DocumentPart.class).get("element_id")));
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
