/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.internal.concurrency.ConcurrencyLimiter;
import io.docproc.camel.internal.http.CallDeadlines;
import io.docproc.camel.internal.http.Credentials;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.model.ParseJob;
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
import java.util.concurrent.CompletableFuture;
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
class CallbackServiceTest {
    private static final String PATH = "/docproc/completions";
    private static final CallbackSigner SIGNER = new CallbackSigner("correct-horse-battery-staple", Clock.systemUTC());

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final RecordedSchedule schedule = new RecordedSchedule();
    private final List<AsyncCallback> held = new ArrayList<>();
    private final List<String> asked = new ArrayList<>();
    private final AtomicInteger stops = new AtomicInteger();
    private final AtomicInteger leases = new AtomicInteger();
    private final MemoryIdempotentRepository seen = new MemoryIdempotentRepository();
    private final ConcurrencyLimiter places = new ConcurrencyLimiter(1);
    private Duration leaseTimeout = Duration.ofMinutes(5);
    private Duration pollAfter = Duration.ofMinutes(10);
    private boolean holding;

    private final MemoryJobRepository jobRepository = new MemoryJobRepository() {
        @Override
        public LeaseResult lease(String jobId, String owner, Instant now, Instant until) {
            leases.incrementAndGet();
            return super.lease(jobId, owner, now, until);
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

    private final JobStatusSource question = new JobStatusSource() {
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

    private CallbackService started(boolean requireSignature, boolean asks) {
        CallbackService reception =
                reception(requireSignature, asks ? Optional.of(() -> question) : Optional.empty(), Optional.empty());
        reception.start();
        return reception;
    }

    private CallbackService reception(
            boolean requireSignature,
            Optional<Supplier<JobStatusSource>> questions,
            Optional<CallbackService.Results> results) {
        CallbackSettings callbacks =
                new CallbackSettings(PATH, Optional.empty(), Optional::empty, Optional.of(SIGNER), Duration.ofDays(7));
        return new CallbackService(
                context,
                new CallbackService.Settings(
                        callbacks,
                        requireSignature,
                        1_000,
                        seen,
                        Optional.of(jobRepository),
                        leaseTimeout,
                        pollAfter,
                        questions,
                        results,
                        new CompletionCounters()),
                CompletionExchanges.unpooled(() -> new DefaultExchange(context)),
                route,
                Runnable::run);
    }

    private void submit(String jobId, String correlationId) {
        jobRepository.submitted(new SubmittedJob(jobId, correlationId, PATH, Instant.EPOCH, 0));
    }

    private Exchange send(CallbackService reception, String correlationId, String event) {
        Exchange http = new DefaultExchange(context);
        http.getMessage().setHeader(Exchange.HTTP_METHOD, "POST");
        http.getMessage().setHeader(Exchange.CONTENT_TYPE, "application/json");
        http.getMessage()
                .setHeader(
                        Exchange.HTTP_RAW_QUERY,
                        SIGNER.sign(URI.create("https://x"), correlationId, Duration.ofHours(1))
                                .getRawQuery());
        http.getMessage().setBody(new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)));
        CompletableFuture<Exchange> replied = new CompletableFuture<>();
        if (!reception.process(http, doneSync -> replied.complete(http))) {
            await().until(() -> replied.isDone() || !held.isEmpty());
        }
        return http;
    }

    private int status(CallbackService reception, String correlationId) {
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
        CallbackService reception = started(true, true);
        status(reception, "a.pdf");
        assertThat(reception.pending()).isEqualTo(1);

        held.get(0).done(false);

        assertThat(reception.pending()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"true,200", "false,500"})
    void whereJobsAreAskedAboutTheLeaseOfAnotherNodeIsEnough(boolean asks, int status) {
        submit("job-1", "a.pdf");
        jobRepository.lease("job-1", "another node", Instant.now(), Instant.MAX);

        assertThat(status(started(true, asks), "a.pdf")).isEqualTo(status);
    }

    @Test
    void itsStoresStartWithIt() {
        started(true, true);

        assertThat(seen.isStarted()).isTrue();
        assertThat(jobRepository.isStarted()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "PT1M,PT1M,20000,5000",
        "PT1H,PT1H,30000,5000",
        "PT0.149S,PT0.2S,50,50",
        "PT0.153S,PT0.204S,51,51",
        "PT90S,PT19S,30000,4750",
        "PT0S,PT0S,50,50"
    })
    void aLeaseIsExtendedThreeTimesAndACallbackLookedForFourTimesInItsTime(
            Duration lease, Duration callback, long extended, long lookedFor) {
        leaseTimeout = lease;
        pollAfter = callback;

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
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void theLeaseOfARunningRouteIsExtended() {
        submit("job-1", "a.pdf");
        holding = true;
        CallbackService reception = started(true, false);
        status(reception, "a.pdf");
        int before = leases.get();

        assertThat(schedule.tasks).as("nobody is asked").hasSize(1);
        schedule.tasks.get(0).run();

        assertThat(leases).hasValue(before + 1);
    }

    @Test
    void theLeaseOfARouteThatIsStillRunningIsExtendedAfterAStopAndASecondStart() {
        submit("job-1", "a.pdf");
        holding = true;
        CallbackService reception = started(true, true);
        status(reception, "a.pdf");

        reception.stop();
        assertThat(schedule.futures.get(0).isCancelled()).isFalse();
        int before = leases.get();
        schedule.tasks.get(0).run();
        assertThat(leases).hasValue(before + 1);

        reception.start();
        assertThat(schedule.schedulers).hasSize(1);
        assertThat(schedule.ticks)
                .as("one for the leases, one polling for each start")
                .hasSize(3);
        held.get(0).done(false);
        reception.shutdown();
        assertThat(schedule.schedulers.get(0).isShutdown()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whenItStopsItsQuestionAndItsScheduleEnd(boolean shutDown) {
        CallbackService reception = started(true, true);

        if (shutDown) {
            reception.shutdown();
        } else {
            reception.stop();
        }

        assertThat(stops).hasPositiveValue();
        assertThat(schedule.schedulers).hasSize(1);
        assertThat(schedule.schedulers.get(0).isShutdown()).isEqualTo(shutDown);
        assertThat(schedule.futures.get(1).isCancelled()).isTrue();
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
            CallbackService reception = reception(true, Optional.empty(), Optional.of(results(service.url())));
            reception.start();
            assertThat(fetched(reception, service.url(), "job-1")).isEqualTo(200);
            reception.shutdown();
            assertThat(fetched(reception, service.url(), "job-2")).isEqualTo(503);
            assertThat(places.inFlight()).isZero();
            reception.start();
            assertThat(fetched(reception.reportingTo(() -> failures), URI.create("file:///etc"), "job-3"))
                    .isEqualTo(500);
            assertThat(fetched(reception, service.url(), "job-4")).isEqualTo(200);
            reception.shutdown();
        }
        assertThat(failures.reports()).singleElement().asString().contains("The result of parse job job-3");
    }

    private CallbackService.Results results(URI url) {
        Optional<Credentials> nobody = Optional.empty();
        return new CallbackService.Results(
                url, Set.of(), nobody, Optional.empty(), 10_000, 10_000, CallDeadlines.none(), 1_000, 1, () -> places);
    }

    private int fetched(CallbackService reception, URI url, String jobId) {
        String event = "{\"job_id\":\"" + jobId + "\",\"status\":\"completed\",\"result_url\":\"" + url + "/1\"}";
        return send(reception, "a.pdf", event).getMessage().getHeader(Exchange.HTTP_RESPONSE_CODE, 0, Integer.class);
    }
}
