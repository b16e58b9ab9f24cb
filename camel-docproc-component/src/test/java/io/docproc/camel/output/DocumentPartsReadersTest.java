/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.TempFolder;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.camel.ExchangePattern;
import org.apache.camel.builder.Builder;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.model.ProcessorDefinition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Elements of a document that several splits read. */
class DocumentPartsReadersTest extends DocumentPartsFixture {
    /** A folder for each way, checked after all of them with one collection of garbage. */
    @TempDir
    static Path folders;

    private final AtomicInteger finished = new AtomicInteger();

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
}
