/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.awaitility.Awaitility.await;

import io.docproc.camel.internal.observe.CompletionCounts;
import io.docproc.camel.internal.polling.JobStatusClient;
import io.docproc.camel.job.CallbackSigner;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.model.ParseJob;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.TestContexts;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.AsyncProcessorSupport;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;

/** Service of an endpoint with a recorded schedule and route, for the tests of {@link CallbackService}. */
abstract class CallbackServiceFixture {
    private static final CallbackSigner SIGNER = new CallbackSigner(CallbackServer.SECRET, Clock.systemUTC());

    @AutoClose
    final DefaultCamelContext context = TestContexts.create();

    final RecordingThreadPoolFactory schedule = new RecordingThreadPoolFactory();
    final List<AsyncCallback> routeCallbacks = new ArrayList<>();
    final List<String> polled = new ArrayList<>();
    final AtomicInteger stops = new AtomicInteger();
    final AtomicInteger leases = new AtomicInteger();
    final MemoryIdempotentRepository processed = new MemoryIdempotentRepository();
    final RecordingExceptionHandler failures = new RecordingExceptionHandler();
    boolean routeWaits;

    final MemoryJobRepository jobRepository = new MemoryJobRepository() {
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

    private final JobStatusClient statusClient = new JobStatusClient(
            jobId -> {
                polled.add(jobId);
                return new ParseJob(jobId, null, "completed", null, null, Map.of());
            },
            1,
            stops::incrementAndGet);

    @BeforeEach
    void start() {
        context.getExecutorServiceManager().setThreadPoolFactory(schedule);
        context.start();
    }

    TestSettings settings() {
        return new TestSettings().signer(SIGNER).processed(processed).jobRepository(jobRepository);
    }

    CallbackService started(TestSettings settings) {
        CallbackService service = service(settings);
        service.start();
        return service;
    }

    CallbackService service(TestSettings settings) {
        return service(settings, Optional.empty());
    }

    CallbackService service(TestSettings settings, Optional<ResultDownloads> downloads) {
        return new CallbackService(
                context,
                settings.build(),
                ConsumerRoute.unpooled(() -> new DefaultExchange(context), route, failures),
                new CallbackService.Resources(new CompletionCounts(), Runnable::run, () -> statusClient, downloads));
    }

    /** Returns the resources of a service that neither polls nor downloads results. */
    static CallbackService.Resources withoutPolling() {
        Supplier<JobStatusClient> statusClient = () -> {
            throw new AssertionError("the consumer polls");
        };
        return new CallbackService.Resources(new CompletionCounts(), Runnable::run, statusClient, Optional.empty());
    }

    void submit(String jobId, String correlationId) {
        jobRepository.submitted(new SubmittedJob(jobId, correlationId, TestSettings.PATH, Instant.EPOCH, 0));
    }

    Exchange send(CallbackService service, String correlationId, String event) {
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
            await().until(() -> responded.isDone() || (routeWaits && !routeCallbacks.isEmpty()));
        }
        return http;
    }

    int status(CallbackService service, String correlationId) {
        return send(service, correlationId, "{\"job_id\":\"job-1\",\"status\":\"completed\"}")
                .getMessage()
                .getHeader(Exchange.HTTP_RESPONSE_CODE, 0, Integer.class);
    }
}
