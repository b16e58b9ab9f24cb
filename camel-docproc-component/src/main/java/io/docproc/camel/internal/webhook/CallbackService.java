/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.internal.dispatch.InFlightTracker;
import io.docproc.camel.job.JobRepository;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;
import org.apache.camel.LoggingLevel;
import org.apache.camel.spi.ExceptionHandler;
import org.apache.camel.support.LoggingExceptionHandler;
import org.apache.camel.support.service.ServiceHelper;
import org.apache.camel.support.service.ServiceSupport;

/**
 * Receives the completions of one webhook endpoint, from callbacks and from polls for overdue jobs. Callbacks are
 * refused with status 503 before the start and after the stop. Its consumer starts and stops it like any other Camel
 * service.
 */
public final class CallbackService extends ServiceSupport {
    private static final String THREAD_POOL = "docproc-webhook";
    private static final int THREADS = 3;
    private static final Duration MIN_INTERVAL = Duration.ofMillis(50);
    private static final Duration MAX_LEASE_INTERVAL = Duration.ofSeconds(30);
    private static final Duration MAX_POLL_INTERVAL = Duration.ofSeconds(5);
    private static final long PURGE_INTERVAL_MINUTES = 60;

    private final CamelContext context;
    private final WebhookSettings settings;
    private final Executor executor;
    private final InFlightTracker inFlight = new InFlightTracker();
    private final AtomicReference<Supplier<ExceptionHandler>> exceptionHandler = new AtomicReference<>();
    private final Optional<ResultDownloads> downloads;
    private final JobLeases leases;
    private final CompletionDispatcher dispatcher;
    private final CallbackReceiver receiver;
    private final List<Future<?>> cancelledAtStop = new ArrayList<>();
    private Optional<OverdueJobPoller> poller = Optional.empty();
    private ScheduledExecutorService scheduler;

    /**
     * Creates a service that is not started.
     *
     * @param context creates the threads of the service
     * @param settings settings of the endpoint
     * @param exchanges creates and releases the exchanges of completions
     * @param route processes the completions
     * @param executor runs polls, and the routes of the completions that they report
     */
    public CallbackService(
            CamelContext context,
            WebhookSettings settings,
            CompletionExchanges exchanges,
            AsyncProcessor route,
            Executor executor) {
        this.context = context;
        this.settings = settings;
        this.executor = executor;
        Clock clock = Clock.systemUTC();
        ExceptionHandler logging = new LoggingExceptionHandler(context, CallbackService.class, LoggingLevel.WARN);
        this.exceptionHandler.set(() -> logging);
        AtomicReference<Supplier<ExceptionHandler>> configured = exceptionHandler;
        Supplier<ExceptionHandler> current = () -> configured.get().get();
        this.downloads = settings.results().map(results -> new ResultDownloads(context, results));
        CompletionRoute completionRoute = new CompletionRoute(
                exchanges, route, settings, downloads.map(ResultDownloads::downloads), current, clock);
        this.leases = new JobLeases(settings, clock);
        this.dispatcher = new CompletionDispatcher(settings, leases, completionRoute::process, current);
        this.receiver = new CallbackReceiver(settings, dispatcher, inFlight);
        inFlight.close();
    }

    /** Replaces the handler of failures outside of the route; the default handler logs them. */
    void setExceptionHandler(Supplier<ExceptionHandler> handler) {
        exceptionHandler.set(handler);
    }

    /** Returns the processor of the HTTP requests of callbacks. Its lifecycle is independent of this service. */
    AsyncProcessor receiver() {
        return receiver;
    }

    /** Returns the number of callbacks without an HTTP response and of polled completions in the route. */
    int inFlight() {
        return inFlight.count();
    }

    @Override
    protected void doStart() {
        CamelContextAware.trySetCamelContext(settings.processed(), context);
        ServiceHelper.startService(settings.processed());
        downloads.ifPresent(ServiceHelper::startService);
        settings.jobRepository().ifPresent(this::start);
        inFlight.open();
    }

    /**
     * Starts the repository, and schedules polls, purges and the extension of leases. Leases are extended until the
     * shutdown, because a running route continues after a stop.
     */
    private void start(JobRepository jobRepository) {
        ServiceHelper.startService(jobRepository);
        if (scheduler == null) {
            scheduler = context.getExecutorServiceManager().newScheduledThreadPool(this, THREAD_POOL, THREADS);
            schedule(dispatcher::extendLeases, settings.leaseTimeout().dividedBy(3), MAX_LEASE_INTERVAL);
        }
        poller = settings.statusSource().map(statusSource -> poller(statusSource.get()));
        poller.ifPresent(overdue ->
                cancelledAtStop.add(schedule(overdue, settings.pollAfter().dividedBy(4), MAX_POLL_INTERVAL)));
        cancelledAtStop.add(scheduler.scheduleAtFixedRate(leases::purge, 1, PURGE_INTERVAL_MINUTES, TimeUnit.MINUTES));
    }

    private OverdueJobPoller poller(JobStatusSource statusSource) {
        return new OverdueJobPoller(settings, statusSource, dispatcher, inFlight, executor, Clock.systemUTC());
    }

    private Future<?> schedule(Runnable task, Duration interval, Duration maxInterval) {
        long millis =
                Backoff.min(Backoff.max(interval, MIN_INTERVAL), maxInterval).toMillis();
        return scheduler.scheduleWithFixedDelay(task, millis, millis, TimeUnit.MILLISECONDS);
    }

    /**
     * Stops polling, refuses callbacks and rejects waiting downloads. Running routes and downloads in flight continue.
     */
    @Override
    protected void doStop() {
        inFlight.close();
        poller.ifPresent(OverdueJobPoller::stop);
        cancelledAtStop.forEach(task -> task.cancel(false));
        cancelledAtStop.clear();
        downloads.ifPresent(ServiceHelper::stopService);
    }

    @Override
    protected void doShutdown() {
        if (scheduler != null) {
            context.getExecutorServiceManager().shutdownNow(scheduler);
            scheduler = null;
        }
        downloads.ifPresent(ServiceHelper::stopAndShutdownService);
    }
}
