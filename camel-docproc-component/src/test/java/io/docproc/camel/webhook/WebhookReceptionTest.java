/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.http.Credentials;
import io.docproc.camel.http.TimeLimits;
import io.docproc.camel.job.MemoryJobLog;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.model.ParseJob;
import io.docproc.camel.quota.ConcurrencyLimit;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.AsyncProcessorSupport;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an endpoint's reception takes, when it asks, and what it leaves behind when it stops. */
class WebhookReceptionTest {
    private static final String PATH = "/docproc/completions";
    private static final CallbackSigner SIGNER = new CallbackSigner("correct-horse-battery-staple", Clock.systemUTC());

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final RecordedSchedule schedule = new RecordedSchedule();
    private final List<AsyncCallback> held = new ArrayList<>();
    private final List<String> asked = new ArrayList<>();
    private final AtomicInteger stops = new AtomicInteger();
    private final AtomicInteger claims = new AtomicInteger();
    private final MemoryIdempotentRepository seen = new MemoryIdempotentRepository();
    private final ConcurrencyLimit places = new ConcurrencyLimit(1);
    private Duration claimTimeout = Duration.ofMinutes(5);
    private Duration callbackTimeout = Duration.ofMinutes(10);
    private boolean holding;

    private final MemoryJobLog jobLog = new MemoryJobLog() {
        @Override
        public Claim claim(String jobId, String owner, Instant now, Instant until) {
            claims.incrementAndGet();
            return super.claim(jobId, owner, now, until);
        }
    };

    private final AsyncProcessorSupport route = new AsyncProcessorSupport() {
        @Override
        public boolean process(Exchange exchange, AsyncCallback callback) {
            held.add(callback);
            if (!holding) {
                callback.done(false);
            }
            return false;
        }
    };

    private final JobQuestion question = new JobQuestion() {
        @Override
        public ParseJob ask(String jobId) {
            asked.add(jobId);
            return new ParseJob(jobId, null, "completed", null, null, Map.of());
        }

        @Override
        public void stop() {
            stops.incrementAndGet();
        }
    };

