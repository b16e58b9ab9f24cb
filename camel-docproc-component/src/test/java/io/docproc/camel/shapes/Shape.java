/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.shapes;

import static org.apache.camel.ExchangePattern.InOnly;
import static org.apache.camel.ExchangePattern.InOut;

import io.docproc.camel.shapes.ShapeOperation.Result;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.model.ClaimCheckOperation;
import org.apache.camel.processor.aggregate.GroupedBodyAggregationStrategy;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;

/** Routes around a call, one entry per EIP. */
enum Shape {
    TO(Calls.ONE, 1, r -> r.start().to(r.call()).process(r.record())),
    READ_TWICE(Calls.ONE, 2, r -> r.start().to(r.call()).process(r.record()).process(r.record())),
    SPLIT(Calls.EACH, 1, r -> r.start().split(r.copies()).to(r.call()).process(r.record())),
    SPLIT_PARALLEL(
            Calls.EACH,
            1,
            r -> r.start().split(r.copies()).parallelProcessing().to(r.call()).process(r.record())),
    SPLIT_STREAMING(
            Calls.EACH,
            1,
            r -> r.start().split(r.copies()).streaming().to(r.call()).process(r.record())),
    SPLIT_AGGREGATED(Calls.EACH, 1, r -> r.start()
            .split(r.copies(), new GroupedBodyAggregationStrategy())
            .to(r.call())
            .end()
            .process(r.recordEach())),
    SPLIT_PARALLEL_AGGREGATED(Calls.EACH, 1, r -> r.start()
            .split(r.copies(), new GroupedBodyAggregationStrategy())
            .parallelProcessing()
            .to(r.call())
            .end()
            .process(r.recordEach())),
    SPLIT_TO_SEDA(Calls.EACH, 1, r -> {
        r.start().split(r.copies()).to(r.call()).to(InOnly, r.seda("out"));
        r.from(r.seda("out")).process(r.record());
    }),
    SPLIT_PARALLEL_TO_SEDA(Calls.EACH, 1, r -> {
        r.start().split(r.copies()).parallelProcessing().to(r.call()).to(InOnly, r.seda("out"));
        r.from(r.seda("out")).process(r.record());
    }),
    MULTICAST(Calls.ONE, 2, r -> {
        r.start().to(r.call()).multicast().to(r.direct("a"), r.direct("b"));
        r.from(r.direct("a")).process(r.record());
        r.from(r.direct("b")).process(r.record());
    }),
    MULTICAST_PARALLEL(Calls.ONE, 2, r -> {
        r.start().to(r.call()).multicast().parallelProcessing().to(r.direct("a"), r.direct("b"));
        r.from(r.direct("a")).process(r.record());
        r.from(r.direct("b")).process(r.record());
    }),
    MULTICAST_TO_SEDA(Calls.ONE, 2, r -> {
        r.start().to(r.call()).multicast().to(r.seda("a"), r.seda("b"));
        r.from(r.seda("a")).process(r.record());
        r.from(r.seda("b")).process(r.record());
    }),
    MULTICAST_PARALLEL_TO_SEDA(Calls.ONE, 2, r -> {
        r.start().to(r.call()).multicast().parallelProcessing().to(r.seda("a"), r.seda("b"));
        r.from(r.seda("a")).process(r.record());
        r.from(r.seda("b")).process(r.record());
    }),
    RECIPIENT_LIST(Calls.EACH, 1, r -> r.start()
            .recipientList(r.builder().constant(r.repeated(r.call())), ",")
            .aggregationStrategy(new GroupedBodyAggregationStrategy())
            .end()
            .process(r.recordEach())),
    RECIPIENT_LIST_PARALLEL(Calls.EACH, 1, r -> {
        r.start()
                .recipientList(r.builder().constant(r.repeated(r.direct("call"))), ",")
                .parallelProcessing()
                .aggregationStrategy(new GroupedBodyAggregationStrategy())
                .end()
                .process(r.recordEach());
        r.from(r.direct("call")).to(r.call());
    }),
    ENRICH(Calls.ONE, 1, r -> {
        r.start().enrich(r.direct("call")).process(r.record());
        r.from(r.direct("call")).to(r.call());
    }),
    POLL_ENRICH(Calls.ONE, 1, r -> r.start()
            .to(r.call())
            .to(InOnly, r.seda("store"))
            .setBody(r.builder().constant(""))
            .pollEnrich(r.seda("store"), 5_000)
            .process(r.record())),
    AGGREGATE_BY_SIZE(Calls.EACH, 1, r -> r.start()
            .split(r.copies())
            .to(r.call())
            .aggregate(ShapeRoutes.all(), new GroupedBodyAggregationStrategy())
            .completionSize(r.documents())
            .process(r.recordEach())),
    AGGREGATE_BY_TIMEOUT(Calls.EACH, 1, r -> r.start()
            .split(r.copies())
            .to(r.call())
            .aggregate(ShapeRoutes.all(), new GroupedBodyAggregationStrategy())
            .completionTimeout(50)
            .completionTimeoutCheckerInterval(10)
            .process(r.recordEach())),
    SEDA(Calls.ONE, 1, r -> {
        r.start().to(r.call()).to(InOnly, r.seda("out"));
        r.from(r.seda("out")).process(r.record());
    }),
    SEDA_REQUEST_REPLY(Calls.ONE, 1, r -> {
        r.start().to(InOut, r.seda("call")).process(r.record());
        r.from(r.seda("call")).to(r.call());
    }),
    WIRE_TAP(Calls.ONE, 2, r -> {
        r.start().to(r.call()).wireTap(r.direct("tap")).process(r.record());
        r.from(r.direct("tap")).process(r.record());
    }),
    WIRE_TAP_DELAYED(Calls.ONE, 2, r -> {
        r.start().to(r.call()).wireTap(r.direct("tap")).process(r.record());
        r.from(r.direct("tap")).delay(20).process(r.record());
    }),
    LOOP(Calls.EACH, 1, r -> r.start()
            .loop(r.builder().constant(r.documents()))
            .copy()
            .to(r.call())
            .process(r.record())),
    THREADS(Calls.ONE, 1, r -> r.start().to(r.call()).threads().process(r.record())),
    KAMELET(Calls.ONE, 1, r -> {
        r.builder().routeTemplate("call-" + r.id()).from("kamelet:source").to(r.call());
        r.start().to("kamelet:call-" + r.id()).process(r.record());
    }),
    TO_D(Calls.EACH, 1, r -> r.start()
            .split(r.copies())
            .parallelProcessing()
            .toD(r.distinctCall())
            .process(r.record())),
    TO_D_WITHOUT_CACHE(Calls.EACH, 1, r -> r.start()
            .split(r.copies())
            .parallelProcessing()
            .toD(r.distinctCall(), -1)
            .process(r.record())),
    TO_D_CACHE_OF_ONE(Calls.EACH, 1, r -> r.start()
            .split(r.copies())
            .parallelProcessing()
            .toD(r.distinctCall(), 1)
            .process(r.record())),
    ROUTING_SLIP(Calls.ONE, 1, r -> {
        r.start().routingSlip(r.builder().constant(r.call() + ";" + r.direct("out")), ";");
        r.from(r.direct("out")).process(r.record());
    }),
    DYNAMIC_ROUTER(Calls.ONE, 1, r -> r.start()
            .dynamicRouter(r.builder().method(new OneStop(r.call())))
            .process(r.record())),
    CIRCUIT_BREAKER(
            Calls.ONE, 1, r -> r.start().circuitBreaker().to(r.call()).end().process(r.record())),
    ON_EXCEPTION_CONTINUED(Calls.ONE, 1, r -> r.start(error -> error.continued(true))
            .to(r.call())
            .throwException(new IllegalStateException("after the call"))
            .process(r.record())),
    ON_EXCEPTION_HANDLED(Calls.ONE, 1, r -> r.start(error -> error.handled(true).process(r.record()))
            .to(r.call())
            .throwException(new IllegalStateException("after the call"))),
    DO_TRY(Calls.ONE, 1, r -> r.start()
            .doTry()
            .to(r.call())
            .throwException(new IllegalStateException("after the call"))
            .doCatch(IllegalStateException.class)
            .end()
            .process(r.record())),
    IDEMPOTENT_CONSUMER(Calls.ONE, 1, r -> r.start()
            .idempotentConsumer(
                    r.builder().simple("${exchangeId}"), MemoryIdempotentRepository.memoryIdempotentRepository())
            .to(r.call())
            .process(r.record())),
    RESEQUENCE(Calls.ONE, 1, r -> r.start()
            .to(r.call())
            .resequence(r.builder().simple("${exchangeId}"))
            .batch()
            .size(10)
            .timeout(20)
            .process(r.record())),
    CHOICE(Calls.ONE, 1, r -> r.start()
            .to(r.call())
            .choice()
            .when(r.builder().simple("${body} == 'never'"))
            .stop()
            .otherwise()
            .process(r.record())),
    DELAY(Calls.ONE, 1, r -> r.start().to(r.call()).delay(5).asyncDelayed().process(r.record())),
    THROTTLE(Calls.ONE, 1, r -> r.start().to(r.call()).throttle(100).process(r.record())),
    CLAIM_CHECK(Calls.ONE, 1, r -> r.start()
            .to(r.call())
            .claimCheck(ClaimCheckOperation.Push)
            .setBody(r.builder().constant("other"))
            .claimCheck(ClaimCheckOperation.Pop)
            .process(r.record())),
    SAVED_IN_PROPERTY(Calls.ONE, 1, r -> r.start()
            .to(r.call())
            .setProperty("result", r.builder().body())
            .setBody(r.builder().constant("other"))
            .setBody(r.builder().exchangeProperty("result"))
            .process(r.record())),
    ON_COMPLETION(Calls.ONE, 2, r -> r.start()
            .onCompletion()
            .parallelProcessing()
            .process(r.record())
            .end()
            .to(r.call())
            .process(r.record())),
    JMS_REQUEST_REPLY(Calls.ONE, 1, EnumSet.of(Result.STREAM), r -> {
        r.start().to(InOut, r.jms("call") + "?requestTimeout=20000").process(r.record());
        r.from(r.jms("call")).to(r.call());
    }),
    JMS_ASYNCHRONOUS_REQUEST_REPLY(Calls.ONE, 1, EnumSet.of(Result.STREAM), r -> {
        r.start().to(InOut, r.jms("call") + "?requestTimeout=20000").process(r.record());
        r.from(r.jms("call") + "?asyncConsumer=true").to(r.call());
    });

