/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import io.docproc.camel.http.Credentials;
import io.docproc.camel.http.TimeLimit;
import io.docproc.camel.job.JobLog;
import io.docproc.camel.quota.ConcurrencyLimit;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
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
import org.apache.camel.util.IOHelper;

/**
 * Everything that takes completions for one endpoint: the receiver of callbacks, and the questions about overdue jobs. As
 * a processor it answers the HTTP requests of callbacks; whoever runs it starts and stops it as any processor.
 */
public final class WebhookReception extends AsyncProcessorSupport {
    private static final int THREADS = 2;
    private static final Duration SHORTEST_TICK = Duration.ofMillis(50);
    private static final Duration LONGEST_TICK = Duration.ofSeconds(30);

    private final CamelContext context;
    private final Settings settings;
    private final Optional<ResultDownload> download;
    private final Claims claims;
    private final CompletionFeed feed;
    private final CallbackReceiver receiver;
    private Optional<OverdueJobs> overdue = Optional.empty();
    private ScheduledExecutorService scheduler;
    private volatile Supplier<ExceptionHandler> failures;

    /**
     * How completions are taken.
     *
     * @param callbacks where callbacks arrive and how they are signed
     * @param requireSignature whether only signed callbacks are believed
     * @param maxEventSize bytes of a callback that are read at most
     * @param seen which completions were processed
     * @param jobLog which jobs are waited for
     * @param claimTimeout how long a node may be silent before another takes over the job that it works on
     * @param callbackTimeout when to ask about a job
     * @param questions asks the service about jobs; empty when it is never asked
     * @param results how results are fetched; empty when they are not
     * @param counts counts what becomes of completions
     */
    public record Settings(
            CallbackSettings callbacks,
            boolean requireSignature,
            int maxEventSize,
            IdempotentRepository seen,
            Optional<JobLog> jobLog,
            Duration claimTimeout,
            Duration callbackTimeout,
            Optional<Supplier<JobQuestion>> questions,
            Optional<Results> results,
            ReceptionCounts counts) {

        private CallbackTrust trust() {
            return requireSignature
                    ? CallbackTrust.signed(callbacks.signer().orElseThrow())
                    : CallbackTrust.everybody(callbacks.signer());
        }

        private CompletionFeed.OtherNode otherNode() {
            return questions.isPresent() ? CompletionFeed.OtherNode.IS_RELIED_ON : CompletionFeed.OtherNode.MAY_FAIL;
        }
    }

    /**
     * How results are fetched.
     *
     * @param baseUrl the service's own address
     * @param allowedHosts hosts that a result may come from; empty for any public one
     * @param credentials for the service's own origin
     * @param tls TLS as configured for the service
     * @param connectTimeout milliseconds
     * @param responseTimeout milliseconds of silence
     * @param limit how long a download may take all together
     * @param maxSize bytes
     * @param maxConnections downloads at once, by their connections
     * @param places the downloads that may be in flight, together with the service's other calls
     */
    public record Results(
            URI baseUrl,
            Set<String> allowedHosts,
            Optional<Credentials> credentials,
            Optional<SSLContext> tls,
            long connectTimeout,
            long responseTimeout,
            TimeLimit limit,
            long maxSize,
            int maxConnections,
            Supplier<ConcurrencyLimit> places) {

        private ResultDownload download() {
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
     * @param context for threads
     * @param settings how completions are taken
     * @param exchanges makes a fresh exchange
     * @param route where completions go
     * @param executor for downloads
     */
    public WebhookReception(
            CamelContext context,
            Settings settings,
            Supplier<Exchange> exchanges,
            AsyncProcessor route,
            Executor executor) {
        this.context = context;
        this.settings = settings;
        this.download = settings.results().map(Results::download);
        this.claims =
                new Claims(settings.jobLog(), settings.callbacks().path(), settings.claimTimeout(), Clock.systemUTC());
        ExceptionHandler logging = new LoggingExceptionHandler(context, WebhookReception.class, LoggingLevel.WARN);
        this.failures = () -> logging;
        Supplier<ExceptionHandler> current = () -> failures.get();
        Optional<CompletionRoute.Downloads> downloads = download.map(results -> new CompletionRoute.Downloads(
                results, executor, settings.results().orElseThrow().places()));
        this.feed = new CompletionFeed(
                settings.seen(),
                claims,
                settings.otherNode(),
                new CompletionRoute(exchanges, route, downloads, current),
                current,
                settings.counts());
        this.receiver = new CallbackReceiver(
                settings.trust(),
                completion -> !settings.requireSignature() || claims.isForItsDocument(completion),
                settings.maxEventSize(),
                feed,
                settings.counts());
    }

    /** Reports to somebody else than the log what fails outside of the route; returns this. */
    WebhookReception reportingTo(Supplier<ExceptionHandler> handler) {
        failures = handler;
        return this;
    }

    @Override
    public boolean process(Exchange http, AsyncCallback callback) {
        return receiver.process(http, callback);
    }

    /** How many completions are being processed or wait for their answer. */
    public int pending() {
        return Math.max(receiver.unanswered(), feed.runningCount());
    }

    @Override
    protected void doStart() {
        CamelContextAware.trySetCamelContext(settings.seen(), context);
        ServiceHelper.startService(settings.seen());
        if (settings.jobLog().isPresent()) {
            ServiceHelper.startService(settings.jobLog().get());
            scheduler = context.getExecutorServiceManager().newScheduledThreadPool(this, "docproc-webhook", THREADS);
            every(settings.claimTimeout().dividedBy(3), feed::extendClaims);
            overdue = settings.questions()
                    .map(questions -> overdueJobs(settings.jobLog().get(), questions.get()));
            overdue.ifPresent(jobs -> every(settings.callbackTimeout().dividedBy(4), jobs));
        }
    }

    private OverdueJobs overdueJobs(JobLog jobLog, JobQuestion question) {
        OverdueJobs.Waiting waiting = new OverdueJobs.Waiting(
                settings.callbacks().path(),
                settings.callbackTimeout(),
                settings.callbacks().timeToLive());
        return new OverdueJobs(jobLog, claims, waiting, question, feed, Clock.systemUTC());
    }

    private void every(Duration wanted, Runnable task) {
        Duration notTooOften = wanted.compareTo(SHORTEST_TICK) < 0 ? SHORTEST_TICK : wanted;
        long tick = (notTooOften.compareTo(LONGEST_TICK) > 0 ? LONGEST_TICK : notTooOften).toMillis();
        scheduler.scheduleWithFixedDelay(task, tick, tick, TimeUnit.MILLISECONDS);
    }

    /** Starts nothing new; a route that a question has set going is not interrupted. */
    @Override
    protected void doStop() {
        overdue.ifPresent(OverdueJobs::stop);
        if (scheduler != null) {
            context.getExecutorServiceManager().shutdown(scheduler);
        }
    }

    @Override
    protected void doShutdown() {
        if (scheduler != null) {
            context.getExecutorServiceManager().shutdownNow(scheduler);
        }
        download.ifPresent(IOHelper::close);
    }
}