    @BeforeEach
    void start() {
        context.getExecutorServiceManager().setThreadPoolFactory(schedule);
        context.start();
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    private WebhookReception started(boolean requireSignature, boolean asks) {
        WebhookReception reception =
                reception(requireSignature, asks ? Optional.of(() -> question) : Optional.empty(), Optional.empty());
        reception.start();
        return reception;
    }

    private WebhookReception reception(
            boolean requireSignature,
            Optional<Supplier<JobQuestion>> questions,
            Optional<WebhookReception.Results> results) {
        CallbackSettings callbacks =
                new CallbackSettings(PATH, Optional.empty(), Optional::empty, Optional.of(SIGNER), Duration.ofDays(7));
        return new WebhookReception(
                context,
                new WebhookReception.Settings(
                        callbacks,
                        requireSignature,
                        1_000,
                        seen,
                        Optional.of(jobLog),
                        claimTimeout,
                        callbackTimeout,
                        questions,
                        results,
                        new ReceptionCounts()),
                () -> new DefaultExchange(context),
                route,
                Runnable::run);
    }

    private void submit(String jobId, String correlationId) {
        jobLog.submitted(new SubmittedJob(jobId, correlationId, PATH, Instant.EPOCH, 0));
    }

    private Exchange send(WebhookReception reception, String correlationId, String event) {
        Exchange http = new DefaultExchange(context);
        http.getMessage().setHeader(Exchange.HTTP_METHOD, "POST");
        http.getMessage().setHeader(Exchange.CONTENT_TYPE, "application/json");
        http.getMessage()
                .setHeader(
                        Exchange.HTTP_RAW_QUERY,
                        SIGNER.sign(URI.create("https://x"), correlationId, Duration.ofHours(1))
                                .getRawQuery());
        http.getMessage().setBody(new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)));
        reception.process(http, doneSync -> {});
        return http;
    }

    private int status(WebhookReception reception, String correlationId) {
        return send(reception, correlationId, "{\"job_id\":\"job-1\",\"status\":\"completed\"}")
                .getMessage()
                .getHeader(Exchange.HTTP_RESPONSE_CODE, 0, Integer.class);
    }

    @ParameterizedTest
    @CsvSource({"true,a.pdf,200", "true,b.pdf,401", "false,a.pdf,200", "false,b.pdf,200"})
    void onlyWhereSignaturesAreRequiredACallbackMustBeForItsJobsDocument(boolean required, String id, int status) {
        submit("job-1", "a.pdf");

        assertThat(status(started(required, true), id)).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({"true,401", "false,200"})
    void onlyWhereSignaturesAreRequiredACallbackMustHaveOne(boolean required, int status) {
        Exchange http = new DefaultExchange(context);
        http.getMessage().setHeaders(Map.of(Exchange.HTTP_METHOD, "POST", Exchange.CONTENT_TYPE, "application/json"));
        http.getMessage().setBody("{\"job_id\":\"job-1\",\"status\":\"completed\"}");

        assertThat(started(required, true).process(http, doneSync -> {})).isEqualTo(required);
        assertThat(http.getMessage().getHeader(Exchange.HTTP_RESPONSE_CODE)).isEqualTo(status);
    }

    @Test
    void whatIsInTheRouteIsPending() {
        holding = true;
        WebhookReception reception = started(true, true);
        status(reception, "a.pdf");
        assertThat(reception.pending()).isEqualTo(1);

        held.get(0).done(false);

        assertThat(reception.pending()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"true,200", "false,500"})
    void whereJobsAreAskedAboutTheClaimOfAnotherNodeIsEnough(boolean asks, int status) {
        submit("job-1", "a.pdf");
        jobLog.claim("job-1", "another node", Instant.now(), Instant.MAX);

        assertThat(status(started(true, asks), "a.pdf")).isEqualTo(status);
    }

    @Test
    void itsStoresStartWithIt() {
        started(true, true);

        assertThat(seen.isStarted()).isTrue();
        assertThat(jobLog.isStarted()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "PT1M,PT1M,20000,15000",
        "PT1H,PT1H,30000,30000",
        "PT0.149S,PT0.2S,50,50",
        "PT0.153S,PT0.204S,51,51",
        "PT90S,PT119S,30000,29750",
        "PT0S,PT0S,50,50"
    })
    void aClaimIsExtendedThreeTimesAndACallbackLookedForFourTimesInItsTime(
            Duration claim, Duration callback, long extended, long lookedFor) {
        claimTimeout = claim;
        callbackTimeout = callback;

        started(true, true);

        assertThat(schedule.ticks).containsExactly(extended, lookedFor);
    }

    @Test
    void aJobWhoseCallbackHasNotComeIsAskedAboutAndTheRouteRuns() {
        submit("job-1", "a.pdf");
        started(true, true);

        schedule.tasks.get(1).run();

        assertThat(asked).containsExactly("job-1");
        assertThat(held).hasSize(1);
        assertThat(jobLog.size()).isZero();
    }

    @Test
    void theClaimOfARunningRouteIsExtended() {
        submit("job-1", "a.pdf");
        holding = true;
        WebhookReception reception = started(true, false);
        status(reception, "a.pdf");
        int before = claims.get();

        assertThat(schedule.tasks).as("nobody is asked").hasSize(1);
        schedule.tasks.get(0).run();

        assertThat(claims).hasValue(before + 1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whenItStopsItsQuestionAndItsScheduleEnd(boolean shutDown) {
        WebhookReception reception = started(true, true);

        if (shutDown) {
            reception.shutdown();
        } else {
            reception.stop();
        }

        assertThat(stops).hasPositiveValue();
        assertThat(schedule.schedulers).hasSize(1);
        assertThat(schedule.schedulers.get(0).isShutdown()).isTrue();
        submit("job-1", "a.pdf");
        schedule.tasks.get(1).run();
        assertThat(asked).isEmpty();
    }

    @Test
    void aReceptionThatWasNeverStartedMayBeShutDown() {
        reception(true, Optional.of(() -> question), Optional.empty()).shutdown();

        assertThat(stops).hasValue(0);
    }

    @Test
    void resultsAreFetchedUntilItIsShutDownAndAFailureIsReported() {
        RecordingHandler failures = new RecordingHandler();
        try (ResultService service = new ResultService("{\"markdown\":\"\"}")) {
            WebhookReception reception = reception(true, Optional.empty(), Optional.of(results(service.url())));
            reception.start();
            assertThat(fetched(reception, service.url(), "job-1")).isEqualTo(200);
            reception.shutdown();
            assertThat(fetched(reception, service.url(), "job-2")).isEqualTo(500);
            assertThat(places.inFlight()).isZero();
            assertThat(fetched(reception.reportingTo(() -> failures), service.url(), "job-3"))
                    .isEqualTo(500);
        }
        assertThat(failures.reports()).singleElement().asString().contains("The result of parse job job-3");
    }

    private WebhookReception.Results results(URI url) {
        Optional<Credentials> nobody = Optional.empty();
        return new WebhookReception.Results(
                url, Set.of(), nobody, Optional.empty(), 10_000, 10_000, TimeLimits.none(), 1_000, 1, () -> places);
    }

    private int fetched(WebhookReception reception, URI url, String jobId) {
        String event = "{\"job_id\":\"" + jobId + "\",\"status\":\"completed\",\"result_url\":\"" + url + "/1\"}";
        return send(reception, "a.pdf", event).getMessage().getHeader(Exchange.HTTP_RESPONSE_CODE, 0, Integer.class);
    }
}
