/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.internal.http.Backoff;
import io.docproc.camel.internal.http.InFlightTracker;
import io.docproc.camel.internal.observe.CompletionCounts;
import io.docproc.camel.internal.polling.JobStatusClient;
import io.docproc.camel.internal.polling.OverdueJobPoller;
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
import java.util.function.Supplier;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;
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
    private final Resources resources;
    private final InFlightTracker inFlight = new InFlightTracker();
    private final Clock clock = Clock.systemUTC();
    private final JobLeases leases;
    private final CompletionDispatcher dispatcher;
    private final CallbackReceiver receiver;
    private final List<Future<?>> cancelledAtStop = new ArrayList<>();
    private Optional<OverdueJobPoller> poller = Optional.empty();
    private ScheduledExecutorService scheduler;

    /**
     * Resources that the endpoint and its component provide.
     *
     * @param completions counts completions by outcome
     * @param executor runs polls, and the routes of the completions that they report
     * @param statusClient creates the client that polls for jobs
     * @param downloads downloads results before the route runs; empty if {@code fetchResult} is false
     */
    public record Resources(
            CompletionCounts completions,
            Executor executor,
            Supplier<JobStatusClient> statusClient,
            Optional<ResultDownloads> downloads) {}

    /**
     * Creates a service that is not started.
     *
     * @param context creates the threads of the service
     * @param settings settings of the endpoint
     * @param route processes the completions
     * @param resources resources that the endpoint and its component provide
     */
    public CallbackService(CamelContext context, WebhookSettings settings, ConsumerRoute route, Resources resources) {
        this.context = context;
        this.settings = settings;
        this.resources = resources;
        CompletionRoute completionRoute =
                new CompletionRoute(route, settings, resources.downloads().map(ResultDownloads::downloads), clock);
        this.leases = new JobLeases(settings, clock);
        this.dispatcher = new CompletionDispatcher(
                settings, leases, completionRoute::process, resources.completions(), route.exceptionHandler());
        this.receiver = new CallbackReceiver(settings, dispatcher, resources.completions(), inFlight);
        inFlight.close();
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
        resources.downloads().ifPresent(ServiceHelper::startService);
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
        if (settings.polling().isEnabled()) {
            startPolling(jobRepository);
        }
        cancelledAtStop.add(scheduler.scheduleAtFixedRate(leases::purge, 1, PURGE_INTERVAL_MINUTES, TimeUnit.MINUTES));
    }

    private void startPolling(JobRepository jobRepository) {
        OverdueJobPoller overdue = new OverdueJobPoller(
                settings.polling(),
                jobRepository,
                resources.statusClient().get(),
                dispatcher,
                inFlight,
                resources.executor(),
                clock);
        poller = Optional.of(overdue);
        cancelledAtStop.add(schedule(overdue, settings.polling().pollAfter().dividedBy(4), MAX_POLL_INTERVAL));
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
        resources.downloads().ifPresent(ServiceHelper::stopService);
    }

    @Override
    protected void doShutdown() {
        if (scheduler != null) {
            context.getExecutorServiceManager().shutdownNow(scheduler);
            scheduler = null;
        }
        resources.downloads().ifPresent(ServiceHelper::stopAndShutdownService);
    }
}
