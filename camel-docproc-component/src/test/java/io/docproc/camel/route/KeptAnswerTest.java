/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.route;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.http.Fault;
import io.docproc.camel.ComponentInternals;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocPartialFailureException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.DocprocUnansweredException;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.ManualClock;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import io.docproc.camel.testkit.TestContexts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.engine.PooledExchangeFactory;
import org.apache.camel.model.RouteDefinition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Without any configuration, a document that is read again because a later step fails is billed once. */
@Timeout(60)
class KeptAnswerTest {
    private static final String CROP = "docproc:crop";
    /** A call that waits for the end of an outage, which its own failures cause. */
    private static final String PATIENT = CROP + "?outageTimeout=1m";

    @TempDir
    Path inbox;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble(() -> {
        CamelContext context = TestContexts.create();
        context.getStreamCachingStrategy().setSpoolEnabled(true);
        return context;
    });

    private final AtomicInteger failures = new AtomicInteger();
    private final CompletableFuture<byte[]> done = new CompletableFuture<>();

    /** A step that fails a number of times. */
    private void later(Exchange exchange) throws IOException {
        if (failures.getAndDecrement() > 0) {
            throw new IOException("a later step fails");
        }
        done.complete(exchange.getMessage().getBody(byte[].class));
    }

    /** Adds the steps of a route between the file and the failing step. */
    @FunctionalInterface
    private interface Steps {
        void add(RouteBuilder routes, RouteDefinition from, Processor later);
    }

    /** Routes in which Camel tells the component of the failure, each with a document that is read again. */
    private enum Shape {
        PLAIN((routes, from, later) -> from.to(CROP).process(later)),
        DYNAMIC((routes, from, later) ->
                from.toD("docproc:crop?jpegQuality=${random(80,81)}").process(later)),
        DIRECT((routes, from, later) -> {
            from.to("direct:crop").process(later);
            routes.from("direct:crop").to(CROP);
        }),
        SPLIT_AFTER((routes, from, later) ->
                from.to(CROP).split(routes.body()).stopOnException().process(later)),
        SPLIT_PARTS((routes, from, later) ->
                from.split(routes.body()).stopOnException().to(CROP).process(later)),
        AFTER_SPLIT_PARTS((routes, from, later) ->
                from.split(routes.body(), (old, part) -> part).to(CROP).end().process(later)),
        PARALLEL_SPLIT_PARTS((routes, from, later) -> from.split(routes.body(), (old, part) -> part)
                .parallelProcessing()
                .to(CROP)
                .end()
                .process(later)),
        MULTICAST((routes, from, later) -> {
            from.multicast().stopOnException().to("direct:crop", "direct:later");
            routes.from("direct:crop").to(CROP);
            routes.from("direct:later").process(later);
        }),
        LOOP((routes, from, later) -> from.loop(1).copy().to(CROP).end().process(later)),
        THREADS((routes, from, later) ->
                from.threads(2).maxQueueSize(0).to(CROP).process(later)),
        ENRICH((routes, from, later) -> from.enrich(CROP).process(later)),
        SEDA((routes, from, later) -> {
            from.to(CROP).to("seda:later");
            routes.from("seda:later").process(later);
        }),
        CALLED_AND_REDELIVERED((routes, from, later) -> {
            from.errorHandler(
                            routes.defaultErrorHandler().maximumRedeliveries(5).redeliveryDelay(1))
                    .to("direct:crop");
            routes.from("direct:crop")
                    .errorHandler(routes.noErrorHandler())
                    .to(CROP)
                    .process(later);
        }),
        HANDLED((routes, from, later) -> from.onException(IOException.class)
                .handled(true)
                .to("direct:copy")
                .end()
                .to(CROP)
                .process(later)),
        TRIED((routes, from, later) -> from.doTry()
                .to(CROP)
                .process(later)
                .doCatch(IOException.class)
                .throwException(new IllegalStateException("again"))
                .end());

        private final Steps steps;

        Shape(Steps steps) {
            this.steps = steps;
        }
    }

