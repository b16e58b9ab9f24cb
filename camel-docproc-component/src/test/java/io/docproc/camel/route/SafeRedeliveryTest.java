/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.route;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonParseException;
import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import io.docproc.camel.DocprocSafeRedelivery;
import io.docproc.camel.error.DocprocBalanceException;
import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocServerException;
import io.docproc.camel.result.FileResultRepository;
import io.docproc.camel.testkit.CapturedLog;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.TestContexts;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.LoggingLevel;
import org.apache.camel.Processor;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.Route;
import org.apache.camel.builder.DeadLetterChannelBuilder;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.impl.engine.DefaultStreamCachingStrategy;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.language.RefExpression;
import org.apache.camel.spi.RoutePolicy;
import org.apache.camel.spi.Synchronization;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.apache.camel.support.RoutePolicySupport;
import org.apache.camel.support.SynchronizationAdapter;
import org.apache.camel.support.component.PropertyConfigurerSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Routes with {@link DocprocSafeRedelivery}: what is redelivered, how often, and where files stay. */
@Timeout(120)
class SafeRedeliveryTest {
    private static final String ID = DocprocSafeRedelivery.ID;

    @TempDir
    Path directory;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble(SafeRedeliveryTest::context);

    private static CamelContext context() {
        DefaultCamelContext context = TestContexts.create();
        context.getPropertiesComponent().addOverrideProperty("docproc.redeliveryDelay", "1");
        context.getPropertiesComponent().addOverrideProperty("docproc.maximumRedeliveryDelay", "20");
        return context;
    }

    @Test
    void aCallIsMadeAgainUntilTheServiceHasAResult() throws Exception {
        respond(serverError(), serverError(), Replies.CROP);
        watchInbox();

        document("a.jpg");

        await().until(() -> files("done").contains("a.jpg"));
        assertThat(files("pages")).containsExactly("a.jpg");
        assertThat(calls()).isEqualTo(3);
    }

    @Test
    void aServiceThatFailsLeavesTheDocumentsInTheInbox() throws Exception {
        respond(serverError());
        try (CapturedLog log = new CapturedLog()) {
            watchInbox();

            document("a.jpg");

            await().until(() -> calls() > 5);
            await().until(() -> log.text().contains("a.jpg stays in its folder and will be read again"));
            assertThat(log.text()).contains("a.jpg has failed at attempt 5: " + DocprocServerException.class.getName());
        }
        service.context().stop();
        assertThat(files("inbox")).containsExactly("a.jpg");
        assertThat(files("failed")).isEmpty();
    }

    @Test
    void aRefusedDocumentIsMovedAfterOneCall() throws Exception {
        respond(failure(40303));
        watchInbox();

        document("a.jpg");

        await().until(() -> files("failed").contains("a.jpg"));
        assertThat(calls()).isEqualTo(1);
    }

    @Test
    void aLostResponseIsNotCalledAgain() throws Exception {
        service.server()
                .stubFor(post(urlPathEqualTo(Replies.CROP_PATH))
                        .willReturn(aResponse().withFault(Fault.EMPTY_RESPONSE)));
        watchInbox();

        document("a.jpg");

        await().until(() -> files("failed").contains("a.jpg"));
        assertThat(calls()).isEqualTo(1);
    }

    @Test
    @CoversFault(73)
    void aRateLimitErrorIsRedeliveredAfterTheCooldownAndThenMoved() throws Exception {
        Replies.configure(service, component -> component.setRateLimitCooldown(100));
        service.context().getPropertiesComponent().addOverrideProperty("docproc.rateLimitRedeliveries", "2");
        respond(failure(40306));
        try (CapturedLog log = new CapturedLog()) {
            watchInbox();

            document("a.jpg");

            await().until(() -> files("failed").contains("a.jpg"));
            assertThat(log.text()).contains("a.jpg has failed at attempt 3", "rate limit or page limit");
        }
        List<Long> times = service.server().findAll(postRequestedFor(urlPathEqualTo(Replies.CROP_PATH))).stream()
                .map(LoggedRequest::getLoggedDate)
                .map(Date::getTime)
                .sorted()
                .collect(Collectors.toList());
        assertThat(times).hasSize(3);
        assertThat(times.get(1) - times.get(0)).isGreaterThanOrEqualTo(95);
        assertThat(times.get(2) - times.get(1)).isGreaterThanOrEqualTo(95);
    }

    @ParameterizedTest
    @ValueSource(ints = {40003, 40008, 40102})
    @CoversFault(55)
    void anAccountErrorLeavesTheDocumentsInTheInbox(int code) throws Exception {
        respond(failure(code), failure(code), Replies.CROP);
        watchInbox();

        document("a.jpg");

        await().until(() -> files("done").contains("a.jpg"));
        assertThat(files("failed")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"plain, true", "split, true", "doTry, true", "sub-route, true", "plain, false"})
    void anErrorAfterACallStopsTheRouteAndLeavesTheDocumentInTheInbox(String shape, boolean moveFailed)
            throws Exception {
        respond(Replies.CROP);
        try (CapturedLog log = new CapturedLog()) {
            failAfterTheCall(shape, moveFailed, exchange -> {
                throw new NoClassDefFoundError("com/example/Reader");
            });
            document("a.jpg");

            await().until(this::isStopped);
            assertThat(calls()).isEqualTo(1);
            assertThat(files("inbox")).containsExactly("a.jpg");
            assertThat(files("failed")).isEmpty();
            assertThat(log.text())
                    .containsOnlyOnce(
                            "Route photos is stopped, because java.lang.NoClassDefFoundError: com/example/Reader");
        }
        service.context().getRouteController().startRoute("photos");
        await().until(() -> calls() == 2);
        await().until(this::isStopped);
    }

