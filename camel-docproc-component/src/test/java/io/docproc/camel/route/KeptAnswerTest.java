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
import io.docproc.camel.result.FileResultRepository;
import io.docproc.camel.result.ResultRepository;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.ManualClock;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import io.docproc.camel.testkit.TestContexts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
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
    Path directory;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble(() -> {
        CamelContext context = TestContexts.create();
        context.getStreamCachingStrategy().setSpoolEnabled(true);
        return context;
    });

    private final AtomicInteger failures = new AtomicInteger();

    /** A step that fails a number of times. */
    private void later(Exchange exchange) throws IOException {
        if (failures.getAndDecrement() > 0) {
            throw new IOException("a later step fails");
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
        service.respondWith(Replies.CROP);
        service.route(routes ->
                routes.from("direct:in").to(CROP + "?storeResult=false").process(this::later));
        failures.set(2);

        for (int call = 0; call < 3; call++) {
            service.send("direct:in", Replies.DOCUMENT);
        }

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

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @CoversFault(84)
    void anAnswerThatTheRouteCannotUseIsKeptForTheCorrectedApplication(boolean stored) {
        ResultRepository repository = stored ? new FileResultRepository(directory) : null;
        Replies.configure(service, component -> component.setResultRepository(repository));
        service.respondWith(Replies.EXTRACT);
        String extract = "docproc:extract?schema=RAW(" + Replies.SCHEMA + ")";

        service.failure(
                DocprocInvalidResponseException.class,
                extract + "&outputClass=" + Wrong.class.getName(),
                Replies.DOCUMENT);
        service.call(extract, Replies.DOCUMENT);

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
        assertThat((Throwable) refused)
                .hasMessageContainingAll(
                        "sent 3 times since 20",
                        "the outcome is unknown and each call may be billed; nothing was sent",
                        "accepted again at 20",
                        "delete the entry",
                        "storeResult=false",
                        "maxUnansweredCalls");
        assertThat(refused.isRetryable()).isFalse();
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

        assertThat(failures).hasNegativeValue();
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

        assertThat(failures).hasNegativeValue();
        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }
}
