/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.route;

import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.stubbing.Scenario;
import io.docproc.camel.DocprocSafeRedelivery;
import io.docproc.camel.testkit.CapturedLog;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.TestContexts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.AggregationStrategy;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.model.RouteDefinition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Routes with {@link DocprocSafeRedelivery} whose call is inside of another step, or of another route. */
@Timeout(120)
class CallInsideStepTest {
    private static final String ID = DocprocSafeRedelivery.ID;
    private static final int REDELIVERIES = 20;
    /** The first call, and those of the two redeliveries that show that the step contains it. */
    private static final int CALLS_OF_STEP = 3;

    @TempDir
    Path directory;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble(CallInsideStepTest::context);

    private final AtomicBoolean isFull = new AtomicBoolean(true);

    private static CamelContext context() {
        DefaultCamelContext context = TestContexts.create();
        context.getPropertiesComponent().addOverrideProperty("docproc.redeliveryDelay", "1");
        context.getPropertiesComponent().addOverrideProperty("docproc.maximumRedeliveryDelay", "1");
        context.getPropertiesComponent().addOverrideProperty("docproc.storeRedeliveries", String.valueOf(REDELIVERIES));
        return context;
    }

    private void store(Exchange exchange) throws IOException {
        if (isFull.get()) {
            throw new IOException("No space left on device");
        }
    }

    /** The router names no step a second time, whatever the exchange has. */
    public static final class Router {
        /** Returns the next step; null at the end. */
        public String next(Exchange exchange) {
            int number = exchange.getProperty("number", 0, Integer.class);
            exchange.setProperty("number", number + 1);
            return number == 0 ? "docproc:crop" : number == 1 ? "direct:store" : null;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"routingSlip", "dynamicRouter"})
    void aStepOfASlipIsRedeliveredButNotItsCall(String shape) throws Exception {
        service.respondWith(Replies.CROP);
        photos((builder, photos) -> {
            builder.from("direct:store").routeConfigurationId(ID).process(this::store);
            if (shape.equals("routingSlip")) {
                photos.routingSlip(builder.constant("docproc:crop,direct:store"));
            } else {
                photos.dynamicRouter(builder.method(new Router()));
            }
        });

        document("a.jpg");

        await().until(() -> exists("failed/a.jpg"));
        assertThat(calls()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"split", "enrich", "nested", "recipientList", "noErrorHandler"})
    void aStepThatContainsItsCallIsRedeliveredTwice(String shape) throws Exception {
        service.respondWith(Replies.CROP);
        AggregationStrategy full = (before, part) -> {
            throw new UncheckedIOException(new IOException("No space left on device"));
        };
        photos((builder, photos) -> {
            builder.from("direct:plain")
                    .errorHandler(builder.noErrorHandler())
                    .to("docproc:crop")
                    .process(this::store);
            switch (shape) {
                case "split" ->
                    photos.split(builder.body(), full).stopOnException().to("docproc:crop");
                case "enrich" -> photos.enrich("docproc:crop", full);
                case "nested" -> {
                    builder.from("direct:pages").split(builder.body()).to("docproc:crop");
                    photos.enrich("direct:pages", full);
                }
                case "recipientList" ->
                    photos.recipientList(builder.constant("docproc:crop"))
                            .aggregationStrategy(full)
                            .stopOnException();
                default -> photos.to("direct:plain");
            }
        });

        document("a.jpg");

        await().until(() -> exists("failed/a.jpg"));
        assertThat(calls()).isEqualTo(CALLS_OF_STEP);
    }

    @Test
    void aCallerThatWaitsGetsTheFailureOfAStepThatContainsItsCall() throws Exception {
        service.context().getPropertiesComponent().addOverrideProperty("docproc.redeliveries", "9");
        service.respondWith(Replies.CROP);
        route(builder -> {
            builder.from("direct:plain")
                    .errorHandler(builder.noErrorHandler())
                    .to("docproc:crop")
                    .process(this::store);
            builder.from("direct:awaited").routeConfigurationId(ID).to("direct:plain");
        });

        Exchange failed = service.context()
                .createProducerTemplate()
                .request("direct:awaited", exchange -> exchange.getMessage().setBody(Replies.DOCUMENT));

        assertThat(failed.getException()).isInstanceOf(IOException.class);
        assertThat(calls()).isEqualTo(CALLS_OF_STEP);
    }