    @Test
    void anErrorWhileTheRouteStartsStopsItBeforeTheNextDocument() throws Exception {
        respond(Replies.CROP);
        for (int number = 0; number < 3; number++) {
            document(number + ".jpg");
        }
        RoutePolicy slow = new RoutePolicySupport() {
            @Override
            public void onStart(Route route) {
                await().until(() -> calls() > 0
                        && route.getCamelContext().getInflightRepository().size() == 0);
            }
        };
        route(new RouteBuilder() {
            @Override
            public void configure() {
                from(inbox())
                        .routeId("photos")
                        .routeConfigurationId(ID)
                        .routePolicy(slow)
                        .to("docproc:crop?synchronous=true")
                        .process(exchange -> {
                            throw new NoClassDefFoundError("com/example/Reader");
                        });
            }
        });

        await().until(this::isStopped);
        assertThat(calls()).isEqualTo(1);
        assertThat(files("inbox")).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource({"plain, true", "split, true", "sub-route, true", "split, false", "plain, false"})
    void aResultThatCanNeverBeStoredMovesItsDocumentOrStopsTheRoute(String shape, boolean moveFailed) throws Exception {
        service.context().getPropertiesComponent().addOverrideProperty("docproc.storeRedeliveries", "2");
        respond(Replies.CROP);
        AtomicInteger attempts = new AtomicInteger();
        try (CapturedLog log = new CapturedLog()) {
            failAfterTheCall(shape, moveFailed, exchange -> {
                attempts.incrementAndGet();
                throw new IOException("No space left on device");
            });
            document("a.jpg");

            await().until(() -> moveFailed ? files("failed").contains("a.jpg") : isStopped());
            assertThat(attempts).hasValue(3);
            assertThat(calls()).isEqualTo(1);
            assertThat(files("inbox").isEmpty()).isEqualTo(moveFailed);
            assertThat(log.text().contains("Route photos is stopped, because java.io.IOException: No space"))
                    .isNotEqualTo(moveFailed);
            assertThat(isStopped()).isNotEqualTo(moveFailed);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {30203, 40008, 40003})
    void aBilledDocumentWhoseSecondCallFailsStopsTheRouteInsteadOfBeingBilledAtEachPoll(int code) throws Exception {
        service.context().getPropertiesComponent().addOverrideProperty("docproc.redeliveries", "1");
        respond(Replies.CROP);
        respondTo(Replies.EXTRACT_PATH, failure(code));
        failAfterTheCall("extract", true, exchange -> {});
        document("a.jpg");

        await().until(this::isStopped);
        assertThat(calls()).isEqualTo(1);
        assertThat(files("inbox")).containsExactly("a.jpg");
    }

    /** Whatever the route did to pattern and headers of the message. */
    @ParameterizedTest
    @CsvSource({
        "headers, false",
        "headers, true",
        "pattern, false",
        "lost response, false",
        "queue, false",
        "queue, true"
    })
    void aBilledDocumentThatFailsIsMovedOrStopsTheRoute(String shape, boolean moveFailed) throws Exception {
        respond(shape.equals("lost response") ? "[" : Replies.CROP);
        failAfterTheCall(shape, moveFailed, exchange -> {
            throw new SQLException("connection refused");
        });
        document("a.jpg");

        await().until(() -> moveFailed ? files("failed").contains("a.jpg") : isStopped());
        assertThat(calls()).isEqualTo(1);
        assertThat(files("inbox").isEmpty()).isEqualTo(moveFailed);
    }

    /** The queue may have the files of a whole folder before the first one fails. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFailureOfEachFileStopsTheRouteOfTheQueueAsWell(boolean isError) throws Exception {
        service.context().getPropertiesComponent().addOverrideProperty("docproc.storeRedeliveries", "1");
        respond(Replies.CROP);
        failAfterTheCall("queue", isError, exchange -> {
            if (isError) {
                throw new NoClassDefFoundError("com/example/Reader");
            }
            throw new IOException("No space left on device");
        });
        document("a.jpg");

        await().until(() -> isStopped("photos") && isStopped("calls"));
        assertThat(calls()).isEqualTo(1);
        assertThat(files("inbox")).containsExactly("a.jpg");
    }

    @Test
    void anErrorAfterPollEnrichStopsTheRouteThatPolledTheFile() throws Exception {
        respond(Replies.CROP);
        String inbox = inbox();
        route(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:go").routeConfigurationId(ID).to("seda:work");
                from("seda:work")
                        .routeId("photos")
                        .routeConfigurationId(ID)
                        .pollEnrich(inbox)
                        .to("docproc:crop")
                        .process(exchange -> {
                            throw new NoClassDefFoundError("com/example/Reader");
                        });
            }
        });
        document("a.jpg");

        service.context().createProducerTemplate().sendBody("direct:go", "");

        await().until(this::isStopped);
        assertThat(calls()).isEqualTo(1);
        assertThat(files("inbox")).containsExactly("a.jpg");
    }

    /** Camel wraps the source as well, because its URI fits the pattern of {@code interceptSendToEndpoint}. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFileOfAnInterceptedEndpointStaysAsAnyOther(boolean isBilled) throws Exception {
        respond(isBilled ? Replies.CROP : failure(40003));
        route(new RouteBuilder() {
            @Override
            public void configure() {
                interceptSendToEndpoint("file:*").log("file is written");
                from("direct:other").to("file:" + directory.resolve("other"));
            }
        });
        try (CapturedLog log = new CapturedLog()) {
            failAfterTheCall("plain", !isBilled, exchange -> {
                throw new SQLException("connection refused");
            });
            document("a.jpg");

            await().until(() ->
                    isBilled ? isStopped() : log.text().contains("a.jpg stays in its folder and will be read again"));
        }
        if (isBilled) {
            assertThat(calls()).isEqualTo(1);
        }
        assertThat(files("failed")).isEmpty();
    }

    @Test
    void aBilledDocumentWhoseResultIsStoredIsReadAgainAndNotBilled() throws Exception {
        Replies.configure(
                service,
                component -> component.setResultRepository(new FileResultRepository(directory.resolve("results"))));
        respond(Replies.CROP);
        AtomicInteger attempts = new AtomicInteger();
        failAfterTheCall("step", false, exchange -> {
            if (attempts.incrementAndGet() < 3) {
                throw new SQLException("connection refused");
            }
        });
        document("a.jpg");

        await().until(() -> files("inbox").isEmpty());
        assertThat(attempts).hasValue(3);
        assertThat(calls()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aSpoolDirectoryThatCannotBeWrittenLeavesTheDocumentInTheInbox(int calls) throws Exception {
        Path disk = Files.createFile(directory.resolve("disk"));
        AtomicInteger files = new AtomicInteger();
        service.context().setStreamCachingStrategy(new DefaultStreamCachingStrategy() {
            @Override
            public File getSpoolDirectory() {
                // After the start and the check before the call, the next file has the response.
                return files.getAndIncrement() < 2 * calls
                        ? directory.toFile()
                        : disk.resolve("spool").toFile();
            }
        });
        respond(Replies.crop(Arrays.copyOf(Replies.JPEG, 600_000)));
        try (CapturedLog log = new CapturedLog()) {
            failAfterTheCall("plain", true, exchange -> {});
            document("a.jpg");

            await().until(() -> log.text().contains("a.jpg stays in its folder and will be read again"));
            assertThat(log.text()).contains("the spool directory cannot be written: java.nio.file.FileSystemException");
        }
        await().until(() -> isStopped() == (calls == 1));
        assertThat(calls()).isEqualTo(calls);
        assertThat(files("failed")).isEmpty();

        Files.delete(disk);
        service.context().getRouteController().startRoute("photos");

        await().until(() -> files("done").contains("a.jpg"));
        assertThat(calls()).isEqualTo(calls + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<html>", "{}"})
    void aMissingFileOfABilledDocumentMovesTheDocument(String body) throws Exception {
        respond(Replies.CROP);
        service.server()
                .stubFor(any(urlPathEqualTo("/ocr_image/download"))
                        .willReturn(aResponse().withStatus(404).withBody(body)));
        failAfterTheCall("image", true, exchange -> {});
        document("a.jpg");

        await().until(() -> files("failed").contains("a.jpg"));
        assertThat(isStopped()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "404, <html>, true",
        "404, '{\"error\":\"no route\"}', true",
        "502, <html>, true",
        "502, '{}', true",
        "504, <html>, true",
        "521, <html>, true",
        "402, <html>, true",
        "407, <html>, true",
        "302, <html>, true",
        "200, <html>, true",
        // The document is too large for the gateway, or the response of the service is lost.
        "413, <html>, false",
        "200, '{\"code\":200', false"
    })
    void aGatewayThatRespondsInPlaceOfTheServiceStopsTheRouteBeforeAnyDocumentIsMoved(
            int status, String body, boolean isStopped) throws Exception {
        service.server()
                .stubFor(any(urlPathEqualTo(Replies.CROP_PATH))
                        .willReturn(aResponse().withStatus(status).withBody(body)));
        failAfterTheCall("plain", true, exchange -> {});
        document("a.jpg");

        await().until(() -> isStopped ? isStopped() : files("failed").contains("a.jpg"));
        assertThat(calls()).isEqualTo(1);
        assertThat(files("inbox").isEmpty()).isNotEqualTo(isStopped);
        assertThat(isStopped()).isEqualTo(isStopped);
    }

    @ParameterizedTest
    @CsvSource({"List, 0", "file exists, 0", "long name, 2", "JSON, 0", "lost connection, 2", "transient, 2"})
    void onlyAFailureThatCanHealIsRedeliveredToTheStore(String failure, int redeliveries) throws Exception {
        service.context().getPropertiesComponent().addOverrideProperty("docproc.storeRedeliveries", "2");
        respond(Replies.CROP);
        Files.createFile(Files.createDirectory(directory.resolve("pages")).resolve("a.jpg"));
        AtomicInteger attempts = new AtomicInteger();
        ProducerTemplate template = service.context().createProducerTemplate();
        String store = "file:" + directory.resolve("pages") + "?fileExist=Fail&fileName=";
        failAfterTheCall("plain", true, exchange -> {
            attempts.incrementAndGet();
            switch (failure) {
                case "List" ->
                    template.sendBody(
                            store + "b.jpg", List.of(exchange.getMessage().getBody(), "second page"));
                case "file exists" -> template.sendBody(store + "a.jpg", "page");
                case "long name" -> template.sendBody(store + "a".repeat(300), "page");
                case "JSON" -> throw new JsonParseException(null, "not JSON");
                case "lost connection" -> throw new SQLException("closed", "08006");
                default -> throw new SQLTransientConnectionException("no connection available");
            }
        });
        document("a.jpg");

        await().until(() -> files("failed").contains("a.jpg"));
        assertThat(attempts).hasValue(1 + redeliveries);
        assertThat(calls()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"plain, done", "plain, failed", "queue, done", "queue, failed"})
    void aBilledFileThatCannotBeMovedStopsTheRoute(String shape, String folder) throws Exception {
        respond(folder.equals("failed") ? "{" : Replies.CROP);
        Path target = Files.createFile(directory.resolve(folder));
        try (CapturedLog log = new CapturedLog()) {
            failAfterTheCall(shape, true, exchange -> {});
            document("a.jpg");

            await().until(this::isStopped);
            assertThat(log.text()).contains("Route photos is stopped, because org.apache.camel.component.file.Generic");
        }
        assertThat(calls()).isEqualTo(1);
        assertThat(files("inbox")).containsExactly("a.jpg");

        Files.delete(target);
        service.context().getRouteController().startRoute("photos");

        await().until(() -> files(folder).contains("a.jpg"));
        assertThat(calls()).isEqualTo(2);
    }

    @Test
    void anErrorDoesNotStopARouteWhoseCallerGetsIt() throws Exception {
        route(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:call").routeId("photos").routeConfigurationId(ID).process(exchange -> {
                    throw new NoClassDefFoundError("com/example/Reader");
                });
            }
        });

        for (int call = 0; call < 2; call++) {
            assertThatThrownBy(this::call).hasRootCauseInstanceOf(NoClassDefFoundError.class);
            assertThatThrownBy(() ->
                            service.context().createProducerTemplate().requestBody("direct:call", Replies.DOCUMENT))
                    .hasRootCauseInstanceOf(NoClassDefFoundError.class);
        }
    }

    /** A route that calls the service for a file, and then a step that fails. */
    private void failAfterTheCall(String shape, boolean moveFailed, Processor step) throws Exception {
        route(new RouteBuilder() {
            @Override
            public void configure() {
                String inbox = moveFailed ? inbox() : inbox().replaceAll("&moveFailed=.*", "");
                var calls = from(inbox).routeId("photos").routeConfigurationId(ID);
                switch (shape) {
                    case "split" ->
                        calls.split(body()).stopOnException().to("docproc:crop").process(step);
                    case "doTry" ->
                        calls.to("docproc:crop").doTry().process(step).doCatch(IllegalStateException.class);
                    case "queue" -> {
                        calls.to("seda:calls");
                        from("seda:calls")
                                .routeId("calls")
                                .routeConfigurationId(ID)
                                .to("docproc:crop")
                                .process(step);
                    }
                    case "sub-route" -> calls.to("docproc:crop").to("direct:store");
                    case "extract" -> calls.to("docproc:crop").to("docproc:extract?schema=RAW(" + Replies.SCHEMA + ")");
                    case "image" ->
                        calls.to("docproc:crop")
                                .to("docproc:call?servicePath=/ocr_image/download&serviceMethod=GET&output=bytes");
                    case "headers" ->
                        calls.to("docproc:crop").removeHeaders("*").process(step);
                    case "pattern" ->
                        calls.to("docproc:crop")
                                .setExchangePattern(ExchangePattern.InOut)
                                .process(step);
                    default -> calls.to("docproc:crop").process(step);
                }
                from("direct:store").routeConfigurationId(ID).process(step);
            }
        });
    }

    private boolean isStopped() {
        return isStopped("photos");
    }

    private boolean isStopped(String route) {
        return service.context().getRouteController().getRouteStatus(route).isStopped();
    }

    @Test
    @CoversFault(78)
    void aFailureThatFollowsARetryableOneIsJudgedByItself() {
        direct("docproc:balance");
        respondToBalance(serverError(), failure(40303));
        assertThatThrownBy(this::call).hasCauseInstanceOf(DocprocDocumentException.class);
        assertThat(balanceCalls()).isEqualTo(2);

        service.server().resetRequests();
        respondToBalance(serverError(), failure(40003));
        assertThatThrownBy(this::call).hasCauseInstanceOf(DocprocBalanceException.class);
        assertThat(balanceCalls()).isEqualTo(2);
    }

    @Test
    @CoversFault(78)
    void aFailureOfAnotherStepThatFollowsARetryableOneIsNotRedelivered() throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        route(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:call").routeConfigurationId(ID).process(exchange -> {
                    if (attempts.incrementAndGet() == 1) {
                        throw new IOException("No space left on device");
                    }
                    throw new IllegalStateException("not ours");
                });
            }
        });

        assertThatThrownBy(this::call).hasCauseInstanceOf(IllegalStateException.class);
        assertThat(attempts).hasValue(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct", "seda"})
    void eachStepHasItsOwnRedeliveries(String queue) throws Exception {
        service.context().getPropertiesComponent().addOverrideProperty("docproc.storeRedeliveries", "2");
        respond(serverError(), serverError(), serverError(), serverError(), Replies.CROP);
        respondTo(Replies.EXTRACT_PATH, serverError(), serverError(), serverError(), serverError(), Replies.EXTRACT);
        AtomicInteger attempts = new AtomicInteger();
        route(new RouteBuilder() {
            @Override
            public void configure() {
                from(inbox()).routeConfigurationId(ID).to("docproc:crop").to(queue + ":next");
                from(queue + ":next")
                        .routeConfigurationId(ID)
                        .to("docproc:extract?schema=RAW(" + Replies.SCHEMA + ")")
                        .process(exchange -> {
                            if (attempts.incrementAndGet() < 3) {
                                throw new IOException("No space left on device");
                            }
                        });
            }
        });

        document("a.jpg");

        await().until(() -> attempts.get() == 3);
        await().until(() -> files("done").contains("a.jpg"));
        assertThat(calls()).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "split", "parallel split", "multicast", "sub-route", "doTry"})
    void aResultThatCannotBeStoredIsNotCalledAgain(String shape) throws Exception {
        service.context().getPropertiesComponent().addOverrideProperty("docproc.redeliveries", "1");
        respond(Replies.CROP);
        Path pages = Files.createFile(directory.resolve("pages"));
        String store = "file:" + pages + "?fileName=${file:name}";
        route(new RouteBuilder() {
            @Override
            public void configure() {
                var calls = from(inbox()).routeConfigurationId(ID).to("docproc:crop");
                switch (shape) {
                    case "plain" -> calls.to(store);
                    case "split" -> calls.split(body()).stopOnException().to(store);
                    case "parallel split" ->
                        calls.split(body())
                                .stopOnException()
                                .parallelProcessing()
                                .to(store);
                    case "multicast" -> calls.multicast().stopOnException().to(store);
                    case "doTry" -> calls.doTry().to("direct:store").doCatch(IllegalStateException.class);
                    default -> calls.to("direct:store");
                }
                from("direct:store").routeConfigurationId(ID).to(store);
            }
        });
        document("a.jpg");
        await().until(() -> calls() == 1);
        AtomicInteger polls = new AtomicInteger();
        await().until(() -> polls.incrementAndGet() > 3);

        Files.delete(pages);

        await().until(() -> files("done").contains("a.jpg"));
        assertThat(files("pages")).containsExactly("a.jpg");
        assertThat(calls()).isEqualTo(1);
    }

    @Test
    void aFullDiskDelaysTheResultAndNothingIsCalledAgain() throws Exception {
        assumeThat(Path.of("/dev/full")).exists();
        respond(Replies.CROP);
        Path page = Files.createSymbolicLink(
                Files.createDirectories(directory.resolve("pages")).resolve("a.jpg"), Path.of("/dev/full"));
        try (CapturedLog log = new CapturedLog()) {
            watchInbox();
            document("a.jpg");
            await().until(() -> log.text().contains("No space left on device"));
        }

        Files.delete(page);

        await().until(() -> files("done").contains("a.jpg"));
        assertThat(files("pages")).containsExactly("a.jpg");
        assertThat(calls()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"40303, 1", "40003, 0"})
    void theReasonOfAFailedPartOfASplitIsStoredIfItsDocumentIsMoved(int code, int notes) throws Exception {
        respond(failure(code), Replies.CROP);
        route(new RouteBuilder() {
            @Override
            public void configure() {
                from(inbox())
                        .routeConfigurationId(ID)
                        .onCompletion()
                        .onFailureOnly()
                        .onWhen(new RefExpression("docproc-message-failed"))
                        .setBody(simple("${exception.message}"))
                        .to("file:" + directory.resolve("notes") + "?fileName=${file:name}.txt")
                        .end()
                        .split(body())
                        .stopOnException()
                        .to("docproc:crop");
            }
        });

        document("a.jpg");

        await().until(() -> files(notes == 1 ? "failed" : "done").contains("a.jpg"));
        await().until(() -> files("notes").size() == notes);
        if (notes == 1) {
            // Camel creates the file before it writes the text.
            await().untilAsserted(() ->
                    assertThat(directory.resolve("notes/a.jpg.txt")).content().startsWith("crop: 40303"));
        }
    }

    @Test
    void aSubRouteWithoutTheConfigurationDoesNotRepeatTheCall() throws Exception {
        respond(Replies.CROP);
        route(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:call").routeConfigurationId(ID).to("direct:sub");
                from("direct:sub").to("docproc:crop").process(exchange -> {
                    throw new IOException("No space left on device");
                });
            }
        });

        assertThatThrownBy(this::call).hasCauseInstanceOf(IOException.class);

        assertThat(calls()).isEqualTo(1);
    }

    @Test
    void aCallerThatWaitsForTheReplyGetsTheStoreFailureAfterTheSmallLimit() throws Exception {
        respond(Replies.CROP);
        AtomicInteger attempts = new AtomicInteger();
        route(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:call").routeConfigurationId(ID).to("docproc:crop").process(exchange -> {
                    attempts.incrementAndGet();
                    throw new IOException("No space left on device");
                });
            }
        });

        assertThatThrownBy(
                        () -> service.context().createProducerTemplate().requestBody("direct:call", Replies.DOCUMENT))
                .hasCauseInstanceOf(IOException.class);

        assertThat(attempts).hasValue(5);
        assertThat(calls()).isEqualTo(1);
    }

    @Test
    void aStopLeavesADocumentThatWaitsForItsRedeliveryInTheInbox() throws Exception {
        service.context().getPropertiesComponent().addOverrideProperty("docproc.redeliveryDelay", "60000");
        service.context().getPropertiesComponent().addOverrideProperty("docproc.maximumRedeliveryDelay", "60000");
        respond(serverError());
        watchInbox();
        document("a.jpg");
        await().until(() -> calls() == 1);

        service.context().stop();

        assertThat(files("failed")).isEmpty();
        assertThat(files("inbox")).containsExactly("a.jpg");
    }

    /** Camel does not wait for the move of a file when it removes the routes. */
    @Test
    void aStopThatHasRemovedTheRouteLeavesItsDocumentInTheInbox() throws Exception {
        respond(failure(40003));
        CountDownLatch called = new CountDownLatch(1);
        Synchronization untilRemoved = new SynchronizationAdapter() {
            @Override
            public void onDone(Exchange exchange) {
                called.countDown();
                while (exchange.getContext().getRoute("photos") != null) {
                    Thread.onSpinWait();
                }
            }
        };
        try (CapturedLog log = new CapturedLog()) {
            route(new RouteBuilder() {
                @Override
                public void configure() {
                    from(inbox())
                            .routeId("photos")
                            .routeConfigurationId(ID)
                            .process(exchange -> exchange.getExchangeExtension().addOnCompletion(untilRemoved))
                            .to("docproc:crop");
                }
            });
            document("a.jpg");
            called.await();

            service.context().stop();

            await().until(() -> log.text().contains("a.jpg stays in its folder")
                    || !files("failed").isEmpty());
        }
        assertThat(files("inbox")).containsExactly("a.jpg");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCallThatOutlastsItsRouteIsLoggedOrInTheResultRepository(boolean stored) throws Exception {
        if (stored) {
            Replies.configure(
                    service,
                    component -> component.setResultRepository(new FileResultRepository(directory.resolve("results"))));
        }
        service.server()
                .stubFor(post(urlPathEqualTo(Replies.CROP_PATH))
                        .willReturn(okJson(Replies.CROP).withFixedDelay(3000)));
        try (CapturedLog log = new CapturedLog()) {
            failAfterTheCall("plain", true, exchange -> {});
            document("a.jpg");
            await().until(() -> calls() == 1);

            service.context().getRouteController().stopRoute("photos", 1, TimeUnit.MILLISECONDS);

            await().until(() -> service.context().getInflightRepository().size() == 0);
            assertThat(files("inbox")).containsExactly("a.jpg");
            assertThat(log.text().contains("The result of docproc:crop for a.jpg is lost"))
                    .isNotEqualTo(stored);
        }
        service.context().getRouteController().startRoute("photos");
        await().until(() -> stored ? files("done").contains("a.jpg") : calls() == 2);
        assertThat(calls()).isEqualTo(stored ? 1 : 2);
    }

    /** As with an AWS SDK, whose exceptions are no I/O failures. */
    @Test
    void aClauseOfTheRouteRedeliversToTheStoringStep() throws Exception {
        respond(Replies.CROP);
        AtomicInteger attempts = new AtomicInteger();
        route(new RouteBuilder() {
            @Override
            public void configure() {
                from(inbox())
                        .routeConfigurationId(ID)
                        .onException(SQLException.class)
                        .maximumRedeliveries(5)
                        .redeliveryDelay(1)
                        .end()
                        .to("docproc:crop")
                        .process(exchange -> {
                            if (attempts.incrementAndGet() < 4) {
                                throw new SQLException("connection refused");
                            }
                        });
            }
        });

        document("a.jpg");

        await().until(() -> files("done").contains("a.jpg"));
        assertThat(calls()).isEqualTo(1);
    }

    @Test
    void anOpenCircuitBreakerLeavesTheDocumentsInTheInbox() throws Exception {
        respond(failure(40003));
        AtomicInteger refused = new AtomicInteger();
        route(new RouteBuilder() {
            @Override
            public void configure() {
                from(inbox())
                        .routeConfigurationId(ID)
                        .onCompletion()
                        .onFailureOnly()
                        .process(exchange -> refused.incrementAndGet())
                        .end()
                        .circuitBreaker()
                        .resilience4jConfiguration()
                        .slidingWindowSize(1)
                        .minimumNumberOfCalls(1)
                        .throwExceptionWhenHalfOpenOrOpenState(true)
                        .end()
                        .to("docproc:crop")
                        .end();
            }
        });

        document("a.jpg");

        await().until(() -> refused.get() > 3);
        service.context().stop();
        assertThat(calls()).isEqualTo(1);
        assertThat(files("inbox")).containsExactly("a.jpg");
    }

    @Test
    void aFileThatStaysIsNotReadAgainWithPreMove() throws Exception {
        respond(failure(40102), Replies.CROP);
        route(new RouteBuilder() {
            @Override
            public void configure() {
                from(inbox() + "&preMove=working/${file:name}")
                        .routeConfigurationId(ID)
                        .to("docproc:crop");
            }
        });
        document("a.jpg");
        await().until(() -> calls() == 1);
        document("b.jpg");

        await().until(() -> files("done").contains("b.jpg"));
        assertThat(files("inbox/working")).containsExactly("a.jpg");
        assertThat(calls()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"1, failed", "0, done"})
    void aSedaReplyWaitsForACallOnlyWithoutTimeout(int timeout, String folder) throws Exception {
        service.server()
                .stubFor(any(urlPathEqualTo(Replies.CROP_PATH))
                        .willReturn(okJson(Replies.CROP).withFixedDelay(500)));
        route(new RouteBuilder() {
            @Override
            public void configure() {
                from(inbox()).routeConfigurationId(ID).to(ExchangePattern.InOut, "seda:calls?timeout=" + timeout);
                from("seda:calls").routeConfigurationId(ID).to("docproc:crop");
            }
        });
        document("a.jpg");

        await().until(() -> files(folder).contains("a.jpg"));
    }

    @Test
    void aDoneFileIsKeptWithoutMoveFailed() throws Exception {
        respond(failure(40003), failure(40003), Replies.CROP);
        Path done = Files.createDirectories(directory.resolve("inbox")).resolve("a.jpg.done");
        Files.createFile(done);
        route(new RouteBuilder() {
            @Override
            public void configure() {
                from(inbox().replaceAll("&moveFailed=.*", "&doneFileName=\\${file:name}.done"))
                        .routeConfigurationId(ID)
                        .to("docproc:crop");
            }
        });

        document("a.jpg");

        await().until(() -> files("done").contains("a.jpg"));
        assertThat(calls()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"doTry", "template"})
    void aDoTryNeedsTheConfigurationInASubRouteAndATemplateARouteWithoutIt(String shape) throws Exception {
        respond(serverError(), Replies.CROP);
        route(new RouteBuilder() {
            @Override
            public void configure() {
                var photos = from(inbox());
                if (shape.equals("doTry")) {
                    photos.doTry()
                            .to("direct:sub")
                            .doCatch(IllegalStateException.class)
                            .log(LoggingLevel.DEBUG, "caught");
                } else {
                    photos.process(exchange -> exchange.getContext()
                            .createProducerTemplate()
                            .requestBody("direct:sub", exchange.getMessage().getBody()));
                }
                from("direct:sub").routeConfigurationId(ID).to("docproc:crop");
            }
        });

        document("a.jpg");

        await().until(() -> files("done").contains("a.jpg"));
        assertThat(calls()).isEqualTo(2);
    }

    @Test
    void clausesOfTheRouteTakePrecedence() throws Exception {
        respond(serverError());
        route(new RouteBuilder() {
            @Override
            public void configure() {
                from(inbox())
                        .routeConfigurationId(ID)
                        .onException(DocprocServerException.class)
                        .handled(true)
                        .log(LoggingLevel.DEBUG, "handled")
                        .end()
                        .to("docproc:crop");
            }
        });

        document("a.jpg");

        await().until(() -> files("done").contains("a.jpg"));
        assertThat(calls()).isEqualTo(1);
    }

    @Test
    void aClauseOfTheRouteForAFailureThatFollowsARetryableOneDoesNotInheritItsRedeliveries() throws Exception {
        respond(serverError(), failure(40303));
        route(new RouteBuilder() {
            @Override
            public void configure() {
                from(inbox())
                        .routeConfigurationId(ID)
                        .onException(DocprocDocumentException.class)
                        .handled(true)
                        .log(LoggingLevel.DEBUG, "handled")
                        .end()
                        .to("docproc:crop");
            }
        });

        document("a.jpg");

        await().until(() -> files("done").contains("a.jpg"));
        assertThat(calls()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {40303, 40102})
    void aDeadLetterChannelOfTheRouteReceivesTheMessage(int code) throws Exception {
        respond(serverError(), failure(code));
        route(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(deadLetterChannel("file:" + directory.resolve("dead")));
                from(inbox()).routeConfigurationId(ID).to("docproc:crop");
            }
        });

        document("a.jpg");

        await().until(() -> files("dead").contains("a.jpg"));
        assertThat(calls()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "java.lang.Exception, route, true, 1",
        "java.lang.Exception, route, false, 2",
        "java.lang.Exception, builder, true, 1",
        "java.lang.Exception, builder, false, 2",
        "java.lang.Exception, yaml, true, 1",
        "java.lang.Exception, yaml, false, 2",
        "java.lang.Throwable, route, true, 1",
        "java.lang.Throwable, builder, true, 1",
        "java.lang.Throwable, yaml, true, 1",
    })
    void anOwnClauseTakesPrecedenceIfItsConditionIsTrue(
            Class<Throwable> type, String place, boolean condition, int calls) throws Exception {
        respond(serverError(), Replies.CROP);
        if (place.equals("yaml")) {
            String routes =
                    """
                    - onException:
                        exception: [%s]
                        onWhen: { expression: { constant: { expression: "%s" } } }
                        handled: { constant: { expression: "true" } }
                    - route:
                        routeConfigurationId: docproc-safe-redelivery
                        from: { uri: direct:call, steps: [ { to: { uri: docproc:crop } } ] }
                    """
                            .formatted(type.getName(), condition);
            PluginHelper.getRoutesLoader(service.context())
                    .loadRoutes(ResourceHelper.fromString("routes.yaml", routes));
        } else {
            route(new RouteBuilder() {
                @Override
                public void configure() {
                    if (place.equals("builder")) {
                        onException(type).onWhen(constant(condition)).handled(true);
                    }
                    RouteDefinition route = from("direct:call").routeConfigurationId(ID);
                    if (place.equals("route")) {
                        route.onException(type)
                                .onWhen(constant(condition))
                                .handled(true)
                                .end();
                    }
                    route.to("docproc:crop");
                }
            });
        }

        call();

        assertThat(calls()).isEqualTo(calls);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aDeadLetterChannelReceivesTheResultAfterALaterStep(boolean useOriginalMessage) throws Exception {
        respond(Replies.CROP);
        BlockingQueue<byte[]> dead = new LinkedBlockingQueue<>();
        route(new RouteBuilder() {
            @Override
            public void configure() {
                DeadLetterChannelBuilder channel = deadLetterChannel("direct:dead");
                errorHandler(useOriginalMessage ? channel.useOriginalMessage() : channel);
                from("direct:dead")
                        .process(exchange -> dead.add(exchange.getMessage().getBody(byte[].class)));
                from(inbox()).routeConfigurationId(ID).to("docproc:crop").process(exchange -> {
                    throw new IllegalStateException("a later step");
                });
            }
        });

        document("a.jpg");

        assertThat(dead.poll(30, TimeUnit.SECONDS)).isEqualTo(Replies.JPEG);
    }

    @ParameterizedTest
    @ValueSource(strings = {"docproc-safe-redelivry", "other,docproc-safe"})
    void aMisspeltIdFailsAtStart(String id) {
        assertThatThrownBy(() -> route(new RouteBuilder() {
                    @Override
                    public void configure() {
                        from("direct:call")
                                .routeId("photos")
                                .routeConfigurationId(id)
                                .to("docproc:crop");
                    }
                }))
                .rootCause()
                .hasMessageContaining("Route photos uses route configuration docproc-safe")
                .hasMessageContaining("docproc has " + ID)
                .hasMessageContaining("correct the ID");
    }

    @Test
    void aRouteThatWasLoadedBeforeTheConfigurationFailsAtStart() throws Exception {
        try (DefaultCamelContext context = TestContexts.create()) {
            // As with a Camel that does not load the configuration.
            context.getRouteConfigurationDefinitions().clear();
            context.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from("direct:call")
                            .routeConfigurationId(ID)
                            .to("docproc:crop?baseUrl=http://localhost&appId=a&secretCode=b");
                }
            });

            assertThatThrownBy(context::start)
                    .rootCause()
                    .hasMessageContaining("add the bean or routes builder " + DocprocSafeRedelivery.class.getName());
        }
    }

    @Test
    void aLimitThatIsNotANumberFailsAtStart() throws Exception {
        try (DefaultCamelContext context = TestContexts.create()) {
            context.getPropertiesComponent().addOverrideProperty("docproc.redeliveries", "four");

            assertThatThrownBy(context::start)
                    .hasMessageContaining(
                            "Property docproc.redeliveries is four; allowed values are whole numbers from 0");
        }
    }

    @Test
    void theContextStartsWhileTheCamelCliExportsRoutes() throws Exception {
        try (DefaultCamelContext context = TestContexts.create()) {
            context.getPropertiesComponent()
                    .addOverrideProperty("docproc.redeliveries", PropertyConfigurerSupport.MAGIC_VALUE);

            context.start();

            assertThat(context.isStarted()).isTrue();
        }
    }

    private void watchInbox() throws Exception {
        route(new RouteBuilder() {
            @Override
            public void configure() {
                from(inbox()).routeConfigurationId(ID).to("docproc:crop").to("file:" + directory.resolve("pages"));
            }
        });
    }

    private String inbox() {
        return "file:" + directory.resolve("inbox") + "?initialDelay=0&delay=10&move=../done/${file:name}"
                + "&moveFailed=../failed/${file:name}";
    }

    private void direct(String step) {
        try {
            route(new RouteBuilder() {
                @Override
                public void configure() {
                    from("direct:call").routeConfigurationId(ID).to(step);
                }
            });
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void route(RouteBuilder route) throws Exception {
        service.context().addRoutes(route);
    }

    private void call() {
        service.context().createProducerTemplate().sendBody("direct:call", Replies.DOCUMENT);
    }

    private void document(String name) throws IOException {
        Path written = Files.write(directory.resolve(name + ".part"), Replies.DOCUMENT);
        Files.move(written, Files.createDirectories(directory.resolve("inbox")).resolve(name));
    }

    private void respond(String... responses) {
        respondTo(Replies.CROP_PATH, responses);
    }

    private void respondToBalance(String... responses) {
        respondTo(Replies.BALANCE_PATH, responses);
    }

    /** Responds in this order, with the last one to each further request. */
    private void respondTo(String path, String... responses) {
        service.server().resetScenarios();
        for (int index = 0; index < responses.length; index++) {
            String state = index == 0 ? Scenario.STARTED : path + index;
            String next = index + 1 < responses.length ? path + (index + 1) : state;
            service.server()
                    .stubFor(any(urlPathEqualTo(path))
                            .inScenario(path)
                            .whenScenarioStateIs(state)
                            .willSetStateTo(next)
                            .willReturn(okJson(responses[index])));
        }
    }

    private static String serverError() {
        return failure(30203);
    }

    private static String failure(int code) {
        return "{\"code\":" + code + ",\"message\":\"refused\"}";
    }

    private int calls() {
        return service.server()
                .findAll(postRequestedFor(urlPathEqualTo(Replies.CROP_PATH)))
                .size();
    }

    private int balanceCalls() {
        return service.server()
                .findAll(getRequestedFor(urlPathEqualTo(Replies.BALANCE_PATH)))
                .size();
    }

    private List<String> files(String folder) throws IOException {
        Path path = directory.resolve(folder);
        if (!Files.isDirectory(path)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(path)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .collect(Collectors.toList());
        }
    }
}
