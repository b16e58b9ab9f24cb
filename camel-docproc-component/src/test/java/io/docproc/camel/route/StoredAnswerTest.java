/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.http.Fault;
import io.docproc.camel.DocprocComponent;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.DocprocUnansweredException;
import io.docproc.camel.result.FileResultRepository;
import io.docproc.camel.result.ResultKey;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.TestContexts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;
import org.apache.camel.Header;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.model.RouteDefinition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** With a result repository, a document is billed once in each shape of route, also after a restart. */
@Timeout(60)
class StoredAnswerTest {
    private static final String CROP = "docproc:crop";

    @TempDir
    Path directory;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private final AtomicInteger failures = new AtomicInteger(3);
    private final AtomicInteger reached = new AtomicInteger();

    @BeforeEach
    void storeAnswers() {
        Replies.configure(
                service,
                component -> component.setResultRepository(new FileResultRepository(directory.resolve("results"))));
        service.respondWith(Replies.CROP);
    }

    /** A step that fails a number of times. */
    private void later(Exchange exchange) throws IOException {
        if (failures.getAndDecrement() > 0) {
            throw new IOException("a later step fails");
        }
        reached.incrementAndGet();
    }

    /** Adds the steps of a route with a later step that fails. */
    @FunctionalInterface
    private interface Steps {
        void add(RouteBuilder routes, RouteDefinition from, Processor later);
    }

