/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import io.docproc.camel.http.Credentials;
import io.docproc.camel.job.JobLog;
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
import org.apache.camel.AsyncProcessor;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.service.ServiceHelper;
import org.apache.camel.support.service.ServiceSupport;
import org.apache.camel.util.IOHelper;

/** Everything that takes completions for one endpoint: the receiver of callbacks, and the questions about overdue jobs. */
public final class WebhookReception extends ServiceSupport {
    private static final Duration SHORTEST_TICK = Duration.ofMillis(50);
    private static final Duration LONGEST_TICK = Duration.ofSeconds(30);

    private final CamelContext context;
    private final Settings settings;
    private final Optional<ResultDownload> download;
    private final CompletionFeed feed;
    private final CallbackReceiver receiver;
    private ScheduledExecutorService scheduler;

    /**
     * How completions are taken.
     *
     * @param callbacks where callbacks arrive and how they are signed
     * @param maxEventSize bytes of a callback that are read at most
     * @param seen which completions were processed
     * @param jobLog which jobs are waited for
     * @param callbackTimeout when to ask about a job; zero for never
     * @param question asks the service about a job
     * @param results how results are fetched; empty when they are not
     */
    public record Settings(
            CallbackSettings callbacks,
            int maxEventSize,
            IdempotentRepository seen,
            Optional<JobLog> jobLog,
            Duration callbackTimeout,
            JobQuestion question,
            Optional<Results> results) {}

    /**
     * How results are fetched.
     *
     * @param baseUrl the service's own address
     * @param allowedHosts hosts that a result may come from; empty for any public one
     * @param credentials for the service's own origin
     * @param tls TLS as configured for the service
     * @param connectTimeout milliseconds
     * @param responseTimeout milliseconds of silence
     * @param maxSize bytes
     */
    public record Results(
            URI baseUrl,
            Set<String> allowedHosts,
            Optional<Credentials> credentials,
            Optional<SSLContext> tls,
            long connectTimeout,
            long responseTimeout,
            long maxSize) {

        private ResultDownload download() {
            return new ResultDownload(new ResultDownload.Settings(
                    new ResultHosts(baseUrl, allowedHosts),
                    credentials,
                    tls,
                    connectTimeout,
                    responseTimeout,
                    maxSize));
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
        this.feed = new CompletionFeed(
                settings.seen(),
                settings.jobLog(),
                new CompletionRoute(exchanges, route, download, executor),
                Clock.systemUTC());
        this.receiver = new CallbackReceiver(settings.callbacks().signer(), settings.maxEventSize(), feed);
    }

    /** Answers the HTTP requests of callbacks. */
    public CallbackReceiver receiver() {
        return receiver;
    }

    @Override
    protected void doStart() {
        ServiceHelper.startService(settings.seen());
        if (!settings.callbackTimeout().isZero()) {
            OverdueJobs overdue = new OverdueJobs(
                    settings.jobLog().orElseThrow(),
                    settings.callbacks(),
                    settings.callbackTimeout(),
                    settings.question(),
                    feed,
                    Clock.systemUTC());
            long tick = tick().toMillis();
            scheduler = context.getExecutorServiceManager().newSingleThreadScheduledExecutor(this, "docproc-overdue");
            scheduler.scheduleWithFixedDelay(overdue, tick, tick, TimeUnit.MILLISECONDS);
        }
    }

    private Duration tick() {
        Duration quarter = settings.callbackTimeout().dividedBy(4);
        if (quarter.compareTo(SHORTEST_TICK) < 0) {
            return SHORTEST_TICK;
        }
        return quarter.compareTo(LONGEST_TICK) > 0 ? LONGEST_TICK : quarter;
    }

    @Override
    protected void doStop() {
        if (scheduler != null) {
            context.getExecutorServiceManager().shutdownNow(scheduler);
        }
    }

    @Override
    protected void doShutdown() {
        download.ifPresent(IOHelper::close);
    }
}