    /** Number of calls that a shape makes. */
    enum Calls {
        ONE,
        /** One for each document. */
        EACH
    }

    private final Calls calls;
    private final int branches;
    private final Set<Result> results;
    private final Consumer<ShapeRoutes> routes;

    Shape(Calls calls, int branches, Consumer<ShapeRoutes> routes) {
        this(calls, branches, EnumSet.allOf(Result.class), routes);
    }

    Shape(Calls calls, int branches, Set<Result> results, Consumer<ShapeRoutes> routes) {
        this.calls = calls;
        this.branches = branches;
        this.results = results;
        this.routes = routes;
    }

    /** Whether the shape can carry a result. */
    boolean carries(Result result) {
        return results.contains(result);
    }

    /** Returns the number of calls for a number of documents. */
    int calls(int documents) {
        return calls == Calls.ONE ? 1 : documents;
    }

    /** Returns the number of times that a result is read. */
    int reads(int documents) {
        return calls(documents) * branches;
    }

    void configure(ShapeRoutes draft) {
        routes.accept(draft);
    }

    /** Routes to one endpoint and then ends. */
    public record OneStop(String uri) {
        /** Returns the next endpoint, null at the end. */
        public String next(Exchange exchange) {
            return exchange.getProperty(Exchange.SLIP_ENDPOINT) == null ? uri : null;
        }
    }
}