    private enum Shape {
        SPLIT((routes, from, later) -> from.to(CROP).split(routes.body()).process(later)),
        PARTS((routes, from, later) -> from.split(routes.constant(List.of(Replies.DOCUMENT)))
                .parallelProcessing()
                .to(CROP)
                .process(later)),
        MULTICAST((routes, from, later) -> {
            from.multicast().parallelProcessing().to("direct:crop", "direct:crop");
            routes.from("direct:crop").to(CROP).process(later);
        }),
        RECIPIENT_LIST((routes, from, later) -> {
            from.recipientList(routes.constant("direct:crop")).end().process(later);
            routes.from("direct:crop").to(CROP);
        }),
        ROUTING_SLIP((routes, from, later) -> {
            from.routingSlip(routes.constant(CROP + ",direct:later"));
            routes.from("direct:later").process(later);
        }),
        DYNAMIC_ROUTER((routes, from, later) -> {
            from.dynamicRouter(routes.method(new Router()));
            routes.from("direct:later").process(later);
        }),
        LOOP((routes, from, later) -> from.loop(3).copy().to(CROP).end().process(later)),
        ENRICH((routes, from, later) -> {
            from.enrich("direct:crop", (original, resource) -> {
                try {
                    later.process(original);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
                return original;
            });
            routes.from("direct:crop").to(CROP);
        }),
        DYNAMIC((routes, from, later) ->
                from.toD(CROP + "?jpegQuality=${random(80,81)}").process(later)),
        AGGREGATE((routes, from, later) -> from.to(CROP)
                .aggregate(routes.constant(true), (old, added) -> {
                    try {
                        later.process(added);
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                    return added;
                })
                .completionSize(1)
                .to("log:completed?level=DEBUG")),
        SEDA((routes, from, later) -> {
            from.to("seda:crop?waitForTaskToComplete=Always");
            routes.from("seda:crop").to(CROP).process(later);
        }),
        WIRE_TAP((routes, from, later) -> {
            from.wireTap("direct:crop");
            routes.from("direct:crop").to(CROP).process(later);
        }),
        CALLED((routes, from, later) -> {
            from.onException(IOException.class)
                    .maximumRedeliveries(1)
                    .redeliveryDelay(1)
                    .end()
                    .to("direct:crop");
            routes.from("direct:crop")
                    .errorHandler(routes.noErrorHandler())
                    .to(CROP)
                    .process(later);
        }),
        CIRCUIT_BREAKER((routes, from, later) ->
                from.circuitBreaker().to(CROP).process(later).end());

        private final Steps steps;

        Shape(Steps steps) {
            this.steps = steps;
        }
    }

    /** Calls, and then runs a later step. */
    public static final class Router {
        /** Returns the next endpoint. */
        public String next(@Header(Exchange.SLIP_ENDPOINT) String previous) {
            return previous == null ? CROP : previous.contains("later") ? null : "direct:later";
        }
    }

    @ParameterizedTest
    @EnumSource
    @CoversFault(82)
    void aDocumentIsBilledOnceInEachShapeOfRoute(Shape shape) throws Exception {
        RouteBuilder.addRoutes(
                service.context(), routes -> shape.steps.add(routes, routes.from("direct:in"), this::later));

        await().until(() -> {
            service.context().createProducerTemplate().send("direct:in", exchange -> exchange.getMessage()
                    .setBody(Replies.DOCUMENT));
            return reached.get() > 0;
        });

        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    @Test
    @CoversFault(84)
    void anAnswerThatTheRouteCannotUseIsStoredForTheCorrectedApplication() {
        service.respondWith(Replies.EXTRACT);

        service.failure(
                DocprocInvalidResponseException.class,
                "docproc:extract?outputClass=" + KeptAnswerTest.Wrong.class.getName() + "&schema=RAW(" + Replies.SCHEMA
                        + ")",
                Replies.DOCUMENT);
        service.call("docproc:extract?schema=RAW(" + Replies.SCHEMA + ")", Replies.DOCUMENT);

        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    @Test
    @CoversFault(83)
    void unansweredCallsAreCountedAcrossRestartsUntilTheEntryIsDeleted() throws Exception {
        service.server()
                .stubFor(WireMock.any(WireMock.anyUrl())
                        .willReturn(WireMock.aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER)));
        DocprocUnansweredException refused = null;
        for (int process = 0; process < 4; process++) {
            try (DefaultCamelContext context = TestContexts.create()) {
                configure(context);
                Exchange exchange = context.createProducerTemplate()
                        .request(CROP, message -> message.getMessage().setBody(Replies.DOCUMENT));
                if (process < 3) {
                    assertThat(exchange.getException()).isInstanceOf(DocprocTransportException.class);
                } else {
                    assertThat(exchange.getException()).isInstanceOf(DocprocUnansweredException.class);
                    refused = (DocprocUnansweredException) exchange.getException();
                }
            }
        }
        assertThat(service.server().getAllServeEvents()).hasSize(3);
        assertThat((Throwable) refused).hasMessageContaining("3 times").hasMessageContaining("delete the entry");

        FileResultRepository repository = new FileResultRepository(directory.resolve("results"));
        repository.start();
        String key = refused.getMessage().replaceFirst("(?s).*delete the entry (\\w+).*", "$1");
        repository.delete(new ResultKey(key));
        repository.stop();
        service.respondWith(Replies.CROP);
        service.call(CROP, Replies.DOCUMENT);
    }

    private void configure(DefaultCamelContext context) {
        DocprocComponent component = new DocprocComponent();
        component.setConfiguration(service.component().getConfiguration().copy());
        component.setResultRepository(new FileResultRepository(directory.resolve("results")));
        context.addComponent("docproc", component);
        context.start();
    }

    @Test
    @CoversFault(85)
    void aFullRepositoryDeliversTheAnswerAndCountsTheCall() throws Exception {
        FileResultRepository small = new FileResultRepository(directory.resolve("small"));
        small.setMaxSize(10);
        Replies.configure(service, component -> component.setResultRepository(small));

        for (int call = 0; call < 2; call++) {
            assertThat(service.call(CROP, Replies.DOCUMENT).getBody(byte[].class))
                    .isEqualTo(Replies.JPEG);
        }

        assertThat(service.server().getAllServeEvents()).hasSize(2);
        assertThat(directory.resolve("small").toFile().list())
                .as("a message that succeeds ends the count")
                .noneMatch(name -> name.endsWith(".attempts"));
    }

    @Test
    @CoversFault(86)
    void anAnswerThatCannotBeStoredIsCountedUntilItsMessageSucceeds() throws Exception {
        FileResultRepository small = new FileResultRepository(directory.resolve("small"));
        small.setMaxSize(10);
        Replies.configure(service, component -> component.setResultRepository(small));
        failures.set(10);
        service.route(routes -> routes.from("direct:in").to(CROP).process(this::later));

        for (int call = 0; call < 5; call++) {
            service.send("direct:in", Replies.DOCUMENT);
        }

        assertThat(service.server().getAllServeEvents())
                .as("kept in this process")
                .hasSize(1);
        assertThat(directory.resolve("small").toFile().list()).anyMatch(name -> name.endsWith(".attempts"));
    }

    @Test
    @CoversFault(82)
    void documentsThatAreReadAgainAfterARestartAreNotBilledAgain() throws Exception {
        for (int process = 0; process < 2; process++) {
            try (DefaultCamelContext context = TestContexts.create()) {
                configure(context);
                assertThat(context.createProducerTemplate().requestBody(CROP, Replies.DOCUMENT, byte[].class))
                        .isEqualTo(Replies.JPEG);
            }
        }
        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }
}