    /** As with a server that closes the connection during each long call. */
    @Test
    void aStepOfALoopIsRedeliveredInEachIteration() throws Exception {
        service.respondWith(Replies.CROP);
        AtomicInteger attempts = new AtomicInteger();
        // The poll that lists the file while it is moved must not read it a second time.
        route(builder -> builder.from(inbox() + "&idempotent=true")
                .routeConfigurationId(ID)
                .loop(4)
                .setBody(builder.constant(Replies.DOCUMENT))
                .to("docproc:crop")
                .process(exchange -> {
                    if (attempts.incrementAndGet() % 2 == 1) {
                        throw new IOException("Connection reset");
                    }
                }));

        document("a.jpg");

        await().until(() -> exists("done/a.jpg") || exists("failed/a.jpg"));
        assertThat(exists("done/a.jpg")).isTrue();
        assertThat(calls()).isEqualTo(4);
        assertThat(attempts).hasValue(8);
    }

    /** The calls of a route that only receives a copy of the message. */
    @Test
    void callsOfAnotherRouteDoNotEndTheRedeliveriesOfAStep() throws Exception {
        service.respondWith(Replies.CROP);
        AtomicInteger attempts = new AtomicInteger();
        photos((builder, photos) -> {
            builder.from("seda:other")
                    .to("docproc:crop")
                    .process(exchange -> await().until(() -> attempts.get() >= 2))
                    .to("docproc:crop");
            photos.to("docproc:crop").to(ExchangePattern.InOnly, "seda:other").process(exchange -> {
                int attempt = attempts.get() + 1;
                await().until(() -> calls() >= Math.min(attempt, 3));
                attempts.set(attempt);
                if (attempt < REDELIVERIES) {
                    throw new IOException("No space left on device");
                }
            });
        });

        document("a.jpg");

        await().until(() -> exists("done/a.jpg"));
        assertThat(calls()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct", "seda"})
    void aFileStaysIfTheRouteThatStoresItsResultIsStopped(String shape) throws Exception {
        service.context().getPropertiesComponent().addOverrideProperty("docproc.redeliveryDelay", "30000");
        service.context().getPropertiesComponent().addOverrideProperty("docproc.maximumRedeliveryDelay", "30000");
        service.respondWith(Replies.CROP);
        AtomicInteger attempts = new AtomicInteger();
        document("a.jpg");
        try (CapturedLog log = new CapturedLog()) {
            route(builder -> {
                builder.from(shape + ":called")
                        .routeId("called")
                        .routeConfigurationId(ID)
                        .process(exchange -> {
                            attempts.incrementAndGet();
                            store(exchange);
                        });
                builder.from(inbox().replace("&delay=10", "&delay=600000"))
                        .routeId("photos")
                        .routeConfigurationId(ID)
                        .to("docproc:crop")
                        .to(shape + ":called");
            });
            await().until(() -> attempts.get() == 1);

            service.context().getRouteController().stopRoute("called");

            await().until(() -> log.text().contains("a.jpg stays in its folder"));
            assertThat(exists("inbox/a.jpg")).isTrue();
            assertThat(service.context()
                            .getRouteController()
                            .getRouteStatus("photos")
                            .isStarted())
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aThreadPoolThatRejectsAStepIsNoStop(boolean moveFailed) throws Exception {
        service.respondWith(Replies.CROP);
        ExecutorService pool = Executors.newSingleThreadExecutor();
        pool.shutdown();
        route(builder -> builder.from(moveFailed ? inbox() : inbox().replaceAll("&moveFailed=.*", ""))
                .routeId("photos")
                .routeConfigurationId(ID)
                .to("docproc:crop")
                .process(exchange -> pool.execute(() -> {})));

        document("a.jpg");

        await().until(() -> moveFailed ? exists("failed/a.jpg") : isStopped());
        assertThat(calls()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"kamelet", "seda"})
    void aRouteWhoseCallerGetsTheFailureProcessesTheNextDocument(String shape) throws Exception {
        service.context().getPropertiesComponent().addOverrideProperty("docproc.storeRedeliveries", "1");
        service.respondWith(Replies.CROP);
        photos((builder, photos) -> {
            builder.routeTemplate("crop-and-store")
                    .from("kamelet:source")
                    .to("docproc:crop")
                    .process(this::store);
            builder.from("seda:sub").routeConfigurationId(ID).to("docproc:crop").process(this::store);
            if (shape.equals("kamelet")) {
                photos.to("kamelet:crop-and-store?block=false");
            } else {
                photos.to(ExchangePattern.InOut, "seda:sub?timeout=0");
            }
        });

        document("a.jpg");
        await().until(() -> exists("failed/a.jpg"));
        isFull.set(false);
        document("b.jpg");

        await().until(() -> exists("done/b.jpg"));
        assertThat(calls()).isEqualTo(2);
    }

    /** As with a reload: the waiting documents are read again by the new route. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theWaitingCallsOfARemovedRouteAreNotSent(boolean isAddedAgain) throws Exception {
        Replies.configure(service, docproc -> {
            docproc.getConfiguration().setMaxConcurrentRequests(1);
            docproc.getConfiguration().setMaxWaitingRequests(2);
        });
        service.respondWith(Replies.CROP);
        service.server()
                .stubFor(post(urlPathEqualTo(Replies.CROP_PATH))
                        .inScenario("first")
                        .whenScenarioStateIs(Scenario.STARTED)
                        .willSetStateTo("sent")
                        .willReturn(okJson(Replies.CROP).withFixedDelay(30_000)));
        Steps steps = (builder, photos) -> photos.to("docproc:crop").to("file:" + directory.resolve("pages"));
        photos(steps);
        document("a.jpg");
        document("b.jpg");
        document("c.jpg");
        await().until(() ->
                calls() == 1 && service.context().getInflightRepository().size() == 3);
        service.context().getRouteController().stopRoute("photos", 1, TimeUnit.MILLISECONDS);
        service.context().removeRoute("photos");

        if (isAddedAgain) {
            photos(steps);
            await().until(() -> exists("done/a.jpg") && exists("done/b.jpg") && exists("done/c.jpg"));
        }
        await().until(() -> service.component().getCallsInFlight() == 0
                && service.context().getInflightRepository().size() == 0);
        // The call in flight of the first document is lost, and billed again.
        assertThat(calls()).isEqualTo(isAddedAgain ? 4 : 1);
    }

    private interface Steps {
        void add(RouteBuilder builder, RouteDefinition photos);
    }

    private interface Routes {
        void add(RouteBuilder builder);
    }

    private void photos(Steps steps) throws Exception {
        route(builder ->
                steps.add(builder, builder.from(inbox()).routeId("photos").routeConfigurationId(ID)));
    }

    private void route(Routes routes) throws Exception {
        service.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                routes.add(this);
            }
        });
    }

    private String inbox() {
        return "file:" + directory.resolve("inbox")
                + "?initialDelay=0&delay=10&move=../done/${file:name}"
                + "&moveFailed=../failed/${file:name}";
    }

    private void document(String name) throws IOException {
        byte[] document = Arrays.copyOf(Replies.DOCUMENT, Replies.DOCUMENT.length + name.charAt(0));
        Path written = Files.write(directory.resolve(name), document);
        Files.move(written, Files.createDirectories(directory.resolve("inbox")).resolve(name));
    }

    private boolean exists(String file) {
        return Files.exists(directory.resolve(file));
    }

    private boolean isStopped() {
        return service.context().getRouteController().getRouteStatus("photos").isStopped();
    }

    private int calls() {
        return service.server().getAllServeEvents().size();
    }
}