    @Test
    @CoversFault(81)
    void aDocumentWhoseLaterStepFailsForDaysIsBilledOnce() throws Exception {
        ManualClock clock = new ManualClock();
        Replies.configure(service, component -> ComponentInternals.setClock(component, clock));
        service.respondWith(Replies.CROP);
        service.route(routes -> routes.from("direct:in").to(CROP).process(this::later));
        failures.set(50);

        for (int hour = 0; hour < 50; hour++) {
            service.send("direct:in", Replies.DOCUMENT);
            clock.advance(Duration.ofMinutes(59));
        }

        service.call("direct:in", Replies.DOCUMENT);
        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    @CoversFault(81)
    void aDocumentIsBilledOnceUntilTheLaterStepWorks(Shape shape) throws Exception {
        billedOnce(shape);
    }

    @ParameterizedTest
    @EnumSource(names = {"PLAIN", "SPLIT_PARTS", "THREADS", "SEDA"})
    @CoversFault(81)
    void aDocumentIsBilledOnceWithPooledExchanges(Shape shape) throws Exception {
        service.context().getCamelContextExtension().setExchangeFactory(new PooledExchangeFactory());
        billedOnce(shape);
    }

    private void billedOnce(Shape shape) throws Exception {
        failures.set(3);
        service.respondWith(Replies.CROP);
        Files.write(inbox.resolve("a.pdf"), Replies.DOCUMENT);
        RouteBuilder.addRoutes(service.context(), routes -> {
            shape.steps.add(routes, routes.from(file(inbox)), this::later);
            // A dead letter folder that feeds the input
            routes.from("direct:copy")
                    .setBody(routes.constant(Replies.DOCUMENT))
                    .to("file:" + inbox + "?fileName=${exchangeId}.pdf&tempPrefix=.");
        });

        done.get();
        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    private static String file(Path folder) {
        return "file:" + folder + "?initialDelay=0&delay=20&delete=true";
    }

    @Test
    @CoversFault(88)
    void theSameDocumentTwiceOnPurposeIsCalledTwice() {
        service.respondWith(Replies.CROP);

        for (int call = 0; call < 3; call++) {
            assertThat(service.call(CROP, Replies.DOCUMENT).getHeaders()).containsEntry(DocprocConstants.BILLED, true);
        }

        assertThat(service.server().getAllServeEvents()).hasSize(3);
    }

    @Test
    @CoversFault(88)
    void aDocumentWhoseAnswersAreNotToBeReusedIsCalledAgain() throws Exception {
        failures.set(2);
        service.respondWith(Replies.CROP);
        Files.write(inbox.resolve("a.pdf"), Replies.DOCUMENT);
        service.route(routes ->
                routes.from(file(inbox)).to(CROP + "?storeResult=false").process(this::later));

        done.get();
        assertThat(service.server().getAllServeEvents()).hasSize(3);
    }

    @Test
    @CoversFault(81)
    void anAnswerIsForgottenWhenItsMessageSucceeds() throws Exception {
        failures.set(1);
        service.respondWith(Replies.CROP);
        service.route(routes -> routes.from("direct:in").to(CROP).process(this::later));

        assertThat(service.send("direct:in", Replies.DOCUMENT).getException()).isNotNull();
        assertThat(service.call("direct:in", Replies.DOCUMENT).getHeaders())
                .containsEntry(DocprocConstants.BILLED, false);
        assertThat(service.call("direct:in", Replies.DOCUMENT).getHeaders())
                .containsEntry(DocprocConstants.BILLED, true);
        assertThat(service.server().getAllServeEvents()).hasSize(2);
    }

    @Test
    @CoversFault(81)
    void anAnswerIsKeptIfItsMessageIsRolledBack() throws Exception {
        service.respondWith(Replies.CROP);
        service.route(
                routes -> routes.from("direct:in").to(CROP).process(exchange -> exchange.setRollbackOnlyLast(true)));

        service.send("direct:in", Replies.DOCUMENT);
        service.send("direct:in", Replies.DOCUMENT);

        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    @Test
    @CoversFault(84)
    void anAnswerThatTheRouteCannotUseIsKept() throws Exception {
        service.respondWith(Replies.EXTRACT);
        String wrong = "docproc:extract?outputClass=" + Wrong.class.getName();

        assertThat(service.send(wrong, Replies.DOCUMENT).getException())
                .isInstanceOf(DocprocInvalidResponseException.class);
        assertThat(service.send(wrong, Replies.DOCUMENT).getException())
                .isInstanceOf(DocprocInvalidResponseException.class);

        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    /** The response has a text for the number. */
    public record Wrong(List<Integer> total) {}

    /** Responses that are lost, or that no route can use, of calls that may be billed. */
    private enum Lost {
        CUT(aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER), DocprocTransportException.class),
        GATEWAY(aResponse().withStatus(504).withBody("<html>"), DocprocInvalidResponseException.class),
        EMPTY(aResponse().withStatus(200), DocprocInvalidResponseException.class),
        WITHOUT_RESULT(aResponse().withStatus(200).withBody("{\"code\":200}"), DocprocInvalidResponseException.class);

        private final ResponseDefinitionBuilder response;
        private final Class<? extends DocprocException> failure;

        Lost(ResponseDefinitionBuilder response, Class<? extends DocprocException> failure) {
            this.response = response;
            this.failure = failure;
        }
    }

    @ParameterizedTest
    @EnumSource
    @CoversFault(83)
    void aDocumentWithoutAnAnswerIsRefusedForATime(Lost lost) {
        ManualClock clock = new ManualClock();
        Replies.configure(service, component -> ComponentInternals.setClock(component, clock));
        service.server().stubFor(WireMock.any(WireMock.anyUrl()).willReturn(lost.response));

        for (int call = 0; call < 3; call++) {
            assertThat(service.send(PATIENT, Replies.DOCUMENT).getException()).isInstanceOf(lost.failure);
        }
        DocprocUnansweredException refused =
                service.failure(DocprocUnansweredException.class, PATIENT, Replies.DOCUMENT);
        assertThat((Throwable) refused).hasMessageContaining("3 times").hasMessageContaining("maxUnansweredCalls");
        assertThat(refused.getCount()).isEqualTo(3);
        assertThat(refused.getAcceptedAgain()).isEqualTo(clock.instant().plus(Duration.ofMinutes(10)));
        assertThat(service.server().getAllServeEvents()).hasSize(3);

        clock.advance(Duration.ofMinutes(10));
        assertThat(service.send(PATIENT, Replies.DOCUMENT).getException()).isInstanceOf(lost.failure);
        refused = service.failure(DocprocUnansweredException.class, PATIENT, Replies.DOCUMENT);
        assertThat(refused.getAcceptedAgain()).isEqualTo(clock.instant().plus(Duration.ofMinutes(20)));

        service.respondWith(Replies.CROP);
        assertThat(service.call(PATIENT, Replies.JPEG).getBody(byte[].class))
                .as("another document")
                .isEqualTo(Replies.JPEG);
        clock.advance(Duration.ofMinutes(20));
        service.call(PATIENT, Replies.DOCUMENT);
        service.server().stubFor(WireMock.any(WireMock.anyUrl()).willReturn(lost.response));
        assertThat(service.send(PATIENT, Replies.DOCUMENT).getException())
                .as("a new count")
                .isInstanceOf(lost.failure);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "0, 4"})
    @CoversFault(83)
    void theNumberOfUnansweredCallsIsAnOption(int maximum, int calls) {
        service.server().stubFor(Stubs.status(Replies.CROP_PATH, 504, "<html>"));

        for (int call = 0; call < 4; call++) {
            service.send(PATIENT + "&maxUnansweredCalls=" + maximum, Replies.DOCUMENT);
        }

        assertThat(service.server().getAllServeEvents()).hasSize(calls);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"code\":40301}", "{\"code\":500}", "{\"code\":40003}", "{\"code\":40306}"})
    @CoversFault(83)
    void callsThatAreNotBilledAreNotCounted(String response) {
        Replies.configure(service, component -> component.setRateLimitCooldown(0));
        service.respondWith(response);

        for (int call = 0; call < 5; call++) {
            assertThat(service.send(CROP, Replies.DOCUMENT).getException())
                    .isNotInstanceOf(DocprocUnansweredException.class);
        }
    }

    @Test
    @CoversFault(86)
    void aPartialResponseIsKept() {
        service.respondWith(
                "{\"code\":50207,\"message\":\"partial\",\"result\":{\"extracted_schema\":{\"total\":\"1\"}}}");
        String extract = "docproc:extract?schema=RAW(" + Replies.SCHEMA + ")";

        for (int call = 0; call < 4; call++) {
            assertThat(service.send(extract, Replies.DOCUMENT).getException())
                    .isInstanceOf(DocprocPartialFailureException.class);
        }
        service.call(extract + "&partialFailure=accept", Replies.DOCUMENT);

        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    @Test
    @CoversFault(86)
    void aUrlWhoseMessageFailsIsBilledOnce() throws Exception {
        failures.set(2);
        service.respondWith(Replies.CROP);
        service.route(routes -> routes.from("direct:in")
                .to(CROP + "?fileUrl=https://files.example.com/a.pdf")
                .process(this::later));

        for (int call = 0; call < 3; call++) {
            service.send("direct:in", null);
        }

        assertThat(done).isCompleted();
        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    @Test
    @CoversFault(81)
    void aLargeAnswerIsReadableEachTimeItIsUsed() throws Exception {
        byte[] image = new byte[3 << 20];
        failures.set(3);
        service.respondWith(Replies.crop(image));
        service.route(routes -> routes.from("direct:in").to(CROP).process(exchange -> {
            assertThat(exchange.getMessage().getBody(byte[].class)).isEqualTo(image);
            later(exchange);
        }));

        for (int call = 0; call < 4; call++) {
            service.send("direct:in", Replies.DOCUMENT);
        }

        assertThat(done.get()).isEqualTo(image);
        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }
}
