/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.internal.concurrency.ConcurrencyLimiter;
import io.docproc.camel.internal.http.CallDeadline;
import io.docproc.camel.internal.http.Credentials;
import io.docproc.camel.job.JobRepository;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.apache.camel.AsyncCallback;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;
import org.apache.camel.Exchange;
import org.apache.camel.LoggingLevel;
import org.apache.camel.spi.ExceptionHandler;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.AsyncProcessorSupport;
import org.apache.camel.support.LoggingExceptionHandler;
import org.apache.camel.support.service.ServiceHelper;

/**
 * Receives the completions of one webhook endpoint, from callbacks and from polls for overdue jobs. As a Camel
 * processor it handles the HTTP requests of callbacks. Its consumer starts and stops it like any other Camel service.
 */
public final class CallbackService extends AsyncProcessorSupport {
    private static final int THREADS = 3;
    private static final Duration SHORTEST_TICK = Duration.ofMillis(50);
    private static final Duration LONGEST_TICK = Duration.ofSeconds(30);
    private static final Duration LONGEST_POLL_TICK = Duration.ofSeconds(5);
    private static final long PURGE_MINUTES = 60;

    private final CamelContext context;
    private final Settings settings;
    private final Executor executor;
    private final JobLeases leases;
    private final CompletionDispatcher feed;
    private final CallbackReceiver receiver;
    private final Optional<ResultDownloads> results;
    private Optional<OverdueJobPoller> overdue = Optional.empty();
    private ScheduledExecutorService scheduler;
    private final List<Future<?>> untilStop = new ArrayList<>();
    private volatile Supplier<ExceptionHandler> failures;

    /**
     * Settings of the endpoint.
     *
     * @param callbacks path, public URL and signature of callbacks
     * @param requireSignature whether callbacks without a valid signature are refused
     * @param maxCallbackSize maximum size of a callback body in bytes
     * @param seen records the completions that the route has processed
     * @param jobRepository contains the submitted jobs; empty if none is configured
     * @param leaseTimeout time after which a lease expires if its node does not extend it
     * @param pollAfter how long the consumer waits for a callback before it polls for the job
     * @param questions creates the client that polls for jobs; empty if polling is disabled
     * @param results how results are downloaded; empty if {@code fetchResult} is false
     * @param counts counts completions by outcome
     */
    public record Settings(
            CallbackSettings callbacks,
            boolean requireSignature,
            int maxCallbackSize,
            IdempotentRepository seen,
            Optional<JobRepository> jobRepository,
            Duration leaseTimeout,
            Duration pollAfter,
            Optional<Supplier<JobStatusSource>> questions,
            Optional<Results> results,
            CompletionCounters counts) {

        private CallbackAuthenticator trust() {
            return requireSignature
                    ? CallbackAuthenticator.signed(callbacks.signer().orElseThrow())
                    : CallbackAuthenticator.everybody(callbacks.signer());
        }

        private OverdueJobPoller.Waiting waiting() {
            return new OverdueJobPoller.Waiting(callbacks.path(), pollAfter, callbacks.timeToLive());
        }

        private CompletionDispatcher.OtherNode otherNode() {
            return questions.isPresent()
                    ? CompletionDispatcher.OtherNode.IS_RELIED_ON
                    : CompletionDispatcher.OtherNode.MAY_FAIL;
        }
    }

