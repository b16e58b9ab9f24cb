/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.internal.concurrency.ConcurrencyLimiter;
import io.docproc.camel.job.CallbackSigner;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
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

/** Tests which callbacks the service of an endpoint accepts, its schedule, and what continues after a stop. */
class CallbackServiceTest {
    private static final CallbackSigner SIGNER = new CallbackSigner("correct-horse-battery-staple", Clock.systemUTC());

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final RecordingThreadPoolFactory schedule = new RecordingThreadPoolFactory();
    private final List<AsyncCallback> routeCallbacks = new ArrayList<>();
    private final List<String> polled = new ArrayList<>();
    private final AtomicInteger stops = new AtomicInteger();
    private final AtomicInteger leases = new AtomicInteger();
    private final MemoryIdempotentRepository processed = new MemoryIdempotentRepository();
    private final ConcurrencyLimiter permits = new ConcurrencyLimiter(1);
    private boolean routeWaits;

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
            routeCallbacks.add(callback);
            if (!routeWaits) {
                callback.done(false);
            }
            return false;
        }
    };

    private final JobStatusSource statusSource = new JobStatusSource() {
        @Override
        public ParseJob requestStatus(String jobId) {
            polled.add(jobId);
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

    private TestSettings settings() {
        return new TestSettings()
                .signer(SIGNER)
                .processed(processed)
                .jobRepository(jobRepository)
                .statusSource(statusSource);
    }

    private CallbackService started(TestSettings settings) {
        CallbackService service = service(settings);
        service.start();
        return service;
    }

    private CallbackService service(TestSettings settings) {
        return new CallbackService(
                context,
                settings.build(),
                CompletionExchanges.unpooled(() -> new DefaultExchange(context)),
                route,
                Runnable::run);
    }

    private void submit(String jobId, String correlationId) {
        jobRepository.submitted(new SubmittedJob(jobId, correlationId, TestSettings.PATH, Instant.EPOCH, 0));
    }

    private Exchange send(CallbackService service, String correlationId, String event) {
        Exchange http = new DefaultExchange(context);
        http.getMessage().setHeader(Exchange.HTTP_METHOD, "POST");
        http.getMessage().setHeader(Exchange.CONTENT_TYPE, "application/json");
        http.getMessage()
                .setHeader(
                        Exchange.HTTP_RAW_QUERY,
                        SIGNER.sign(URI.create("https://x"), correlationId, Duration.ofHours(1))
                                .getRawQuery());
        http.getMessage().setBody(new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)));
        CompletableFuture<Exchange> responded = new CompletableFuture<>();
        if (!service.receiver().process(http, doneSync -> responded.complete(http))) {
            await().until(() -> responded.isDone() || !routeCallbacks.isEmpty());
        }
        return http;
    }

    private int status(CallbackService service, String correlationId) {
        return send(service, correlationId, "{\"job_id\":\"job-1\",\"status\":\"completed\"}")
                .getMessage()
                .getHeader(Exchange.HTTP_RESPONSE_CODE, 0, Integer.class);
    }

    @ParameterizedTest
    @CsvSource({"true,a.pdf,200", "true,b.pdf,401", "false,a.pdf,200", "false,b.pdf,200"})
    void aRequiredSignatureMustMatchTheDocumentOfTheJob(boolean required, String id, int status) {
        submit("job-1", "a.pdf");

        assertThat(status(started(settings().requireSignature(required)), id)).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({"true,401", "false,200"})
    void anUnsignedCallbackIsAcceptedOnlyIfAllowed(boolean required, int status) {
        Exchange http = new DefaultExchange(context);
        http.getMessage().setHeaders(Map.of(Exchange.HTTP_METHOD, "POST", Exchange.CONTENT_TYPE, "application/json"));
        http.getMessage().setBody("{\"job_id\":\"job-1\",\"status\":\"completed\"}");

        assertThat(started(settings().requireSignature(required)).receiver().process(http, doneSync -> {}))
                .isEqualTo(required);
        assertThat(http.getMessage().getHeader(Exchange.HTTP_RESPONSE_CODE)).isEqualTo(status);
    }

    @Test
    void aCallbackIsInFlightUntilItsRouteCompletes() {
        routeWaits = true;
        CallbackService service = started(settings());
        status(service, "a.pdf");
        assertThat(service.inFlight()).isEqualTo(1);

        routeCallbacks.get(0).done(false);

        assertThat(service.inFlight()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"true,200", "false,500"})
    void aCallbackLeasedByAnotherNodeIsAcceptedIfJobsArePolled(boolean polling, int status) {
        submit("job-1", "a.pdf");
        jobRepository.lease("job-1", "another node", Instant.now(), Instant.MAX);

        assertThat(status(started(polling ? settings() : settings().withoutPolling()), "a.pdf"))
                .isEqualTo(status);
    }

    @Test
    void theRepositoriesStartWithTheService() {
        started(settings());

        assertThat(processed.isStarted()).isTrue();
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
    void leasesAndPollsAreScheduledWithinTheirTimeouts(
            Duration leaseTimeout, Duration pollAfter, long leaseInterval, long pollInterval) {
        started(settings().leaseTimeout(leaseTimeout).pollAfter(pollAfter));

        assertThat(schedule.intervals).containsExactly(leaseInterval, pollInterval);
    }

    @Test
    void aJobWithoutCallbackIsPolledAndRunsTheRoute() {
        submit("job-1", "a.pdf");
        started(settings());

        schedule.tasks.get(1).run();

        assertThat(polled).containsExactly("job-1");
        assertThat(routeCallbacks).hasSize(1);
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void theLeaseOfARunningRouteIsExtended() {
        submit("job-1", "a.pdf");
        routeWaits = true;
        CallbackService service = started(settings().withoutPolling());
        status(service, "a.pdf");
        int before = leases.get();

        assertThat(schedule.tasks).as("the consumer does not poll").hasSize(1);
        schedule.tasks.get(0).run();

        assertThat(leases).hasValue(before + 1);
    }

    @Test
    void theLeaseOfARunningRouteIsExtendedAfterAStop() {
        submit("job-1", "a.pdf");
        routeWaits = true;
        CallbackService service = started(settings());
        status(service, "a.pdf");

        service.stop();
        assertThat(schedule.futures.get(0).isCancelled()).isFalse();
        int before = leases.get();
        schedule.tasks.get(0).run();
        assertThat(leases).hasValue(before + 1);

        service.start();
        assertThat(schedule.schedulers).hasSize(1);
        assertThat(schedule.intervals)
                .as("one task for leases, and one poll task for each start")
                .hasSize(3);
        routeCallbacks.get(0).done(false);
        service.shutdown();
        assertThat(schedule.schedulers.get(0).isShutdown()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aStopEndsPolling(boolean shutDown) {
        CallbackService service = started(settings());

        if (shutDown) {
            service.shutdown();
        } else {
            service.stop();
        }

        assertThat(stops).hasPositiveValue();
        assertThat(schedule.schedulers).hasSize(1);
        assertThat(schedule.schedulers.get(0).isShutdown()).isEqualTo(shutDown);
        assertThat(schedule.futures.get(1).isCancelled()).isTrue();
        submit("job-1", "a.pdf");
        schedule.tasks.get(1).run();
        assertThat(polled).isEmpty();
    }

    @Test
    void aServiceThatWasNeverStartedCanBeShutDown() {
        service(settings()).shutdown();

        assertThat(stops).hasValue(0);
    }

    @Test
    void resultsAreDownloadedUntilTheShutdown() {
        RecordingExceptionHandler failures = new RecordingExceptionHandler();
        try (ResultServer server = new ResultServer("{\"markdown\":\"\"}")) {
            CallbackService service =
                    service(settings().withoutPolling().results(TestSettings.results(server.url(), 1_000, permits)));
            service.start();
            assertThat(download(service, server.url(), "job-1")).isEqualTo(200);
            service.shutdown();
            assertThat(download(service, server.url(), "job-2")).isEqualTo(503);
            assertThat(permits.inFlight()).isZero();
            service.start();
            service.setExceptionHandler(() -> failures);
            assertThat(download(service, URI.create("file:///etc"), "job-3")).isEqualTo(500);
            assertThat(download(service, server.url(), "job-4")).isEqualTo(200);
            service.shutdown();
        }
        assertThat(failures.reports()).singleElement().asString().contains("The result of parse job job-3");
    }

    private int download(CallbackService service, URI url, String jobId) {
        String event = "{\"job_id\":\"" + jobId + "\",\"status\":\"completed\",\"result_url\":\"" + url + "/1\"}";
        return send(service, "a.pdf", event).getMessage().getHeader(Exchange.HTTP_RESPONSE_CODE, 0, Integer.class);
    }
}