    /**
     * Settings for the download of results.
     *
     * @param baseUrl base URL of the service
     * @param allowedHosts host names that results may be downloaded from; empty for any public host
     * @param credentials sent to the origin of {@code baseUrl} only
     * @param tls TLS configuration of the service; empty for the default
     * @param connectTimeout connection timeout in milliseconds
     * @param responseTimeout maximum time without received data, in milliseconds
     * @param limit maximum duration of a whole download
     * @param maxSize maximum size of a result in bytes
     * @param maxConnections maximum number of concurrent downloads; each uses one connection
     * @param places permits that downloads share with the other calls to the service
     */
    public record Results(
            URI baseUrl,
            Set<String> allowedHosts,
            Optional<Credentials> credentials,
            Optional<SSLContext> tls,
            long connectTimeout,
            long responseTimeout,
            CallDeadline limit,
            long maxSize,
            int maxConnections,
            Supplier<ConcurrencyLimiter> places) {

        ResultDownload download() {
            return new ResultDownload(new ResultDownload.Settings(
                    new ResultHosts(baseUrl, allowedHosts),
                    credentials,
                    tls,
                    connectTimeout,
                    responseTimeout,
                    limit,
                    maxSize,
                    maxConnections));
        }
    }

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
            Settings settings,
            CompletionExchanges exchanges,
            AsyncProcessor route,
            Executor executor) {
        this.context = context;
        this.settings = settings;
        this.executor = executor;
        this.results = settings.results().map(fetching -> new ResultDownloads(context, fetching));
        this.leases =
                new JobLeases(settings.jobRepository(), settings.waiting(), settings.leaseTimeout(), Clock.systemUTC());
        ExceptionHandler logging = new LoggingExceptionHandler(context, CallbackService.class, LoggingLevel.WARN);
        this.failures = () -> logging;
        Supplier<ExceptionHandler> current = () -> failures.get();
        ResultDeadline deadline = new ResultDeadline(
                settings.jobRepository(), settings.callbacks().timeToLive(), Clock.systemUTC());
        this.feed = new CompletionDispatcher(
                settings.seen(),
                leases,
                settings.otherNode(),
                new CompletionRoute(exchanges, route, results.map(fetching -> fetching.until(deadline)), current),
                current,
                settings.counts());
        this.receiver = new CallbackReceiver(
                settings.trust(),
                completion -> !settings.requireSignature() || leases.isForItsDocument(completion),
                settings.maxCallbackSize(),
                feed,
                settings.counts());
    }

    /** Replaces the handler of failures outside of the route; the default handler logs them. Returns this service. */
    CallbackService reportingTo(Supplier<ExceptionHandler> handler) {
        failures = handler;
        return this;
    }

    @Override
    public boolean process(Exchange http, AsyncCallback callback) {
        return isStarted() ? receiver.process(http, callback) : processUnavailable(http, callback);
    }

    /** Marks a request whose HTTP server blocks a thread until the response is written, as Vert.x and Undertow do. */
    public static void occupiesThread(Exchange http) {
        CallbackReceiver.occupiesThread(http);
    }

    /** Responds to a callback with status 503, because the consumer is stopping. The service may send it again. */
    public boolean processUnavailable(Exchange http, AsyncCallback callback) {
        return receiver.processUnavailable(http, callback);
    }

    /** Returns the number of completions that the route is processing or that have no HTTP response yet. */
    public int pending() {
        return Math.max(receiver.unanswered(), feed.runningCount());
    }

    @Override
    protected void doStart() {
        CamelContextAware.trySetCamelContext(settings.seen(), context);
        ServiceHelper.startService(settings.seen());
        results.ifPresent(ServiceHelper::startService);
        if (settings.jobRepository().isPresent()) {
            ServiceHelper.startService(settings.jobRepository().get());
            schedule(settings.jobRepository().get());
        }
    }

    /**
     * Schedules polls, purges and the extension of leases. Leases are extended until the shutdown, because a running
     * route continues after a stop.
     */
    private void schedule(JobRepository jobRepository) {
        if (scheduler == null) {
            scheduler = context.getExecutorServiceManager().newScheduledThreadPool(this, "docproc-webhook", THREADS);
            every(settings.leaseTimeout().dividedBy(3), LONGEST_TICK, feed::extendLeases);
        }
        overdue = settings.questions().map(questions -> overdueJobs(jobRepository, questions.get()));
        overdue.ifPresent(jobs -> untilStop.add(every(settings.pollAfter().dividedBy(4), LONGEST_POLL_TICK, jobs)));
        untilStop.add(scheduler.scheduleAtFixedRate(leases::purge, 1, PURGE_MINUTES, TimeUnit.MINUTES));
    }

    private OverdueJobPoller overdueJobs(JobRepository jobRepository, JobStatusSource question) {
        return new OverdueJobPoller(jobRepository, settings.waiting(), question, feed, executor, Clock.systemUTC());
    }

    private Future<?> every(Duration wanted, Duration longest, Runnable task) {
        long tick =
                Backoff.shorter(Backoff.longer(wanted, SHORTEST_TICK), longest).toMillis();
        return scheduler.scheduleWithFixedDelay(task, tick, tick, TimeUnit.MILLISECONDS);
    }

    /** Stops polling and rejects waiting downloads. Running routes and downloads in flight continue. */
    @Override
    protected void doStop() {
        overdue.ifPresent(OverdueJobPoller::stop);
        untilStop.forEach(task -> task.cancel(false));
        untilStop.clear();
        results.ifPresent(ServiceHelper::stopService);
    }

    @Override
    protected void doShutdown() {
        if (scheduler != null) {
            context.getExecutorServiceManager().shutdownNow(scheduler);
            scheduler = null;
        }
        results.ifPresent(ServiceHelper::stopAndShutdownService);
    }
}
